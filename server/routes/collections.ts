/** Collections and objects (spec/content.md), and the management of collections. */

import {
  changeCollection,
  createCollection,
  listCollections,
  removeCollection,
} from '../content/collections/manage-collections.js';
import { unknownNames } from '../content/core/unknown-names.js';
import { cloneObject } from '../content/objects/clone.js';
import { createObject, patchObject, removeObject, replaceObject } from '../content/objects/write.js';
import { getObject, getShaped, listAt } from '../content/reading/read.js';
import { collectionSchema } from '../content/schemas/manage-schemas.js';
import { shapeRequest } from '../content/shaping/shape-request.js';
import * as wire from '../contract/json-schema.js';
import { COLLECTION_SUMMARIES, type CollectionSettings } from '../contract/objects.js';
import { CURSOR_HEADER } from '../contract/wire.js';
import { collectionAddress, objectAddress } from '../http/address.js';
import { condition, ifMatchOf, mergeable, prefersMerge } from '../http/condition.js';
import { pageLinks } from '../http/page-links.js';
import { authoriseClone, mayWrite, objectReader } from '../http/permission.js';
import { listQuery, queryFlag, shapeWords } from '../http/query.js';
import type { Request } from '../http/request.js';
import { logSecurity } from '../http/security-log.js';
import { sendAnswer, sendJson, sendNothing, sendTrashed, sendVersion } from '../http/send.js';
import { COLLECTION_CHANGE, NEW_COLLECTION } from '../openapi/collection-shapes.js';
import { collectionObjectSchema } from '../openapi/object-schema.js';
import { LIST_SELECTION, SHAPE } from '../openapi/parameters.js';
import {
  anyJson,
  changedObject,
  component,
  newObject,
  objectList,
  readObject,
  storedObject,
  unchecked,
} from '../openapi/shapes.js';
import type { Site } from '../site.js';
import { cursorOf, sendListChanges, TOO_OLD } from './changes.js';
import { mayRead } from './readable.js';
import { type Handler, type Route, routesTagged, type WriteHandler } from './route.js';

const listAll: Handler = async (request, response, site) => {
  const readable = (id: string) => mayRead(site, request.caller, ['collections', id]);
  sendJson(request, response, { collections: await listCollections(site, readable) });
};

const create: WriteHandler = async (request, response, site) => {
  const settings = await createCollection(site, request.body);
  logOpened(site, request, settings);
  sendVersion(site, request, response, settings, 201);
};

/** Public operations can only be changed by callers who can manage access. */
function logOpened(site: Site, request: Request, { id, publicOperations }: CollectionSettings): void {
  if (!Object.hasOwn(Object(request.body), 'publicOperations')) return;
  logSecurity(site, request, 'collection.changed', { collection: id, publicOperations });
}

const change: WriteHandler = async (request, response, site) => {
  const options = { ifMatch: ifMatchOf(request), merge: prefersMerge(request) };
  const id = collectionAddress(request);
  const { settings, changed } = await changeCollection(site, id, request.body, options);
  logOpened(site, request, settings);
  sendVersion(site, request, response, settings, 200, changed);
};

const remove: WriteHandler = async (request, response, site) => {
  const options = { force: queryFlag(request, 'force'), ifMatch: ifMatchOf(request) };
  sendTrashed(response, await removeCollection(site, collectionAddress(request), options));
};

const schema: Handler = (request, response, site) =>
  sendJson(request, response, collectionSchema(site, collectionAddress(request), queryFlag(request, 'raw')));

const jsonSchema: Handler = (request, response, site) =>
  sendJson(request, response, collectionObjectSchema(site, collectionAddress(request)));

const settings: Handler = (request, response, site) =>
  sendVersion(site, request, response, site.collections.get(collectionAddress(request)).settings);

