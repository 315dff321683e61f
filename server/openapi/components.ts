/** Components every folder has: errors, frames of lists, what the admin's own routes carry (interface 2, 7). */
import { KEY_METHODS, USER_ROLES } from '../contract/access.js';
import { USER_LIMITS } from '../contract/users.js';
import type { JsonObject } from '../contract/values.js';
import { schemaRef } from './schema-component.js';

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const flag = { type: 'boolean' };
const time = { type: 'string', format: 'date-time' };
const open: JsonObject = { type: 'object', additionalProperties: true };
const messages: JsonObject = { type: 'object', additionalProperties: { type: 'array', items: text } };

const listOf = (items: JsonObject): JsonObject => ({ type: 'array', items });
const mapOf = (items: JsonObject): JsonObject => ({ type: 'object', additionalProperties: items });
const choice = (...words: string[]): JsonObject => ({ type: 'string', enum: words });
const each = (shape: JsonObject, names: string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, shape]));
const texts = (...names: string[]): JsonObject => each(text, names);
const counts = (...names: string[]): JsonObject => each(count, names);

/** An object with these properties, all of them there. */
const all = (properties: JsonObject): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
/** An object with some of these properties. */
const some = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: 'object',
  ...(required.length > 0 && { required }),
  properties,
});
/** As `some`, with any others. */
const atLeast = (properties: JsonObject, ...required: string[]): JsonObject => ({
  ...some(properties, ...required),
  additionalProperties: true,
});

const batchOperation = some(
  {
    operation: choice('create', 'replace', 'patch', 'delete'),
    ...texts('collection', 'id', 'ifMatch'),
    data: open,
  },
  'operation',
  'collection',
);

const OBJECTS: JsonObject = {
  Error: all({
    error: some({ code: count, ...texts('message', 'requestId'), details: messages }, 'code', 'message'),
  }),
  ShortError: all({ error: text }),
  StoredObject: atLeast(
    { id: text, created: { ...time, readOnly: true }, modified: { ...time, readOnly: true } },
    'id',
    'created',
    'modified',
  ),
  SentObject: open,
  ObjectList: all({
    collection: text,
    ...counts('total', 'count', 'limit', 'offset'),
    objects: listOf(open),
  }),
  Pagination: all(counts('total', 'count', 'per_page', 'current_page', 'total_pages')),
  QueryPage: all({ data: listOf(open), pagination: schemaRef('Pagination') }),
  Index: some({ collection: text, count, objects: listOf(open), rebuilt: flag }, 'objects'),
  CloneRequest: some(texts('id', 'collection')),
  Batch: all({ operations: { ...listOf(batchOperation), minItems: 1, maxItems: 1000 } }),
  BatchResults: all({
    count,
    results: listOf(
      some(texts('operation', 'collection', 'id', 'etag', 'trash'), 'operation', 'collection', 'id'),
    ),
  }),
};

const point: JsonObject = some({ x: { type: 'number' }, y: { type: 'number' } });
const described = {
  ...texts('name', 'alt', 'caption', 'mime', 'url', 'uploadDate'),
  tags: listOf(text),
  size: count,
};

/** Values of the kinds that name files; empty while there is no file. */
const FILES: JsonObject = {
  Image: atLeast({
    ...described,
    ...texts('link', 'hash'),
    ...counts('width', 'height'),
    featured: flag,
    focalpoint: point,
    palette: { type: 'array', items: {} },
    exif: open,
  }),
  File: atLeast({
    ...described,
    ...texts('download', 'ext', 'comments'),
    count,
    protected: flag,
    hasPassword: flag,
    focalpoint: point,
  }),
  DepotEntry: {
    description: 'A file, or a folder: its `mime` is `folder` and it has `files` of its own.',
    ...atLeast({
      ...described,
      ...texts('download', 'ext', 'comments'),
      count,
      files: listOf(schemaRef('DepotEntry')),
    }),
  },
  Depot: atLeast({ files: listOf(schemaRef('DepotEntry')), protected: flag, hasPassword: flag }),
};

