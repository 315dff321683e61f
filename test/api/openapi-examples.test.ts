/** Whether the description of the API says of values what is so: examples and real answers follow their schemas. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { KIND_NAMES } from '../../server/contract/schemas.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../server/contract/values.js';
import { kinds } from '../../server/properties/index.js';
import { listStarters, starter } from '../../server/templates/starters.js';
import { fixtures } from '../fixtures/kinds/index.ts';
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

describe('the component of a schema', () => {
  it('allows every value of every kind that an answer may carry, emptied ones among them', async () => {
    const rules = { minLength: 2, pattern: 'x', enum: ['xx'] };
    const samples = KIND_NAMES.flatMap((field) => {
      const { definition, valid } = fixtures[field];
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
    ] as const) {
      expect(problems(schema, { ...answer, [name]: wrong }), name).not.toEqual([]);
    }
  });
});
