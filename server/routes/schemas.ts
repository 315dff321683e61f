/** Schemas (spec/schemas.md) and their management. */

import { convertSchema } from '../content/schemas/convert-properties.js';
import {
  listSchemas,
  mergeSchema,
  removeSchema,
  saveSchema,
  schemaFor,
} from '../content/schemas/manage-schemas.js';
import { renameProperty } from '../content/schemas/rename-property.js';
import { schemaImpact } from '../content/schemas/schema-impact.js';
import * as wire from '../contract/json-schema.js';
import { ID, PROPERTY_NAME } from '../contract/names.js';
import { SCHEMA_SUMMARIES } from '../contract/schemas.js';
import { schemaAddress } from '../http/address.js';
import { ifMatchOf, prefersMerge } from '../http/condition.js';
import { queryFlag, queryText } from '../http/query.js';
import { sendJson, sendTrashed, sendVersion } from '../http/send.js';
import { objectSchema } from '../openapi/object-schema.js';
import { schemaRef } from '../openapi/schema-component.js';
import { anyJson, component, unchecked } from '../openapi/shapes.js';
import { MAX_PROPERTIES } from '../schemas/save-document.js';
import { type Handler, type Route, routesTagged, type WriteHandler } from './route.js';

const list: Handler = (request, response, site) => {
  const value = queryText(request, 'filter');
  const filter = value === 'reserved' || value === 'custom' ? value : undefined;
  sendJson(request, response, { schemas: listSchemas(site, filter) });
};

const get: Handler = (request, response, site) =>
  sendVersion(site, request, response, schemaFor(site, schemaAddress(request), queryFlag(request, 'raw')));

const jsonSchema: Handler = (request, response, site) =>
  sendJson(request, response, objectSchema(site, schemaAddress(request)));

const create: WriteHandler = async (request, response, site) =>
  sendVersion(site, request, response, await saveSchema(site, request.body, { create: true }), 201);

const replace: WriteHandler = async (request, response, site) => {
  const id = schemaAddress(request);
  const ifMatch = ifMatchOf(request);
  if (ifMatch !== undefined && prefersMerge(request)) {
    const { definition, changed } = await mergeSchema(site, id, request.body, ifMatch);
    sendVersion(site, request, response, definition, 200, changed);
    return;
  }
  const options = { create: false, id, ifMatch };
  sendVersion(site, request, response, await saveSchema(site, request.body, options));
};

const remove: WriteHandler = async (request, response, site) => {
  sendTrashed(response, await removeSchema(site, schemaAddress(request), ifMatchOf(request)));
};

const impact: Handler = async (request, response, site) =>
  sendJson(request, response, await schemaImpact(site, schemaAddress(request), request.body));

const rename: WriteHandler<typeof RENAMING> = async (request, response, site) =>
  sendJson(
    request,
    response,
    await renameProperty(site, schemaAddress(request), request.body, ifMatchOf(request)),
  );

const convert: WriteHandler = async (request, response, site) =>
  sendJson(
    request,
    response,
    await convertSchema(site, schemaAddress(request), request.body, ifMatchOf(request)),
  );

const SCHEMA = '/schemas/:schema';

const SCHEMA_TEXTS = wire.eachOrNull({
  description: wire.text,
  category: wire.text,
  formgrid: wire.text,
  inheritFrom: wire.listOf(wire.text),
});
const PROPERTIES = { ...wire.mapOf(wire.open), propertyNames: PROPERTY_NAME, maxProperties: MAX_PROPERTIES };

/** The id is in `required` and `index` whether it is sent or not. */
export const NEW_SCHEMA = wire.named(
  'NewSchema',
  wire.all(
    { id: ID, properties: PROPERTIES },
    { ...SCHEMA_TEXTS, required: wire.orNull(wire.listOf(wire.text)), index: wire.listOf(wire.text) },
  ),
);
const CHANGED_SCHEMA = wire.named(
  'SchemaChange',
  wire.all(
    { ...wire.each(wire.listOf(wire.text), ['required', 'index']), properties: PROPERTIES },
    { id: wire.orNull(ID), ...SCHEMA_TEXTS },
  ),
);
/** What was read can be sent back. */
const SCHEMA_CHANGE = unchecked({ anyOf: [CHANGED_SCHEMA, schemaRef('SchemaDefinition')] });
const RENAMING = wire.all(wire.texts('from', 'to'));

const row = routesTagged('Schemas');

export const schemaRoutes: readonly Route[] = [
  row.get('/schemas', 'read', list, {
    id: 'api.schemas.list',
    summary: 'All schemas',
    parameters: ['kinds', 'ifNoneMatch'],
    output: SCHEMA_SUMMARIES,
  }),
  row.post('/schemas', 'manage', create, {
    id: 'api.schemas.create',
    summary: 'Create a schema',
    changes: true,
    input: unchecked(NEW_SCHEMA),
    status: 201,
    output: component('SchemaDefinition'),
  }),
  row.get(SCHEMA, 'read', get, {
    id: 'api.schemas.get',
    summary: 'A schema, by its id or the id of a collection',
    parameters: ['raw', 'ifNoneMatch'],
    output: component('SchemaDefinition'),
  }),
  row.get(`${SCHEMA}/json-schema`, 'read', jsonSchema, {
    id: 'api.schemas.jsonSchema',
    summary: 'JSON Schema of the objects of a schema or collection',
    parameters: ['ifNoneMatch'],
    output: anyJson,
  }),
  row.put(SCHEMA, 'manage', replace, {
    id: 'api.schemas.replace',
    summary: 'Change a schema',
    changes: true,
    parameters: ['ifMatch', 'prefer'],
    input: SCHEMA_CHANGE,
    output: component('SchemaDefinition'),
  }),
  row.delete(SCHEMA, 'manage', remove, {
    id: 'api.schemas.delete',
    summary: 'Move an unused schema to the trash',
    changes: true,
    parameters: ['ifMatch'],
    status: 204,
  }),
  row.post(`${SCHEMA}/impact`, 'manage', impact, {
    id: 'api.schemas.impact',
    summary: 'Preview the effect of a schema change on objects',
    input: SCHEMA_CHANGE,
    output: anyJson,
  }),
  row.post(`${SCHEMA}/convert`, 'manage', convert, {
    id: 'api.schemas.convert',
    summary: 'Save a schema and convert the values of properties that changed their type',
    changes: true,
    parameters: ['ifMatch'],
    input: SCHEMA_CHANGE,
    output: anyJson,
  }),
  row.post(`${SCHEMA}/rename`, 'manage', rename, {
    id: 'api.schemas.rename',
    summary: 'Rename a property in the schema and in all objects',
    changes: true,
    parameters: ['ifMatch'],
    input: RENAMING,
    output: anyJson,
  }),
];
