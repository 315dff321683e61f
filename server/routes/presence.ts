/** Who has which object open (spec/unsaved.md#presence). */

import type { Caller } from '../access/caller.js';
import { mayPass, type Need, permit } from '../access/permit.js';
import { publicOperationsOf } from '../access/public-operations.js';
import * as wire from '../contract/json-schema.js';
import { message } from '../contract/messages/message.js';
import { FORM_ID, type OpenObject, PRESENCE, type PresenceList } from '../contract/unsaved.js';
import { invalid, missing } from '../errors.js';
import { param } from '../http/address.js';
import { sessionUser } from '../http/permission.js';
import { queryText } from '../http/query.js';
import type { Request } from '../http/request.js';
import { sendJson, sendNothing } from '../http/send.js';
import type { Site } from '../site.js';
import { changeOf, isOfObject, placeOf } from './form-place.js';
import { type Handler, type Route, routesTagged } from './route.js';

const readOf = (site: Site, collection: string, object: string): Need => ({
  method: 'GET',
  segments: ['collections', collection, object],
  operation: 'read',
  publicOperations: publicOperationsOf(site, collection),
});

/** What a caller may know of the objects that are open. */
function shown(site: Site, caller: Caller, user: string): OpenObject[] {
  return site.presence.all().flatMap(({ collection, object, name, user: of, form }) => {
    if (object === undefined || !isOfObject({ collection, object })) return [];
    if (!mayPass(caller, readOf(site, collection, object))) return [];
    const own = of === user;
    return [{ collection, id: object, name, own, ...(own && { form }) }];
  });
}

const list: Handler = (request, response, site) => {
  const [collection, id] = [queryText(request, 'collection'), queryText(request, 'id')];
  const found = shown(site, request.caller, sessionUser(request).id);
  const answer: PresenceList = {
    open: found.filter(
      (one) =>
        (collection === undefined || one.collection === collection) && (id === undefined || one.id === id),
    ),
  };
  sendJson(request, response, answer);
};

/** Throws `missing`. */
function formOf(request: Request): string {
  const form = param(request, 'form');
  if (!FORM_ID.test(form)) throw missing(message('formMissing'));
  return form;
}

const enter: Handler<typeof OPENED> = (request, response, site) => {
  const { window } = request.body;
  const place = placeOf(request.body);
  const { collection, object } = place;
  if (window !== undefined && !FORM_ID.test(window)) {
    throw invalid(message('formOfNoWindow'), { window: [message('notWindow')] });
  }
  const need = { ...changeOf(place), suggested: true };
  permit(request.caller, isOfObject(place) ? readOf(site, collection, object ?? '') : need);
  const { id: user, name } = sessionUser(request);
  site.presence.enter({ form: formOf(request), user, name, collection, object, window });
  sendNothing(response);
};

const leave: Handler = (request, response, site) => {
  site.presence.leave(sessionUser(request).id, formOf(request));
  sendNothing(response);
};

const OPENED = wire.all(wire.texts('collection'), wire.texts('object', 'window'));

const row = routesTagged('Unsaved');

export const presenceRoutes: readonly Route[] = [
  row.get('/presence', 'session', list, {
    id: 'api.presence.list',
    summary: 'Objects that are open in forms, and who has them open',
    parameters: ['openIn', 'openId'],
    output: PRESENCE,
  }),
  row.put('/presence/:form', 'session', enter, {
    id: 'api.presence.enter',
    summary: 'Report a form as open; repeated every 20 seconds',
    input: OPENED,
    status: 204,
  }),
  row.delete('/presence/:form', 'session', leave, {
    id: 'api.presence.leave',
    summary: 'Report a form as closed',
    status: 204,
  }),
];
