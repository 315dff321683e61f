/** Temporary keys of commands of this user on this machine (spec/access.md#temporary-keys). */
import type { TemporaryKeyRequest } from '../access/temporary-keys.js';
import { KEY_METHODS } from '../contract/access.js';
import { message } from '../contract/messages/message.js';
import { missing } from '../errors.js';
import { EventStream } from '../http/event-stream.js';
import { logSecurity } from '../http/security-log.js';
import { sendJson } from '../http/send.js';
import { all, choice, filled, listOf, text, texts } from '../json-schema.js';
import { checkedBy, file, newComponent } from '../openapi/shapes.js';
import { type Handler, type Route, routesTagged } from './route.js';

const add: Handler = async (request, response, site) => {
  const sent: TemporaryKeyRequest = request.body;
  let stream: EventStream | undefined;
  const { id, url } = await site.temporaryKeys.add(sent, () => stream?.end());
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

const SENT = all({
  token: filled,
  key: { ...text, pattern: '^plinth_[0-9a-f]{64}$' },
  methods: { ...listOf(choice(...KEY_METHODS)), minItems: 1 },
  port: { type: 'integer', minimum: 0, maximum: 65_535 },
});
const TEMPORARY_KEY = newComponent('TemporaryKey', SENT);

const row = routesTagged('Server');

export const temporaryKeyRoutes: readonly Route[] = [
  row.post('/temporary-keys', 'open', add, {
    id: 'api.temporaryKeys.add',
    summary: 'Use a key of a command on this machine, until the response ends',
    fails: [401, 403],
    input: checkedBy(SENT, TEMPORARY_KEY),
    output: file('text/event-stream'),
  }),
  row.delete('/temporary-keys', 'open', end, {
    id: 'api.temporaryKeys.end',
    summary: 'End the temporary key of the request',
    fails: [404],
    output: newComponent(
      'UnknownNames',
      all({ unknownNames: listOf(all(texts('collection', 'parameter', 'name'))) }),
    ),
  }),
];