const listObjectsOf: Handler = async (request, response, site) => {
  const address = request.originalUrl;
  const collection = collectionAddress(request);
  if (address.includes('since=') && request.query.since !== undefined) {
    await sendListChanges(request, response, site, collection);
    return;
  }
  const cursor = await cursorOf(site, collection);
  const { answer, links, warnings } = await listAt(site, collection, address, {
    query: () => listQuery(request),
    links: (list) => pageLinks(address, list, list.total),
    mayRead: objectReader(site, request),
  });
  const headers = ['X-Total-Count', String(answer.total), 'Link', links];
  if (cursor) headers.push(CURSOR_HEADER, cursor);
  sendAnswer(request, response, warnings.length > 0 ? { ...answer, warnings } : answer, 200, headers);
};

const get: Handler = async (request, response, site) => {
  const [collection, id] = objectAddress(request);
  const writer = () => mayWrite(request, ['collections', collection, id]);
  const words = request.url.includes('?') ? shapeWords(request) : undefined;
  const shape = words && shapeRequest(words);
  if (!words || !shape) {
    sendAnswer(request, response, await getObject(site, collection, id, { writer }));
    return;
  }
  const mayRead = objectReader(site, request);
  const answer = await getShaped(site, collection, id, shape, { writer, mayRead });
  const warnings = [...unknownNames(site, collection, words), ...(answer.warnings ?? [])];
  sendAnswer(request, response, { ...answer, warnings });
};

const createObjectIn: WriteHandler = async (request, response, site) => {
  const collection = collectionAddress(request);
  const writer = mayWrite(request, ['collections', collection]);
  const created = await createObject(site, collection, request.body, { writer });
  const location = `${request.originalUrl.replace(/\?.*/s, '')}/${created.id}`;
  sendAnswer(request, response, created, 201, ['Location', location]);
};

const replace: WriteHandler = async (request, response, site) => {
  const address = objectAddress(request);
  const answer = await replaceObject(site, ...address, request.body, mergeable(request, condition(request)));
  sendAnswer(request, response, answer);
};

const patch: WriteHandler = async (request, response, site) => {
  const address = objectAddress(request);
  const answer = await patchObject(site, ...address, request.body, mergeable(request, condition(request)));
  sendAnswer(request, response, answer);
};

const removeObjectAt: WriteHandler = async (request, response, site) => {
  const entry = await removeObject(site, ...objectAddress(request), condition(request));
  // A change set names what it removes; only a new object of it goes to the trash.
  if (site.perspective && entry.kind !== 'change') sendNothing(response);
  else sendTrashed(response, entry);
};

/** Without a body the clone names its own source, which is returned unchanged (spec/content.md#clone). */
const clone: WriteHandler = async (request, response, site) => {
  const [collection, id] = objectAddress(request);
  authoriseClone(site, request, collection, id);
  const writer = mayWrite(request, ['collections', collection, id]);
  const copy = await cloneObject(site, collection, id, request.body ?? {}, { writer });
  sendAnswer(request, response, copy);
};

const COLLECTION = '/collections/:collection';
const OBJECT = '/collections/:collection/:id';

const CLONE_REQUEST = wire.named(
  'CloneRequest',
  wire.some(wire.eachOrNull({ id: wire.text, collection: wire.filled })),
);
const collections = routesTagged('Collections');
const objects = routesTagged('Objects');
const schemas = routesTagged('Schemas');

