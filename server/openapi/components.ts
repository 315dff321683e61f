/** Components shared by the routes of several files: errors, lists, files, collections, schemas. */
import { ANSWERED_SETTINGS } from '../content/model/collection-settings.js';
import {
  all,
  atLeast,
  bool,
  counts,
  each,
  filled,
  listOf,
  mapOf,
  open,
  said,
  some,
  text,
  texts,
  time,
} from '../contract/json-schema.js';
import type { JsonObject } from '../contract/values.js';
import { ERROR } from '../contract/wire.js';
import { kinds } from '../properties/index.js';
import { schemaRef } from './schema-component.js';

/** Of an answer with `since`. */
const CHANGED = {
  deleted: listOf(some({ id: text, damaged: bool }, 'id')),
  cursor: text,
  more: bool,
};

const OBJECTS = {
  Error: ERROR,
  ShortError: all({ ...texts('error', 'docs'), ...said }),
  StoredObject: atLeast(
    { id: text, created: { ...time, readOnly: true }, modified: { ...time, readOnly: true } },
    'id',
    'created',
    'modified',
  ),
  ShapedObject: atLeast({ id: text }, 'id'),
  SentObject: open,
  ObjectList: all(
    { collection: text, ...counts('total', 'count', 'limit', 'offset'), objects: listOf(open) },
    CHANGED,
  ),
  Pagination: all(counts('total', 'count', 'per_page', 'current_page', 'total_pages')),
  QueryPage: all({ data: listOf(open), pagination: schemaRef('Pagination') }, CHANGED),
};

const STRUCTURE = {
  CollectionSettings: atLeast({
    ...texts('id', 'schema'),
    ...ANSWERED_SETTINGS,
  }),
  SchemaDocument: atLeast({
    ...texts('id', 'description', 'category', 'formgrid'),
    ...each(listOf(text), ['required', 'index', 'inheritFrom']),
    properties: mapOf(open),
  }),
  SchemaDefinition: some(
    {
      ...texts('id', 'name', 'title', 'description', 'category', 'formgrid'),
      ...each(listOf(text), ['requiredProperties', 'index', 'inheritFrom']),
      properties: mapOf(open),
      reserved: bool,
    },
    'id',
    'name',
    'title',
    'properties',
    'requiredProperties',
    'index',
  ),
};

const TRANSFER = {
  Template: some(
    {
      version: filled,
      name: filled,
      description: text,
      collections: some({ reserved: listOf({ oneOf: [text, open] }), custom: listOf(open) }),
      schemas: listOf(schemaRef('SchemaDocument')),
      objects: listOf(all({ ...texts('collection', 'id'), data: open })),
      factory: listOf(open),
    },
    'version',
    'name',
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
  anyOf: [some(texts('error', 'error_description'), 'error'), schemaRef('Error')],
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
    content: { 'application/json': { schema: STANDARD_ERROR }, 'text/html': { schema: text } },
  },
  PasswordNeeded: {
    description: 'The file requires a password, an API key or a session; browsers get a password form.',
    content: { 'application/json': { schema: schemaRef('Error') }, 'text/html': { schema: text } },
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
