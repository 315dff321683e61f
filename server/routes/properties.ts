/** Property operations (spec/content.md#properties), and the choices of a property. */

import {
  clearProperty,
  mergeProperty,
  type PropertyPlace,
  setProperty,
} from '../content/objects/property.js';
import { type Step, stepProperty } from '../content/objects/step.js';
import { type MayRead, propertyChoices } from '../content/reading/options.js';
import * as wire from '../contract/json-schema.js';
import { collectionAddress, param, propertyAddress } from '../http/address.js';
import { condition, fileCondition, mergeable } from '../http/condition.js';
import { authorisePart } from '../http/permission.js';
import { queryText } from '../http/query.js';
import type { Request } from '../http/request.js';
import { sendAnswer, sendJson } from '../http/send.js';
import { anyJson, storedObject } from '../openapi/shapes.js';
import type { Site } from '../site.js';
import { type Handler, type Route, routesTagged, type WriteHandler } from './route.js';

/** Where the property is a file, `If-Match` can have the ETag of its bytes. */
const onProperty = (site: Site, request: Request, [collection, id, property]: PropertyPlace) =>
  mergeable(request, fileCondition(site, request, { collection, id, segments: [property] }));

const replace: WriteHandler<typeof anyJson> = async (request, response, site) => {
  const place = propertyAddress(request);
  const answer = await setProperty(site, place, request.body, onProperty(site, request, place));
  sendAnswer(request, response, answer);
};

const merge: WriteHandler<typeof anyJson> = async (request, response, site) => {
  const place = propertyAddress(request);
  const options = onProperty(site, request, place);
  sendAnswer(request, response, await mergeProperty(site, place, request.body, options));
};

const clear: WriteHandler = async (request, response, site) => {
  const place = propertyAddress(request);
  sendAnswer(request, response, await clearProperty(site, place, onProperty(site, request, place)));
};

const step =
  (direction: Step['direction']): WriteHandler =>
  async (request, response, site) => {
    const place = propertyAddress(request);
    const by = { direction, ...amountIn(request) };
    sendJson(request, response, await stepProperty(site, place, by, condition(request)));
  };

/** The last segment of the address, where there is one. */
const amountIn = (request: Request) =>
  request.params.amount === undefined ? {} : { amount: param(request, 'amount') };

/** Choices may come from collections the caller cannot read. */
const choices: Handler = async (request, response, site) => {
  const collection = collectionAddress(request);
  const query = { search: queryText(request, 'search'), limit: queryText(request, 'limit') };
  const mayRead: MayRead = (segments) =>
    authorisePart(site, request, {
      method: 'GET',
      segments,
      operation: 'read',
      collection: segments[1] ?? '',
    });
  const name = param(request, 'property');
  sendJson(request, response, await propertyChoices(site, collection, name, query, mayRead));
};

const PROPERTY = '/collections/:collection/:id/:property';

const STEPPED = wire.all({ property: wire.text, value: wire.number });

const schemas = routesTagged('Schemas');
const properties = routesTagged('Properties');

export const propertyRoutes: readonly Route[] = [
  // Below the schema, where it cannot clash with an object's id.
  schemas.get('/collections/:collection/schema/options/:property', 'read', choices, {
    id: 'api.collections.options',
    summary: 'The choices of a property',
    parameters: ['words', 'limit'],
    output: anyJson,
  }),
  properties.put(PROPERTY, 'update', replace, {
    id: 'api.properties.replace',
    summary: 'Set a property to the value of the body',
    changes: true,
    inSets: true,
    parameters: ['ifMatch', 'prefer'],
    input: anyJson,
    output: storedObject,
  }),
  properties.patch(PROPERTY, 'update', merge, {
    id: 'api.properties.patch',
    summary: 'Merge the body into the value of a property',
    changes: true,
    inSets: true,
    parameters: ['ifMatch', 'prefer'],
    input: anyJson,
    output: storedObject,
  }),
  properties.delete(PROPERTY, 'update', clear, {
    id: 'api.properties.delete',
    summary: 'Remove a property',
    changes: true,
    inSets: true,
    parameters: ['ifMatch', 'prefer'],
    output: storedObject,
  }),
  properties.post(`${PROPERTY}/increment`, 'update', step('increment'), {
    id: 'api.properties.increment',
    summary: 'Add one to a number',
    changes: true,
    inSets: true,
    parameters: ['ifMatch'],
    output: STEPPED,
  }),
  properties.post(`${PROPERTY}/increment/:amount`, 'update', step('increment'), {
    id: 'api.properties.incrementBy',
    summary: 'Add an amount to a number',
    changes: true,
    inSets: true,
    parameters: ['ifMatch'],
    output: STEPPED,
  }),
  properties.post(`${PROPERTY}/decrement`, 'update', step('decrement'), {
    id: 'api.properties.decrement',
    summary: 'Subtract one from a number',
    changes: true,
    inSets: true,
    parameters: ['ifMatch'],
    output: STEPPED,
  }),
  properties.post(`${PROPERTY}/decrement/:amount`, 'update', step('decrement'), {
    id: 'api.properties.decrementBy',
    summary: 'Subtract an amount from a number',
    changes: true,
    inSets: true,
    parameters: ['ifMatch'],
    output: STEPPED,
  }),
];