const STRUCTURE: JsonObject = {
  CollectionSummaries: all({ collections: listOf(all({ ...texts('name', 'title', 'schema'), count })) }),
  CollectionSettings: atLeast({
    ...texts(
      'id',
      'schema',
      'name',
      'description',
      'category',
      'url',
      'labelPlural',
      'labelSingular',
      'sortBy',
    ),
    ...each(flag, ['prettyUrl', 'reverseSort', 'singleton']),
    publicOperations: listOf(choice('create', 'read', 'update', 'delete')),
    groups: listOf(text),
    properties: mapOf(open),
  }),
  SchemaDocument: atLeast({
    ...texts('id', 'description', 'category', 'formgrid'),
    ...each(listOf(text), ['required', 'index', 'inheritFrom']),
    properties: mapOf(open),
  }),
  SavedView: atLeast({
    ...texts('id', 'name', 'search', 'include', 'exclude', 'sort'),
    columns: listOf(text),
    unknown: { ...listOf(text), readOnly: true },
  }),
  SavedViews: all({
    views: listOf(schemaRef('SavedView')),
    default: { type: ['string', 'null'] },
  }),
  ViewArrangement: some({ order: listOf(text), default: { type: ['string', 'null'] } }),
  SchemaSummaries: all({
    schemas: listOf(some(texts('name', 'title', 'description', 'url'), 'name', 'url')),
  }),
  SchemaDefinition: some(
    {
      ...texts('id', 'name', 'title', 'description', 'category', 'formgrid'),
      ...each(listOf(text), ['requiredProperties', 'index', 'inheritFrom']),
      properties: mapOf(open),
      reserved: flag,
    },
    'id',
    'name',
    'title',
    'properties',
  ),
};

const TRANSFER: JsonObject = {
  ReportFields: listOf(all(texts('name', 'label', 'type'))),
  Report: { oneOf: [listOf(open), all({ data: listOf(open), errors: listOf(text) })] },
  ImportResult: some(
    {
      ...counts('import_count', 'created', 'updated', 'same', 'skipped', 'failed'),
      dryRun: flag,
      errors: listOf(some({ row: count, ...texts('id', 'message'), details: messages }, 'row', 'message')),
      ignored: listOf(text),
      rows: listOf(
        some({ row: count, ...texts('id', 'action', 'etag'), changes: listOf(text) }, 'row', 'action'),
      ),
    },
    'import_count',
    'errors',
  ),
  FactoryResult: all({ ...counts('import_count', 'failed'), errors: listOf(text) }),
  Template: some(
    {
      ...texts('version', 'name', 'description'),
      collections: some({ reserved: listOf({ oneOf: [text, open] }), custom: listOf(open) }),
      schemas: listOf(schemaRef('SchemaDocument')),
      objects: listOf(all({ ...texts('collection', 'id'), data: open })),
      factory: listOf(open),
    },
    'version',
    'name',
  ),
  TemplateResult: all({
    success: flag,
    message: text,
    ...each(listOf(text), ['results', 'errors']),
    summary: mapOf(count),
  }),
};

const scope = {
  methods: { ...listOf(choice(...KEY_METHODS)), minItems: 1 },
  paths: { ...listOf(text), minItems: 1 },
};

const NEW_PASSWORD = {
  ...text,
  minLength: USER_LIMITS.shortestPassword,
  maxLength: USER_LIMITS.longestPassword,
};

const USER = {
  name: { ...text, minLength: 1, maxLength: USER_LIMITS.name },
  email: { type: ['string', 'null'], maxLength: USER_LIMITS.email },
  role: choice(...USER_ROLES),
  password: NEW_PASSWORD,
};

