/** What the OpenAPI document says of bodies and what the server takes, held against each other in both directions. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiRoutes, rootRoutes } from '../../server/app.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../server/contract/values.js';
import { openApiOf } from '../../server/openapi/document.js';
import { type Files, sharedServer, type TestServer } from '../helpers/server.js';
import { STAFF_IDS, staff } from '../helpers/users.js';
import { mutations } from './mutants.js';

const ROUTES = [
  ...apiRoutes.map((route) => ({ ...route, prefixed: true })),
  ...rootRoutes.map((route) => ({ ...route, prefixed: false })),
];

const NOTE = { properties: { title: { field: 'text' } }, required: ['id'], index: ['id'] };

const FOLDER: Files = {
  '.system/settings.json': {
    oauth: { enabled: true, dynamicRegistration: true },
    limits: { registrations: 10_000 },
  },
  '.system/users.json': { users: [staff('viewer')] },
  '.schemas/note.json': {
    id: 'note',
    properties: { id: { field: 'id' }, title: { field: 'text' }, photo: { field: 'image' } },
    required: ['id'],
    index: ['id'],
  },
  'notes/.meta.json': { id: 'notes', schema: 'note', views: [{ id: 'all', name: 'All' }] },
  'changed/.meta.json': { id: 'changed', schema: 'note' },
  '.schemas/changing.json': { id: 'changing', ...NOTE },
  'notes/a.json': { id: 'a', title: 'A', photo: { name: 'p.jpg', alt: '', size: 3 } },
  'notes/a/photo/p.jpg': Buffer.from('abc'),
  'notes/c.json': { id: 'c', title: 'C' },
  'notes/b.json': { id: 'b', title: 'B' },
};

interface Sample {
  method: string;
  path: string;
  /** A body that is sound; `n` makes ids and names of their own. */
  body: (n: number) => JsonObject;
  /** An object of `notes` that each request finds. */
  given?: JsonObject;
  /** What a request makes: it is removed again. */
  made?: string;
}

