import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/values';
import { type Operation, readDescription, searchGroups } from '../../renderer/api/openapi.ts';
import { isText, modeOf, pretty } from '../../renderer/pages/api/answer.ts';
import { exampleOf, flat, shapeOf } from '../../renderer/pages/api/schema-shape.ts';
import {
  firstInput,
  formFields,
  headersOf,
  isRisky,
  pathOf,
  problemsOf,
  sentRequest,
} from '../../renderer/pages/api/try-request.ts';
import { startTestServer } from '../helpers/server.js';

const COMPONENTS: Record<string, JsonObject> = {
  Node: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', title: 'Name' },
      next: { $ref: '#/components/schemas/Node' },
      many: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
      made: { type: 'string', readOnly: true },
    },
  },
  Loop: { $ref: '#/components/schemas/Loop' },
  Twins: {
    allOf: [
      { $ref: '#/components/schemas/Twins' },
      { $ref: '#/components/schemas/Twins' },
      { type: 'string' },
    ],
  },
};
const resolve = ({ $ref }: JsonObject): JsonObject => COMPONENTS[String($ref).split('/').at(-1) ?? ''] ?? {};

describe('an example made after a schema', () => {
  it.each<[string, JsonObject, unknown]>([
    ['its own example', { type: 'string', example: 'x', default: 'y' }, 'x'],
    ['its default', { type: 'number', default: 4 }, 4],
    ['its first choice', { enum: ['red', 'green'] }, 'red'],
    ['the form of a text', { type: 'string', format: 'date' }, '2026-01-31'],
    ['the least number', { type: 'integer', minimum: 3 }, 3],
    ['the first of several types', { type: ['boolean', 'null'] }, false],
    ['the first alternative', { oneOf: [{ type: 'number' }, { type: 'string' }] }, 0],
    ['anything', {}, {}],
    ['a list of one', { type: 'array', items: { type: 'number' } }, [0]],
    [
      'all parts of one',
      { allOf: [{ properties: { a: { const: 1 } } }, { properties: { b: { const: 2 } } }] },
      { a: 1, b: 2 },
    ],
    ['a component that holds itself', { $ref: '#/components/schemas/Node' }, { name: 'text', many: [] }],
    ['a component that is nothing but itself', { $ref: '#/components/schemas/Loop' }, {}],
    ['a component made of itself twice', { $ref: '#/components/schemas/Twins' }, 'text'],
    ['a component there is not', { $ref: '#/components/schemas/Gone' }, {}],
  ])('is %s', (_what, schema, example) => {
    expect(exampleOf(schema, resolve)).toEqual(example);
  });
});

describe('a schema in words', () => {
  it('shows a level at a time, what is required and which rules there are', () => {
    const shape = shapeOf(
      { allOf: [{ $ref: '#/components/schemas/Node' }, { required: ['next'] }] },
      resolve,
    );
    expect(shape.type).toBe('Node');
    expect(shape.children.map(({ name, required }) => [name, required])).toEqual([
      ['name', true],
      ['next', true],
      ['many', false],
      ['made', false],
    ]);
    const [name, next, many, made] = shape.children.map(({ schema }) => shapeOf(schema, resolve));
    expect([name?.type, name?.description]).toEqual(['string', 'Name']);
    expect(next?.children.length).toBe(4);
    expect(many?.type).toBe('list of Node');
    expect(made?.rules).toEqual(['set by Plinth']);
    expect(shapeOf({ type: 'integer', minimum: 1, maximum: 100, default: 50 }, resolve).rules).toEqual([
      'at least 1',
      'at most 100',
      'default 50',
    ]);
  });

  it('lets the own words of a schema stand over those it refers to', () => {
    expect(flat({ $ref: '#/components/schemas/Node', type: 'x' }, resolve).type).toBe('x');
  });
});

const OPERATION: Operation = {
  id: 'boats.patch',
  method: 'PATCH',
  path: '/api/collections/boats/{id}',
  tag: 'boats',
  summary: 'Change some properties',
  parameters: [
    { name: 'id', place: 'path', required: true, description: '', schema: {}, deep: false },
    { name: 'filter', place: 'query', required: false, description: '', schema: {}, deep: true },
    { name: 'search', place: 'query', required: false, description: '', schema: {}, deep: false },
    { name: 'If-Match', place: 'header', required: false, description: '', schema: {}, deep: false },
  ],
  bodies: [{ type: 'application/json', schema: {}, example: { name: 'Ann' } }],
  bodyRequired: true,
  responses: [
    {
      status: '200',
      description: '',
      headers: [],
      contents: [{ type: 'application/json', schema: {}, example: { id: 'ann' } }],
    },
  ],
  caller: 'key',
};