export const collectionRoutes: readonly Route[] = [
  collections.get('/collections', 'read', listAll, {
    id: 'api.collections.list',
    summary: 'All collections',
    parameters: ['ifNoneMatch'],
    output: COLLECTION_SUMMARIES,
  }),
  collections.post('/collections', 'manage', create, {
    id: 'api.collections.create',
    summary: 'Create a collection',
    changes: true,
    input: unchecked(NEW_COLLECTION),
    status: 201,
    output: component('CollectionSettings'),
  }),
  objects.get(COLLECTION, 'read', listObjectsOf, {
    id: 'api.objects.list',
    summary: 'A page of objects',
    parameters: ['limit', 'offset', ...LIST_SELECTION, ...SHAPE, 'state', 'since', 'ifNoneMatch'],
    others: { 410: TOO_OLD },
    output: objectList,
    perCollection: true,
    headersAtOnce: true,
  }),
  collections.head(COLLECTION, 'read', listObjectsOf, {
    id: 'api.collections.exists',
    summary: '200 if the collection exists, else 404',
    headersAtOnce: true,
  }),
  objects.post(COLLECTION, 'create', createObjectIn, {
    id: 'api.objects.create',
    summary: 'Create an object; without an id one is generated',
    changes: true,
    inSets: true,
    input: newObject,
    status: 201,
    output: storedObject,
    perCollection: true,
    headersAtOnce: true,
  }),
  collections.put(COLLECTION, 'manage', change, {
    id: 'api.collections.replace',
    summary: 'Change some settings and keep the others',
    changes: true,
    parameters: ['ifMatch', 'prefer'],
    input: unchecked(COLLECTION_CHANGE),
    output: component('CollectionSettings'),
    headersAtOnce: true,
  }),
  collections.patch(COLLECTION, 'manage', change, {
    id: 'api.collections.patch',
    summary: 'Change some settings',
    changes: true,
    parameters: ['ifMatch', 'prefer'],
    input: unchecked(COLLECTION_CHANGE),
    output: component('CollectionSettings'),
    headersAtOnce: true,
  }),
  collections.delete(COLLECTION, 'manage', remove, {
    id: 'api.collections.delete',
    summary: 'Move a collection to the trash',
    changes: true,
    parameters: ['force', 'ifMatch'],
    status: 204,
    headersAtOnce: true,
  }),
  schemas.get(`${COLLECTION}/schema`, 'read', schema, {
    id: 'api.collections.schema',
    summary: 'The schema its objects follow',
    parameters: ['raw', 'ifNoneMatch'],
    output: component('SchemaDefinition'),
    perCollection: true,
  }),
  schemas.get(`${COLLECTION}/schema/json-schema`, 'read', jsonSchema, {
    id: 'api.collections.jsonSchema',
    summary: 'JSON Schema of its objects',
    parameters: ['ifNoneMatch'],
    output: anyJson,
    perCollection: true,
  }),
  collections.get(`${COLLECTION}/settings`, 'read', settings, {
    id: 'api.collections.settings',
    summary: 'The settings of a collection',
    parameters: ['ifNoneMatch'],
    output: component('CollectionSettings'),
  }),
  objects.get(OBJECT, 'read', get, {
    id: 'api.objects.get',
    summary: 'One object',
    parameters: [...SHAPE, 'ifNoneMatch'],
    output: readObject,
    perCollection: true,
    headersAtOnce: true,
  }),
  objects.head(OBJECT, 'read', get, {
    id: 'api.objects.exists',
    summary: '200 if the object exists, else 404',
    headersAtOnce: true,
  }),
  objects.put(OBJECT, 'update', replace, {
    id: 'api.objects.replace',
    summary: 'Update properties and keep the others',
    changes: true,
    inSets: true,
    parameters: ['ifMatch', 'prefer'],
    input: changedObject,
    output: storedObject,
    perCollection: true,
    headersAtOnce: true,
  }),
  objects.patch(OBJECT, 'update', patch, {
    id: 'api.objects.patch',
    summary: 'Change some properties; null removes one',
    changes: true,
    inSets: true,
    parameters: ['ifMatch', 'prefer'],
    input: changedObject,
    output: storedObject,
    perCollection: true,
    headersAtOnce: true,
  }),
  objects.delete(OBJECT, 'delete', removeObjectAt, {
    id: 'api.objects.delete',
    summary: 'Move an object and its files to the trash',
    changes: true,
    inSets: true,
    parameters: ['ifMatch'],
    status: 204,
    perCollection: true,
    headersAtOnce: true,
  }),
  objects.post(`${OBJECT}/clone`, 'create', clone, {
    id: 'api.objects.clone',
    summary: 'Copy an object with its files',
    changes: true,
    inSets: true,
    input: unchecked(CLONE_REQUEST),
    inputOptional: true,
    output: storedObject,
    perCollection: true,
  }),
];
