/** Collections and objects (interface 4.1), and the management of collections. */
import type { Request } from 'express';
import { cloneObject } from '../content/clone.js';
import {
  changeCollection,
  createCollection,
  listCollections,
  removeCollection,
} from '../content/manage-collections.js';
import { collectionSchema } from '../content/manage-schemas.js';
import { getObject, listAt } from '../content/read.js';
import { createObject, patchObject, removeObject, replaceObject } from '../content/write.js';
import type { CollectionSettings } from '../contract/objects.js';
import { collectionAddress, objectAddress } from '../http/address.js';
import { condition, ifMatchOf } from '../http/condition.js';
import { pageLinks } from '../http/page-links.js';
import { authoriseClone, mayWrite } from '../http/permission.js';
import { flag, listQuery } from '../http/query.js';
import { logSecurity } from '../http/security-log.js';
import { sendAnswer, sendJson, sendTrashed, sendVersion, warningHeader } from '../http/send.js';
import type { Site } from '../site.js';
import type { Handler, Route } from './route.js';

const listAll: Handler = async (request, response, site) =>
  sendJson(request, response, { collections: await listCollections(site) });

const create: Handler = async (request, response, site) => {
  const settings = await createCollection(site, request.body);
  logOpened(site, request, settings);
  sendVersion(site, request, response, settings, 201);
};

/** What everybody may do with a collection is a matter of access. */
function logOpened(site: Site, request: Request, { id, publicOperations }: CollectionSettings): void {
  if (!Object.hasOwn(Object(request.body), 'publicOperations')) return;
  logSecurity(site, request, 'collection.changed', { collection: id, publicOperations });
}

const change =
  (mode: 'replace' | 'merge'): Handler =>
  async (request, response, site) => {
    const options = { mode, ifMatch: ifMatchOf(request) };
    const settings = await changeCollection(site, collectionAddress(request), request.body, options);
    logOpened(site, request, settings);
    sendVersion(site, request, response, settings);
  };

const remove: Handler = async (request, response, site) => {
  const options = { force: flag(request, 'force'), ifMatch: ifMatchOf(request) };
  sendTrashed(response, await removeCollection(site, collectionAddress(request), options));
};

const schema: Handler = (request, response, site) =>
  sendJson(request, response, collectionSchema(site, collectionAddress(request), flag(request, 'raw')));

const settings: Handler = (request, response, site) =>
  sendVersion(site, request, response, site.collections.get(collectionAddress(request)).settings);

const listObjectsOf: Handler = async (request, response, site) => {
  const address = request.originalUrl;
  const { answer, links, warnings } = await listAt(site, collectionAddress(request), address, {
    query: () => listQuery(request),
    links: (list) => pageLinks(address, list, list.total),
  });
  const headers = ['X-Total-Count', String(answer.total), 'Link', links, ...warningHeader(warnings)];
  sendAnswer(request, response, answer, 200, headers);
};

const get: Handler = async (request, response, site) => {
  const [collection, id] = objectAddress(request);
  const { hasPrivate } = site.collections.get(collection);
  const writer = hasPrivate && mayWrite(request, ['collections', collection, id]);
  sendAnswer(request, response, await getObject(site, collection, id, { writer }));
};

const createObjectIn: Handler = async (request, response, site) => {
  const collection = collectionAddress(request);
  const writer = mayWrite(request, ['collections', collection]);
  const created = await createObject(site, collection, request.body, { writer });
  await site.automations.approvals.saved(request.caller, [collection, created.id], request.body, 'created');
  const location = `${request.originalUrl.replace(/\?.*$/, '')}/${created.id}`;
  sendAnswer(request, response, created, 201, ['Location', location]);
};

const replace: Handler = async (request, response, site) => {
  const address = objectAddress(request);
  const answer = await replaceObject(site, ...address, request.body, condition(request));
  await site.automations.approvals.saved(request.caller, address, request.body);
  sendAnswer(request, response, answer);
};

const patch: Handler = async (request, response, site) => {
  const address = objectAddress(request);
  const answer = await patchObject(site, ...address, request.body, condition(request));
  await site.automations.approvals.saved(request.caller, address, request.body);
  sendAnswer(request, response, answer);
};

const removeObjectAt: Handler = async (request, response, site) =>
  sendTrashed(response, await removeObject(site, ...objectAddress(request), condition(request)));

/** Without a body the clone names its own source, which is answered as it stands (ruling). */
const clone: Handler = async (request, response, site) => {
  const [collection, id] = objectAddress(request);
  authoriseClone(site, request, collection, id);
  const writer = mayWrite(request, ['collections', collection, id]);
  const copy = await cloneObject(site, collection, id, request.body ?? {}, { writer });
  await site.automations.approvals.copied(request.caller, [collection, id], copy.id);
  sendAnswer(request, response, copy);
};

const COLLECTION = '/collections/:collection';
const OBJECT = '/collections/:collection/:id';

export const collectionRoutes: readonly Route[] = [
  { method: 'GET', path: '/collections', access: 'read', handle: listAll },
  { method: 'POST', path: '/collections', access: 'manage', body: 'json', handle: create },
  { method: 'GET', path: COLLECTION, access: 'read', handle: listObjectsOf },
  { method: 'HEAD', path: COLLECTION, access: 'read', handle: listObjectsOf },
  { method: 'POST', path: COLLECTION, access: 'create', body: 'json', handle: createObjectIn },
  { method: 'PUT', path: COLLECTION, access: 'manage', body: 'json', handle: change('replace') },
  { method: 'PATCH', path: COLLECTION, access: 'manage', body: 'json', handle: change('merge') },
  { method: 'DELETE', path: COLLECTION, access: 'manage', handle: remove },
  { method: 'GET', path: `${COLLECTION}/schema`, access: 'read', handle: schema },
  { method: 'GET', path: `${COLLECTION}/settings`, access: 'read', handle: settings },
  { method: 'GET', path: OBJECT, access: 'read', handle: get },
  { method: 'HEAD', path: OBJECT, access: 'read', handle: get },
  { method: 'PUT', path: OBJECT, access: 'update', body: 'json', handle: replace },
  { method: 'PATCH', path: OBJECT, access: 'update', body: 'json', handle: patch },
  { method: 'DELETE', path: OBJECT, access: 'delete', handle: removeObjectAt },
  { method: 'POST', path: `${OBJECT}/clone`, access: 'create', body: 'json', handle: clone },
];
