/** Deck items (spec/content.md#deck-items). */
import { createItem, getItem, patchItem, removeItem, replaceItem } from '../content/objects/deck-items.js';
import { param, propertyAddress } from '../http/address.js';
import { condition, mergeable } from '../http/condition.js';
import { mayWrite } from '../http/permission.js';
import { sendAnswer } from '../http/send.js';
import { component, storedObject } from '../openapi/shapes.js';
import { type Handler, type Route, routesTagged, type WriteHandler } from './route.js';

const create: WriteHandler = async (request, response, site) => {
  const place = propertyAddress(request);
  const created = await createItem(site, place, request.body, mergeable(request, condition(request)));
  response.setHeader('Location', `${request.originalUrl.replace(/\?.*/s, '')}/${created.item}`);
  sendAnswer(request, response, created, 201);
};

const get: Handler = async (request, response, site) => {
  const place = propertyAddress(request);
  const [collection, id] = place;
  const writer = () => mayWrite(request, ['collections', collection, id]);
  sendAnswer(request, response, await getItem(site, place, param(request, 'item'), { writer }));
};

const change =
  (operation: typeof replaceItem): WriteHandler =>
  async (request, response, site) => {
    const place = propertyAddress(request);
    const item = param(request, 'item');
    const options = mergeable(request, condition(request));
    sendAnswer(request, response, await operation(site, place, item, request.body, options));
  };

const remove: WriteHandler = async (request, response, site) => {
  const place = propertyAddress(request);
  sendAnswer(
    request,
    response,
    await removeItem(site, place, param(request, 'item'), mergeable(request, condition(request))),
  );
};

const DECK = '/collections/:collection/:id/:property/deck';
const ITEM = `${DECK}/:item`;

const row = routesTagged('Properties');

export const deckItemRoutes: readonly Route[] = [
  row.post(DECK, 'update', create, {
    id: 'api.items.create',
    summary: 'Add an item to a deck',
    changes: true,
    inSets: true,
    parameters: ['ifMatch', 'prefer'],
    input: component('SentObject'),
    status: 201,
    output: storedObject,
  }),
  row.get(ITEM, 'read', get, {
    id: 'api.items.get',
    summary: 'One item of a deck',
    parameters: ['ifNoneMatch'],
    output: component('SentObject'),
  }),
  row.put(ITEM, 'update', change(replaceItem), {
    id: 'api.items.replace',
    summary: 'Replace an item of a deck',
    changes: true,
    inSets: true,
    parameters: ['ifMatch', 'prefer'],
    input: component('SentObject'),
    output: storedObject,
  }),
  row.patch(ITEM, 'update', change(patchItem), {
    id: 'api.items.patch',
    summary: 'Change properties of an item of a deck; null removes one',
    changes: true,
    inSets: true,
    parameters: ['ifMatch', 'prefer'],
    input: component('SentObject'),
    output: storedObject,
  }),
  row.delete(ITEM, 'update', remove, {
    id: 'api.items.delete',
    summary: 'Remove an item from a deck',
    changes: true,
    inSets: true,
    parameters: ['ifMatch', 'prefer'],
    output: storedObject,
  }),
];
