/** Whether the description of the API says of values what is so: examples and real answers follow their schemas. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { KIND_NAMES } from '../../server/contract/schemas.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../server/contract/values.js';
import { kinds } from '../../server/properties/index.js';
import { listStarters, starter } from '../../server/templates/starters.js';
import { fixtureOf } from '../fixtures/kinds/index.ts';
import { startTestServer, type TestServer } from '../helpers/server.js';
import { PART } from '../server/kinds/one-property.js';

/** What a schema of the document finds wrong with a value, formats among it. */
function judge(document: JsonObject): (schema: JsonValue | undefined, value: unknown) => unknown[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'doc', components: document.components });
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const text = JSON.stringify(schema).replaceAll('"#/', '"doc#/');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, validate);
    return validate(value) ? [] : (validate.errors ?? []);
  };
}

/** Everything in the document that has a schema and an example of it, by its place. */
function examplesIn(value: JsonValue, place = ''): [place: string, schema: JsonValue, example: JsonValue][] {
  if (!isJsonObject(value)) return [];
  const { schema, example } = value;
  if (schema !== undefined && example !== undefined) return [[place, schema, example]];
  return Object.entries(value).flatMap(([key, child]) => examplesIn(child, `${place} ${key}`));
}

async function documentOf(server: TestServer): Promise<JsonObject> {
  return (await server.request('/openapi.json')).json;
}

/** The schema of an answer of a collection's own address. */
const answerOf = (document: JsonObject, path: string): JsonValue | undefined =>
  Object(document.paths)[path]?.get?.responses?.['200']?.content?.['application/json']?.schema;

describe('the description of a folder with all starters', () => {
  it('is valid, its operations have ids of their own, its examples and answers follow their schemas', async () => {
    const server = await startTestServer({});
    for (const { id } of listStarters()) {
      const imported = await server.request('/import/jumpstart', { method: 'POST', json: starter(id) });
      expect(imported.json).toMatchObject({ success: true });
    }
    const document = await documentOf(server);
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });

    const operations = Object.values(Object(document.paths)).flatMap((item) => Object.values(Object(item)));
    const ids = operations.map((operation) => Object(operation).operationId);
    expect(ids.every((id) => typeof id === 'string' && /^[\w.-]+$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);

    const problems = judge(document);
    const examples = examplesIn(document.paths ?? {});
    expect(examples.length).toBeGreaterThan(100);
    for (const [place, schema, example] of examples) expect(problems(schema, example), place).toEqual([]);

    const { collections } = (await server.request('/collections')).json;
    for (const { name } of Object(collections)) {
      const path = `/api/collections/${name}`;
      for (const address of [path, `${path}/query`, `${path}/query?include=id`, `${path}/index`]) {
        const schema = answerOf(document, address.replace(/\?.*/, ''));
        const answer = (await server.request(address)).json;
        expect(problems(schema, answer), address).toEqual([]);
      }
    }
  });
});