describe('a request that is tried', () => {
  const first = firstInput(OPERATION, resolve);

  it('begins with an example of the folder, but never with an object to delete', () => {
    expect(pathOf(OPERATION, first)).toBe('/api/collections/boats/ann');
    expect(JSON.parse(first.body)).toEqual({ name: 'Ann' });
    const remove: Operation = { ...OPERATION, method: 'DELETE' };
    expect(problemsOf(remove, firstInput(remove, resolve))).toEqual({ 'path id': 'Required.' });
  });

  it('carries what is filled in, escaped, and omits the rest', () => {
    const input = {
      ...first,
      values: {
        'path id': 'a/b ?',
        'query filter': 'hull=red\n name = x=y \n',
        'query search': 'a&b',
        'header If-Match': '"1"',
      },
    };
    expect(pathOf(OPERATION, input)).toBe(
      '/api/collections/boats/a%2Fb%20%3F?filter%5Bhull%5D=red&filter%5Bname%5D=x%3Dy&search=a%26b',
    );
    expect(headersOf(OPERATION, input)).toEqual({ 'If-Match': '"1"', 'Content-Type': 'application/json' });
    expect(sentRequest(OPERATION, input, 'http://h').body).toBe('{"name":"Ann"}');
  });

  it('says what is missing and what is no JSON', () => {
    expect(problemsOf(OPERATION, { ...first, values: {}, body: '{' })).toMatchObject({
      'path id': 'Required.',
      body: expect.stringMatching(/JSON/),
    });
    const form: Operation = {
      ...OPERATION,
      parameters: [],
      bodies: [
        { type: 'multipart/form-data', schema: { required: ['csv'], properties: { csv: {}, update: {} } } },
      ],
    };
    const input = firstInput(form, resolve);
    expect(problemsOf(form, input)).toEqual({ file: 'Choose a file.' });
    expect(form.bodies.map(formFields)).toEqual([{ file: 'csv', flags: ['update'] }]);
    expect(headersOf(form, input)).toEqual({});
  });

  it.each([
    ['DELETE', '/api/x', true],
    ['PATCH', '/api/x', true],
    ['POST', '/import/jumpstart', true],
    ['POST', '/api/batch', true],
    ['POST', '/admin/session/end', true],
    ['POST', '/api/collections/boats', false],
    ['GET', '/api/batch', false],
  ] as const)('is asked about first: %s %s %s', (method, path, risky) => {
    expect(isRisky({ ...OPERATION, method, path })).toBe(risky);
  });
});

describe('an answer', () => {
  it.each([
    ['application/json; charset=utf-8', 'json', true],
    ['application/problem+json', 'json', true],
    ['text/html', 'html', true],
    ['text/csv', 'text', true],
    ['application/zip', 'text', false],
    ['', 'text', true],
  ])('of %s is shown as %s (text: %s)', (type, mode, text) => {
    expect([modeOf(type), isText(type)]).toEqual([mode, text]);
  });

  it('has its JSON on lines of its own, unless it is only the beginning of some', () => {
    expect(pretty('{"a":[1]}', 'json')).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(pretty('{"a":', 'json')).toBe('{"a":');
    expect(pretty('1', 'text')).toBe('1');
  });
});

describe('the description of a running folder', () => {
  it('is read whole: every operation with a group, a path and an example that can be made', async () => {
    const server = await startTestServer({
      'boats/.meta.json': { id: 'boats', schema: 'blog', name: 'Boats' },
      'boats/ann.json': { id: 'ann', title: 'Ann' },
    });
    const document = (await server.request('/openapi.json')).json;
    const api = readDescription(document);
    const operations = api.groups.flatMap(({ operations: list }) => list);
    const described = Object.values(document.paths as Record<string, object>).flatMap((item) =>
      Object.keys(item),
    );
    expect(operations.length).toBe(described.length);
    expect(operations.every(({ tag, summary }) => tag !== '' && summary !== '')).toBe(true);
    for (const operation of operations) {
      for (const { schema } of operation.bodies) expect(exampleOf(schema, api.resolve)).toBeDefined();
      for (const { contents, description } of operation.responses) {
        expect(description).not.toBe('');
        for (const { schema } of contents) expect(shapeOf(schema, api.resolve).type).not.toBe('');
      }
    }
    const by = (id: string) => operations.find((one) => one.id === id);
    expect(by('boats.get')?.path).toBe('/api/collections/boats/{id}');
    expect([by('api.health')?.caller, by('boats.get')?.caller, by('api.starters.list')?.caller]).toEqual([
      'anyone',
      'key',
      'owner',
    ]);
    const found = searchGroups(api.groups, ' BOATS patch');
    expect(found.map(({ tag, operations: list }) => [tag, list.map(({ id }) => id)])).toEqual([
      ['boats', ['boats.patch']],
    ]);
    expect(searchGroups(api.groups, 'nothing like this')).toEqual([]);
    expect(searchGroups(api.groups, '').length).toBe(api.groups.length);
  });
});
