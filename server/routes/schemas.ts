/** Schemas (interface 4.5) and their management. */
import { listSchemas, removeSchema, saveSchema, schemaFor } from '../content/manage-schemas.js';
import { renameProperty } from '../content/rename-property.js';
import { schemaImpact } from '../content/schema-impact.js';
import { schemaAddress } from '../http/address.js';
import { ifMatchOf } from '../http/condition.js';
import { flag, word } from '../http/query.js';
import { sendJson, sendTrashed, sendVersion } from '../http/send.js';
import type { Handler, Route } from './route.js';

const list: Handler = (request, response, site) => {
  const asked = word(request, 'filter');
  const filter = asked === 'reserved' || asked === 'custom' ? asked : undefined;
  sendJson(request, response, { schemas: listSchemas(site, filter) });
};

const get: Handler = (request, response, site) =>
  sendVersion(site, request, response, schemaFor(site, schemaAddress(request), flag(request, 'raw')));

const create: Handler = async (request, response, site) =>
  sendVersion(site, request, response, await saveSchema(site, request.body, { create: true }), 201);

const replace: Handler = async (request, response, site) => {
  const id = schemaAddress(request);
  const options = { create: false, id, ifMatch: ifMatchOf(request) };
  sendVersion(site, request, response, await saveSchema(site, request.body, options));
};

const remove: Handler = async (request, response, site) => {
  sendTrashed(response, await removeSchema(site, schemaAddress(request), ifMatchOf(request)));
};

const impact: Handler = async (request, response, site) =>
  sendJson(request, response, await schemaImpact(site, schemaAddress(request), request.body));

const rename: Handler = async (request, response, site) =>
  sendJson(
    request,
    response,
    await renameProperty(site, schemaAddress(request), request.body, ifMatchOf(request)),
  );

const SCHEMA = '/schemas/:schema';

export const schemaRoutes: readonly Route[] = [
  { method: 'GET', path: '/schemas', access: 'read', handle: list },
  { method: 'POST', path: '/schemas', access: 'manage', body: 'json', handle: create },
  { method: 'GET', path: SCHEMA, access: 'read', handle: get },
  { method: 'PUT', path: SCHEMA, access: 'manage', body: 'json', handle: replace },
  { method: 'DELETE', path: SCHEMA, access: 'manage', handle: remove },
  { method: 'POST', path: `${SCHEMA}/impact`, access: 'manage', body: 'json', handle: impact },
  { method: 'POST', path: `${SCHEMA}/rename`, access: 'manage', body: 'json', handle: rename },
];