/** A request of each kind that answers JSON of its own, in an order in which one makes what the next one needs. */
const REQUESTS: [method: string, path: string, template: string, json?: unknown][] = [
  ['GET', '/api/collections', '/api/collections'],
  ['GET', '/api/collections/blog', '/api/collections/{collection}'],
  ['GET', '/api/collections/blog/first-post', '/api/collections/{collection}/{id}'],
  ['GET', '/api/collections/blog/query', '/api/collections/{collection}/query'],
  ['GET', '/api/collections/blog/query?include=title', '/api/collections/{collection}/query'],
  ['GET', '/api/collections/blog/index', '/api/collections/{collection}/index'],
  ['PUT', '/api/collections/blog/index', '/api/collections/{collection}/index'],
  ['GET', '/api/collections/blog/schema', '/api/collections/{collection}/schema'],
  ['GET', '/api/collections/blog/settings', '/api/collections/{collection}/settings'],
  ['POST', '/api/collections', '/api/collections', { id: 'notes', schema: 'text' }],
  ['PATCH', '/api/collections/notes', '/api/collections/{collection}', { name: 'Notes' }],
  ['POST', '/api/collections/notes', '/api/collections/{collection}', { text: 'One' }],
  [
    'POST',
    '/api/collections/blog/first-post/clone',
    '/api/collections/{collection}/{id}/clone',
    { id: 'two' },
  ],
  ['PUT', '/api/collections/blog/two/title', '/api/collections/{collection}/{id}/{property}', 'Two'],
  ['GET', '/api/schemas', '/api/schemas'],
  ['GET', '/api/schemas/blog', '/api/schemas/{schema}'],
  ['POST', '/api/schemas', '/api/schemas', { id: 'kit', properties: {}, required: [], index: [] }],
  [
    'POST',
    '/api/batch',
    '/api/batch',
    { operations: [{ operation: 'delete', collection: 'blog', id: 'two' }] },
  ],
  ['GET', '/api/trash', '/api/trash'],
  ['GET', '/api/damaged', '/api/damaged'],
  ['POST', '/api/apikeys', '/api/apikeys', { name: 'Site', methods: ['GET'], paths: ['/collections/blog'] }],
  ['GET', '/api/apikeys', '/api/apikeys'],
  ['POST', '/api/apikeys', '/api/apikeys', {}],
  ['DELETE', '/api/apikeys/nothing', '/api/apikeys/{key}'],
  ['GET', '/api/settings', '/api/settings'],
  ['PATCH', '/api/settings', '/api/settings', { 'dashboard.title': 'Harbour' }],
  ['PATCH', '/api/settings', '/api/settings', { nothing: 1 }],
  ['GET', '/api/status', '/api/status'],
  ['GET', '/api/starters', '/api/starters'],
  ['GET', '/api/unfinished-imports', '/api/unfinished-imports'],
  ['GET', '/api/starters/magazine', '/api/starters/{starter}'],
  ['GET', '/admin/session', '/admin/session'],
  ['GET', '/api/views/collections/blog', '/api/views/collections/{collection}'],
  ['POST', '/api/views/collections/blog', '/api/views/collections/{collection}', { name: 'Drafts' }],
  ['GET', '/api/report/collections/blog/fields?format=json', '/report/collections/{collection}/fields'],
  ['GET', '/api/report/collections/blog/json?fields=title', '/report/collections/{collection}/json'],
  ['GET', '/api/export/collections/blog', '/api/export/collections/{collection}'],
  ['GET', '/api/export/schemas/blog', '/api/export/schemas/{schema}'],
  ['GET', '/api/export/jumpstart', '/api/export/jumpstart'],
  ['POST', '/import/jumpstart', '/import/jumpstart', { version: '1.0.0', name: 'x' }],
  ['POST', '/import/collections/blog/json', '/import/collections/{collection}/json', [{ id: 'x' }, 5]],
  ['POST', '/import/collections/blog/factory', '/import/collections/{collection}/factory', { fqty: 1 }],
  ['GET', '/api/collections/blog/nothing', '/api/collections/{collection}/{id}'],
  ['POST', '/api/collections/blog', '/api/collections/{collection}', {}],
];

it('every answer that is JSON, errors among them, is as its operation says', async () => {
  const server = await startTestServer();
  const document = await documentOf(server);
  const problems = judge(document);
  for (const [method, path, template, json] of REQUESTS) {
    const answer = await server.request(path, { method, ...(json !== undefined && { json }) });
    const operation = Object(document.paths)[template]?.[method.toLowerCase()];
    const { responses } = Object(operation);
    const found = responses?.[answer.status];
    const response = found?.$ref
      ? Object(document.components).responses[found.$ref.split('/').at(-1)]
      : found;
    const schema = response?.content?.['application/json']?.schema;
    expect(schema, `${method} ${path} ${answer.status} is described`).toBeDefined();
    expect(problems(schema, JSON.parse(answer.text)), `${method} ${path}`).toEqual([]);
  }
});

describe('the component of a schema', () => {
  it('allows every value of every kind that an answer may carry, emptied ones among them', async () => {
    const rules = { minLength: 2, pattern: 'x', enum: ['xx'] };
    const samples = KIND_NAMES.flatMap((field) => {
      const { definition, valid } = fixtureOf(field);
      const { blank } = kinds[field];
      const emptied = { sent: blank, definition: blank === '' ? rules : {} };
      return [...valid, emptied].map((sample, n) => ({
        name: `${field}${n}`,
        definition: { field, ...definition, ...sample.definition },
        value: 'stored' in sample ? sample.stored : sample.sent,
      }));
    }).filter(({ value }) => value !== undefined && value !== null && !(value instanceof RegExp));
    const server = await startTestServer({
      '.schemas/part.json': PART,
      '.schemas/kit.json': {
        id: 'kit',
        properties: Object.fromEntries(samples.map(({ name, definition }) => [name, definition])),
        required: [],
        index: [],
      },
      'kits/.meta.json': { id: 'kits', schema: 'kit' },
      'kits/one.json': { id: 'one', ...Object.fromEntries(samples.map(({ name, value }) => [name, value])) },
    });
    const document = await documentOf(server);
    const schema = answerOf(document, '/api/collections/kits/{id}');
    const answer = (await server.request('/collections/kits/one')).json;
    expect(Object.keys(answer).length).toBeGreaterThan(samples.length);
    const problems = judge(document);
    expect(problems(schema, answer)).toEqual([]);
    for (const [wrong, name] of [
      [5, 'text0'],
      ['x', 'number0'],
      ['x', 'list0'],
      [[], 'date0'],
      ['walks', 'email0'],
      ['example.org/walk', 'url0'],
      ['javascript:alert(1)', 'url0'],
      [{ hex: 'blue', oklch: { l: 1, c: 0, h: 0 } }, 'color0'],
    ] as const) {
      expect(problems(schema, { ...answer, [name]: wrong }), name).not.toEqual([]);
    }
  });
});
