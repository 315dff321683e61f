/** Temporary keys of commands of this user on this machine (spec/access.md#temporary-keys). */
import { OWNER } from '../access/sessions.js';
import { hasSet, setInfo } from '../content/change-sets/change-sets.js';
import { TEMPORARY_KEY } from '../contract/access.js';
import * as wire from '../contract/json-schema.js';
import { message } from '../contract/messages/message.js';
import { missing } from '../errors.js';
import { EventStream } from '../http/event-stream.js';
import { logSecurity } from '../http/security-log.js';
import { sendJson } from '../http/send.js';
import { file } from '../openapi/shapes.js';
import { type Perspective, perspectiveOf } from '../perspectives.js';
import type { Site } from '../site.js';
import { type Handler, type Route, routesTagged } from './route.js';

/** Without the sets that were dropped since, until they are restored: a command goes on with what there is. */
const withoutDropped = (site: Site, { sets = [], ...rest }: Perspective): Perspective => ({
  ...rest,
  sets: sets.filter((set) => hasSet(site, set)),
});

const add: Handler<typeof TEMPORARY_KEY> = async (request, response, site) => {
  const sent = request.body;
  let stream: EventStream | undefined;
  const { perspective: named, ...wanted } = sent;
  // A caller that has the token is the user who runs the server.
  const user = OWNER.id;
  const perspective =
    named === undefined ? undefined : perspectiveOf({ perspective: named }, site.now(), { user });
  for (const set of perspective?.sets ?? []) setInfo(site, set);
  const reads = perspective && { user, perspective: () => withoutDropped(site, perspective) };
  const { id, url } = await site.temporaryKeys.add(wanted, () => stream?.end(), reads);
  logSecurity(site, request, 'key.created', { key: id, methods: sent.methods, temporary: true });
  const closed = () => {
    if (site.temporaryKeys.end(id)) logSecurity(site, request, 'key.revoked', { key: id });
  };
  stream = new EventStream(request, response, { alive: () => true, closed });
  stream.send({ event: 'ready', data: { url } });
  // The command may be gone already.
  if (response.destroyed) closed();
};

const end: Handler = (request, response, site) => {
  const { caller } = request;
  const names = caller.kind === 'key' ? site.temporaryKeys.end(caller.key.id) : undefined;
  if (!names) throw missing(message('temporaryKeyMissing'));
  if (caller.kind === 'key') logSecurity(site, request, 'key.revoked', { key: caller.key.id });
  sendJson(request, response, { unknownNames: names });
};

const row = routesTagged('Server');

export const temporaryKeyRoutes: readonly Route[] = [
  row.post('/temporary-keys', 'open', add, {
    id: 'api.temporaryKeys.add',
    summary: 'Use a key of a command on this machine, until the response ends',
    fails: [401, 403],
    input: TEMPORARY_KEY,
    output: file('text/event-stream'),
  }),
  row.delete('/temporary-keys', 'open', end, {
    id: 'api.temporaryKeys.end',
    summary: 'End the temporary key of the request',
    fails: [404],
    output: wire.named(
      'UnknownNames',
      wire.all({ unknownNames: wire.listOf(wire.all(wire.texts('collection', 'parameter', 'name'))) }),
    ),
  }),
];