const SERVER: JsonObject = {
  ApiKeys: all({
    apikeys: listOf(
      all({
        ...texts('id', 'name', 'prefix', 'last4', 'created'),
        lastUsed: { type: ['string', 'null'] },
        scopes: all({ methods: listOf(text), paths: listOf(text) }),
      }),
    ),
  }),
  ApiKeyRequest: some(
    { name: { ...text, minLength: 1, maxLength: 100 }, ...scope, 'endpoint-type': choice('all', 'specific') },
    'name',
    'methods',
  ),
  ApiKeyAnswer: all({
    success: flag,
    message: text,
    apiKey: all({ ...texts('id', 'name', 'key'), ...scope, created: time }),
  }),
  TrashEntry: some(
    { ...texts('id', 'kind', 'collection', 'object', 'title'), deleted: time },
    'id',
    'kind',
    'title',
  ),
  TrashEntries: all({ entries: listOf(schemaRef('TrashEntry')) }),
  UnfinishedImports: all({
    imports: listOf(
      all({ ...texts('id', 'name'), begun: time, ...counts('done', 'total'), takenBack: flag }),
    ),
  }),
  Settings: all({
    settings: listOf(
      atLeast(
        { ...texts('name', 'section', 'type', 'label'), value: {}, default: {}, own: flag },
        'name',
        'section',
        'type',
        'label',
        'value',
        'default',
        'own',
      ),
    ),
  }),
  SettingsChange: open,
  FoundObjects: all({ objects: listOf(all(texts('collection', 'id', 'title'))) }),
  Referrers: all({
    total: { type: 'integer' },
    objects: listOf(all({ ...texts('collection', 'id', 'title'), properties: listOf({ type: 'string' }) })),
  }),
  RelatedLabels: all({ labels: listOf({ type: 'object' }), missing: listOf({}) }),
  DamagedFiles: all({
    files: listOf(atLeast(texts('collection', 'id', 'reason'), 'collection', 'id', 'reason')),
    conflicts: listOf(all({ ...texts('collection', 'id', 'path'), same: { type: 'boolean' } })),
  }),
  Status: atLeast(
    { ...texts('version', 'folderName', 'title', 'url', 'edition'), command: listOf(text) },
    'version',
  ),
  Session: all({
    user: { type: ['object', 'null'] },
    csrfToken: { type: ['string', 'null'] },
    passwordSignIn: flag,
    folder: all({ id: text, name: { type: ['string', 'null'] } }),
  }),
  SignIn: all({ name: text, password: text }),
  PasswordChange: all({ password: text, newPassword: NEW_PASSWORD }),
  Sessions: all({
    sessions: listOf(
      all({
        ...texts('id', 'address', 'agent'),
        user: all({ ...texts('id', 'name'), role: choice('owner', ...USER_ROLES) }),
        started: time,
        lastSeen: time,
        current: flag,
      }),
    ),
  }),
  User: all({
    ...texts('id', 'name'),
    email: { type: ['string', 'null'] },
    role: choice(...USER_ROLES),
    created: text,
    lastSignIn: { type: ['string', 'null'] },
  }),
  Users: all({ users: listOf(schemaRef('User')) }),
  UserRequest: some(USER, 'name', 'role', 'password'),
  UserChange: some(USER),
};

/** Their names begin with a capital, ids of schemas never do. */
export const COMPONENT_SCHEMAS: JsonObject = { ...OBJECTS, ...FILES, ...STRUCTURE, ...TRANSFER, ...SERVER };

const ERRORS: Readonly<Record<string, string>> = {
  BadRequest: 'The request cannot be understood.',
  Unauthenticated: 'A key or a session is needed.',
  Forbidden: 'The key or session does not open this.',
  Missing: 'There is nothing at this address.',
  Changed: 'The object has changed since it was read.',
  NoSuchRange: 'The file has no such part; `Content-Range` says how long it is.',
  Invalid: 'What was sent breaks a rule; `details` names every property.',
  Failed: 'Anything else that went wrong.',
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
  Refused: errorResponse('What is wrong, as RFC 6749 has it.', STANDARD_ERROR),
  RefusedPage: {
    description: 'What is wrong; browsers get a page.',
    content: { 'application/json': { schema: STANDARD_ERROR }, 'text/html': { schema: text } },
  },
  PasswordNeeded: {
    description: 'The file needs a password, a key or a session; browsers get a form that asks for it.',
    content: { 'application/json': { schema: schemaRef('Error') }, 'text/html': { schema: text } },
  },
  UploadRefused: errorResponse('The upload has no file, or one that is refused; said in the short form.', {
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
