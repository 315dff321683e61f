/** Components shared by the routes of several files: errors, lists, files, collections, schemas. */
import { ANSWERED_SETTINGS } from '../content/model/collection-settings.js';
import * as wire from '../contract/json-schema.js';
import { CHANGED_SINCE, OBJECT_LIST } from '../contract/objects.js';
import type { JsonObject } from '../contract/values.js';
import { ERROR } from '../contract/wire.js';
import { kinds } from '../properties/index.js';
import { schemaRef } from './schema-component.js';

const OBJECTS = {
  Error: ERROR,
  ShortError: wire.all({ ...wire.texts('error', 'docs'), ...wire.said }),
  StoredObject: wire.atLeast(
    { id: wire.text, created: { ...wire.time, readOnly: true }, modified: { ...wire.time, readOnly: true } },
    {},
  ),
  ShapedObject: wire.atLeast({ id: wire.text }, {}),
  SentObject: wire.open,
  ObjectList: OBJECT_LIST,
  Pagination: wire.all(wire.counts('total', 'count', 'per_page', 'current_page', 'total_pages')),
  QueryPage: wire.all(
    { data: wire.listOf(wire.open), pagination: schemaRef('Pagination') },
    { ...CHANGED_SINCE, partial: schemaRef('PartialWords') },
  ),
};

const STRUCTURE = {
  CollectionSettings: wire.atLeast({}, { ...wire.texts('id', 'schema'), ...ANSWERED_SETTINGS }),
  SchemaDocument: wire.atLeast(
    {},
    {
      ...wire.texts('id', 'description', 'category', 'formgrid'),
      ...wire.each(wire.listOf(wire.text), ['required', 'index', 'inheritFrom']),
      properties: wire.mapOf(wire.open),
    },
  ),
  SchemaDefinition: wire.all(
    {
      ...wire.texts('id', 'name', 'title'),
      properties: wire.mapOf(wire.open),
      ...wire.each(wire.listOf(wire.text), ['requiredProperties', 'index']),
    },
    {
      ...wire.texts('description', 'category', 'formgrid'),
      inheritFrom: wire.listOf(wire.text),
      reserved: wire.bool,
    },
  ),
};

const TRANSFER = {
  Template: wire.all(
    { version: wire.filled, name: wire.filled },
    {
      description: wire.text,
      collections: wire.some({
        reserved: wire.listOf({ oneOf: [wire.text, wire.open] }),
        custom: wire.listOf(wire.open),
      }),
      schemas: wire.listOf(schemaRef('SchemaDocument')),
      objects: wire.listOf(wire.all({ ...wire.texts('collection', 'id'), data: wire.open })),
      factory: wire.listOf(wire.open),
    },
  ),
};

/** Their names begin with a capital, ids of schemas never do. */
export const COMPONENT_SCHEMAS = {
  ...OBJECTS,
  ...STRUCTURE,
  ...TRANSFER,
} as const satisfies JsonObject;
export type SharedComponent = keyof typeof COMPONENT_SCHEMAS;

/** What field kinds say of their values. */
export const KIND_SCHEMAS: JsonObject = Object.assign(
  {},
  ...Object.values(kinds).map(({ component }) => component?.shapes),
);

const ERRORS: Readonly<Record<string, string>> = {
  BadRequest: 'The request is malformed.',
  Unauthenticated: 'An API key or a session is required.',
  Forbidden: 'The API key or session does not allow this.',
  Missing: 'Not found.',
  Changed: 'The object has changed since it was read.',
  Clash: 'Others have changed the same values; `clashes` has the values of all versions.',
  NoSuchRange: 'The requested range is outside the file; `Content-Range` has its size.',
  Invalid: 'The input is invalid; `details` lists the problems of each property.',
  Failed: 'Any other error.',
};

const errorResponse = (description: string, schema: JsonObject): JsonObject => ({
  description,
  content: { 'application/json': { schema } },
});

const STANDARD_ERROR: JsonObject = {
  anyOf: [wire.all(wire.texts('error'), wire.texts('error_description')), schemaRef('Error')],
};

export const COMPONENT_RESPONSES: JsonObject = {
  ...Object.fromEntries(
    Object.entries(ERRORS).map(([name, description]) => [
      name,
      errorResponse(description, schemaRef('Error')),
    ]),
  ),
  OAuthError: errorResponse('Error as defined in RFC 6749.', STANDARD_ERROR),
  OAuthErrorPage: {
    description: 'Error; browsers get a page.',
    content: { 'application/json': { schema: STANDARD_ERROR }, 'text/html': { schema: wire.text } },
  },
  PasswordNeeded: {
    description: 'The file requires a password, an API key or a session; browsers get a password form.',
    content: { 'application/json': { schema: schemaRef('Error') }, 'text/html': { schema: wire.text } },
  },
  UploadRefused: errorResponse('The upload has no file, or the file was rejected (short form).', {
    anyOf: [schemaRef('ShortError'), schemaRef('Error')],
  }),
};

export const SECURITY_SCHEMES: JsonObject = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key, or an access token of OAuth.' },
  apiKeyInQuery: { type: 'apiKey', in: 'query', name: 'api_key' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'plinth_session_4180',
    description:
      'The admin’s session; the name ends with the port of the server. Requests that write also carry `X-CSRF-Token`.',
  },
};