/** A sound body of each operation, by its name in the document. */
const SAMPLES: Record<string, Sample> = {
  'POST /api/collections': {
    method: 'POST',
    path: '/api/collections',
    made: '/api/collections/made',
    body: () => ({
      ...{ id: 'made', schema: 'note', name: 'Made', description: '', category: '', url: '/made/{id}' },
      ...{ labelPlural: 'Notes', labelSingular: 'Note', sortBy: 'id', icon: 'book', color: 'red' },
      ...{ prettyUrl: true, reverseSort: false, singleton: false, groups: ['a'], publicOperations: ['read'] },
      ...{
        redirects: { old: 'new' },
        properties: {},
        mcp: { access: 'admin', description: '', resource: false },
      },
      ...{ published: { draft: '', state: { property: 'title', values: ['a'] } }, manualOrder: '', tree: '' },
    }),
  },
  'PATCH /api/collections/{collection}': {
    method: 'PATCH',
    path: '/api/collections/changed',
    body: () => ({ name: 'Notes', publicOperations: [], mcp: null }),
  },
  'POST /api/collections/{collection}/{id}/clone': {
    method: 'POST',
    path: '/api/collections/notes/a/clone',
    body: (n) => ({ id: `copy-${n}`, collection: 'notes' }),
  },
  'POST /api/collections/{collection}/{id}/rename': {
    method: 'POST',
    path: '/api/collections/notes/old/rename',
    given: { id: 'old' },
    body: (n) => ({ id: `renamed-${n}`, references: true, redirect: false }),
  },
  'POST /api/references/collections/{collection}/replace': {
    method: 'POST',
    path: '/api/references/collections/notes/replace',
    body: () => ({ ids: ['c'], to: null, remove: false }),
  },
  'POST /api/views/collections/{collection}': {
    method: 'POST',
    path: '/api/views/collections/notes',
    body: (n) => ({
      ...{ id: `view-${n}`, name: `View ${n}`, search: 'a', include: 'title:a', any: '', exclude: '' },
      ...{ sort: 'title:asc', by: 'title', layout: 'table', columns: ['title'], state: 'draft' },
    }),
  },
  'PATCH /api/views/collections/{collection}/{view}': {
    method: 'PATCH',
    path: '/api/views/collections/notes/all',
    body: () => ({ name: 'All', sort: 'title:desc', columns: null }),
  },
  'POST /api/batch': {
    method: 'POST',
    path: '/api/batch?dryRun=1',
    body: () => ({
      operations: [{ operation: 'patch', collection: 'notes', id: 'a', data: { title: 'B' } }],
    }),
  },
  'POST /api/schemas': {
    method: 'POST',
    path: '/api/schemas',
    body: (n) => ({ id: `made-${n}`, ...NOTE, description: '', category: '', formgrid: '', inheritFrom: [] }),
  },
  'PUT /api/schemas/{schema}': { method: 'PUT', path: '/api/schemas/changing', body: () => NOTE },
  'POST /import/jumpstart': {
    method: 'POST',
    path: '/import/jumpstart?dryRun=1',
    body: () => ({ version: '1', name: 'T', description: '', schemas: [], objects: [] }),
  },
  'POST /api/apikeys': {
    method: 'POST',
    path: '/api/apikeys',
    body: () => ({ name: 'Key', methods: ['GET'], paths: ['/collections'] }),
  },
  'POST /api/users': {
    method: 'POST',
    path: '/api/users',
    body: (n) => ({
      name: `user-${n}`,
      email: `u${n}@x.example`,
      role: 'editor',
      password: `long enough ${n}`,
    }),
  },
  'POST /api/oauth/clients': {
    method: 'POST',
    path: '/api/oauth/clients',
    body: () => ({
      name: 'App',
      redirectUris: ['https://a.example/cb'],
      scopes: ['cms:read'],
      confidential: false,
    }),
  },
  'PATCH /api/users/{user}': {
    method: 'PATCH',
    path: `/api/users/${STAFF_IDS.viewer}`,
    body: (n) => ({ name: `named-${n}`, email: null, role: 'viewer' }),
  },
  'POST /oauth/register': {
    method: 'POST',
    path: '/oauth/register',
    body: () => ({ client_name: 'App', redirect_uris: ['https://a.example/cb'], scope: 'cms:read' }),
  },
  'PATCH /api/collections/{collection}/{id}/{property}/{path}': {
    method: 'PATCH',
    path: '/api/collections/notes/a/photo/p.jpg',
    body: () => ({ alt: 'A', caption: '', tags: ['a'] }),
  },
  'PATCH /api/backups': {
    method: 'PATCH',
    path: '/api/backups',
    body: () => ({ every: 'never', keep: 3, history: false }),
  },
};

/** Described bodies without a sample, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'POST /api/collections/{collection}/{id}/{property}': 'an upload: JSON is one of two kinds of body',
  'POST /api/collections/{collection}/{id}/{property}/{path}': 'an upload',
  'POST /api/upload/{collection}/{id}/{property}': 'an upload',
  'POST /api/upload/{collection}/{id}/{property}/{path}': 'an upload',
  'POST /api/media/replace': 'an upload',
  'POST /admin/session/password': 'attempts are counted, and the next ones rejected',
};

/** Reasons that lie in the folder or in other properties, which a description cannot name. */
const UNSAID = [
  /there is no \w+ \\?"/i,
  /already taken|is the id that the object has|has changed since it was read/,
  /or omitted|must stay/,
  // Rules in code.
  /must be a path such as|must be a full path|must have at least one letter or digit/,
  /at least 4 different characters|scope must contain at least one/,
  // Where backups are made is needed once they are.
  /"to":\["is required"\]/,
];

/** What the server takes although the description refuses it, for other programs. */
const LENIENT: Readonly<Record<string, RegExp>> = {
  // A text with commas is a list.
  'PATCH /api/collections/{collection}/{id}/{property}/{path}': /^tags = "/,
  // Empty parts, as PHP writes them.
  'POST /import/jumpstart': /^(collections|schemas|objects|factory) = (null|\[\])$/,
};

const server = sharedServer(() => FOLDER);
let described: Promise<Document>;
beforeAll(() => {
  described = documentOf(server());
});

