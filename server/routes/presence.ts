/** Who has which object open (spec/drafts.md#presence). */
import type { Request } from 'express';
import type { Caller } from '../access/caller.js';
import { mayPass, type Need, permit } from '../access/permit.js';
import { publicOperationsOf } from '../access/public-operations.js';
import { DRAFT_ID, type OpenObject, type PresenceList } from '../contract/drafts.js';
import { isLegalId } from '../contract/names.js';
import { isJsonObject } from '../contract/values.js';
import { invalid, missing } from '../errors.js';
import { param } from '../http/address.js';
import { sessionUser } from '../http/permission.js';
import { queryText } from '../http/query.js';
import { sendJson, sendNothing } from '../http/send.js';
import { all, bool, listOf, some, text, texts } from '../openapi/json-schema.js';
import { checked, newComponent } from '../openapi/shapes.js';
import type { Site } from '../site.js';
import { type Handler, type Route, routesTagged } from './route.js';

const readOf = (site: Site, collection: string, object: string): Need => ({
  method: 'GET',
  segments: ['collections', collection, object],
  operation: 'read',
  publicOperations: publicOperationsOf(site, collection),
});

/** What a caller may know of the objects that are open. */
function shown(site: Site, caller: Caller, user: string): OpenObject[] {
  return site.presence.all().flatMap(({ collection, object, machine, name, user: of, form }) => {
    if (object === undefined || !mayPass(caller, readOf(site, collection, object))) return [];
    const own = of === user;
    return [{ collection, id: object, name, machine, own, ...(own && form !== undefined && { form }) }];
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
  if (!DRAFT_ID.test(form)) throw missing('There is no such form');
  return form;
}

const enter: Handler = (request, response, site) => {
  const body: unknown = request.body;
  const { collection, object } = isJsonObject(body) ? body : {};
  const place = [collection, object].filter((part) => part !== undefined);
  if (!place.every((part) => typeof part === 'string' && isLegalId(part))) {
    throw invalid('The form names no object', { object: ['must be the id of an object'] });
  }
  const [inCollection, id] = [String(collection), object === undefined ? undefined : String(object)];
  permit(request.caller, readOf(site, inCollection, id ?? ''));
  const { id: user, name } = sessionUser(request);
  site.presence.enter({ form: formOf(request), user, name, collection: inCollection, object: id });
  sendNothing(response);
};

const leave: Handler = (request, response, site) => {
  site.presence.leave(sessionUser(request).id, formOf(request));
  sendNothing(response);
};

const PRESENCE = newComponent(
  'Presence',
  all({
    open: listOf(
      some(
        { ...texts('collection', 'id', 'name', 'machine'), own: bool, form: text },
        'collection',
        'id',
        'name',
      ),
    ),
  }),
);

const row = routesTagged('Drafts');

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
    input: checked(some(texts('collection', 'object'), 'collection')),
    status: 204,
  }),
  row.delete('/presence/:form', 'session', leave, {
    id: 'api.presence.leave',
    summary: 'Report a form as closed',
    status: 204,
  }),
];