interface Described {
  name: string;
  schema: JsonObject;
}

interface Document {
  bodies: Described[];
  resolve: (schema: JsonObject) => JsonObject;
  /** Whether the description allows a body. */
  judge: (schema: JsonObject) => (body: JsonValue) => boolean;
}

async function documentOf({ site }: TestServer): Promise<Document> {
  const options = {
    routes: ROUTES,
    version: '0',
    url: 'http://127.0.0.1',
    mayRead: () => false,
    mayReadSchema: () => false,
  };
  const { paths, components } = await openApiOf(site, options);
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'doc', components });
  const bodies = Object.entries(Object(paths)).flatMap(([path, item]) =>
    Object.entries(Object(item)).flatMap(([method, operation]) => {
      const schema = Object(operation).requestBody?.content['application/json']?.schema;
      return isJsonObject(schema) ? [{ name: `${method.toUpperCase()} ${path}`, schema }] : [];
    }),
  );
  const resolve = (schema: JsonObject): JsonObject => {
    const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
    if (name !== undefined) return resolve(Object(components).schemas[name]);
    const [first] = Array.isArray(schema.anyOf) ? schema.anyOf : [];
    return isJsonObject(first) ? resolve(first) : schema;
  };
  const judge = (schema: JsonObject) => {
    const text = JSON.stringify(schema).replaceAll('"#/', '"doc#/');
    const validate: ValidateFunction = ajv.compile(JSON.parse(text));
    return (body: JsonValue) => validate(body);
  };
  return { bodies, resolve, judge };
}

/** Rows that are checked by what describes them. */
const CHECKED = new Set(
  ROUTES.flatMap(({ input }) => (input?.checkedBy ? [JSON.stringify(input.checkedBy)] : [])),
);

describe('the description of bodies', () => {
  it('has a sample here for each that says more than that it is JSON', async () => {
    const { bodies, resolve } = await described;
    const sampled = new Set(
      bodies.filter(({ name }) => name in SAMPLES).map(({ schema }) => JSON.stringify(schema)),
    );
    const without = bodies.filter(({ name, schema }) => {
      const { properties } = resolve(schema);
      if (!isJsonObject(properties) || name in LEFT_OUT) return false;
      return !sampled.has(JSON.stringify(schema)) && !CHECKED.has(JSON.stringify(resolve(schema)));
    });
    expect(without.map(({ name }) => name)).toEqual([]);
    const names = bodies.map(({ name }) => name);
    const unknown = Object.keys({ ...SAMPLES, ...LEFT_OUT, ...LENIENT }).filter(
      (name) => !names.includes(name),
    );
    expect(unknown).toEqual([]);
  });

  it.each(Object.entries(SAMPLES))('%s rejects what the server rejects', async (name, sample) => {
    const { bodies, resolve, judge } = await described;
    const { schema } = bodies.find((one) => one.name === name) ?? { schema: {} };
    const allows = judge(schema);
    const { method, path, body, given, made } = sample;
    const sent = async (json: JsonValue) => {
      if (given) await server().request('/collections/notes', { method: 'POST', json: given });
      const answer = await server().request(path, { method, json });
      if (made !== undefined && answer.status < 300) await server().request(made, { method: 'DELETE' });
      return answer;
    };
    const differences: string[] = [];
    const changes = mutations(resolve, schema, body(0));
    for (const [n, change] of changes.entries()) {
      const json = change.in(body(n));
      const answer = await sent(json);
      // A template is answered alike, whatever its parts are.
      const takes = answer.status < 400 && answer.json.success !== false;
      if (allows(json) === takes) continue;
      if (takes ? LENIENT[name]?.test(change.what) : UNSAID.some((reason) => reason.test(answer.text)))
        continue;
      differences.push(`${change.what} is ${takes ? 'taken' : `answered ${answer.status}: ${answer.text}`}`);
    }
    expect(differences).toEqual([]);
    expect(changes.length).toBeGreaterThan(20);
    const sound = body(changes.length);
    const { status, text } = await sent(sound);
    expect([allows(sound), status, text]).toEqual([true, expect.toSatisfy((code) => code < 300), text]);
  });
});
