/** The check of a whole template document before anything is written. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../server/contract/values.js';
import { checkTemplate } from '../../../server/templates/check.js';
import { importTemplate } from '../../../server/templates/import.js';
import { makeSite, refusal, type TestSite } from '../../helpers/site.js';

const WALK = {
  id: 'walk',
  properties: { title: { type: 'string', field: 'text' } },
  required: [],
  index: [],
};
const { id: _id, ...withoutId } = WALK;
const WALKS = { id: 'walks', schema: 'walk', name: 'Walks' };
const head = { version: '1.0.0', name: 'Test' };

let shared: TestSite;
beforeAll(async () => {
  shared = await makeSite({ collections: [{ id: 'news', schema: 'blog' }], manual: true });
  return () => shared.cleanup();
});

describe('a body that is no object is rejected', () => {
  test.each([[null], [[]], ['text'], [3], [undefined], [true]])('%j', async (body) => {
    expect(await refusal(importTemplate(shared.site, body))).toMatchObject({ kind: 'invalid' });
  });
});

/** What is wrong, by the path it is said under. */
const PROBLEMS: [what: string, document: JsonObject, details: Record<string, RegExp>][] = [
  ['no version', { name: 'x' }, { version: /text and not empty/ }],
  ['a version that is a number', { version: 1, name: 'x' }, { version: /text and not empty/ }],
  ['no name', { version: '1' }, { name: /text and not empty/ }],
  ['a blank name', { version: '1', name: '  ' }, { name: /text and not empty/ }],
  ['a description that is no text', { ...head, description: 3 }, { description: /must be text/ }],
  ['schemas that are no list', { ...head, schemas: {} }, { schemas: /must be a list/ }],
  ['objects that are no list', { ...head, objects: 'all' }, { objects: /must be a list/ }],
  ['a factory that is no list', { ...head, factory: 3 }, { factory: /must be a list/ }],
  ['collections that are no object', { ...head, collections: 'blog' }, { collections: /must be an object/ }],
  [
    'lists of collections that are none',
    { ...head, collections: { custom: {}, reserved: 'blog' } },
    { 'collections.custom': /must be a list/, 'collections.reserved': /must be a list/ },
  ],
  [
    'items that are no objects',
    {
      ...head,
      schemas: [1],
      objects: [null],
      factory: ['x'],
      collections: { custom: ['blog'], reserved: [1] },
    },
    {
      'schemas[0]': /must be an object/,
      'objects[0]': /must be an object/,
      'factory[0]': /must be an object/,
      'collections.custom[0]': /must be an object/,
      'collections.reserved[0]': /must be an object/,
    },
  ],
  [
    'ids of schemas that are illegal, missing, or reserved',
    {
      ...head,
      schemas: [
        { ...WALK, id: '../x' },
        { ...WALK, id: 'Walk' },
        withoutId,
        { ...WALK, id: 'blog' },
        { ...WALK, id: 'collection' },
        { ...WALK, id: '__proto__' },
        { ...WALK, id: 7 },
      ],
    },
    {
      'schemas[0].id': /lower-case letters/,
      'schemas[1].id': /try "walk"/,
      'schemas[2].id': /is required/,
      'schemas[3].id': /"blog" is reserved/,
      'schemas[4].id': /"collection" is reserved/,
      'schemas[5].id': /reserved name/,
      'schemas[6].id': /must be text/,
    },
  ],
  [
    'a schema without properties',
    { ...head, schemas: [{ id: 'walk' }] },
    { 'schemas[0].properties': /object/ },
  ],
  [
    'ids of collections that are illegal or reserved',
    {
      ...head,
      collections: {
        custom: [
          { id: '../x', schema: 'blog' },
          { id: '.system', schema: 'blog' },
          { id: 'templates', schema: 'blog' },
          { id: 'con', schema: 'blog' },
        ],
      },
    },
    {
      'collections.custom[0].id': /lower-case letters/,
      'collections.custom[1].id': /lower-case letters/,
      'collections.custom[2].id': /reserved name/,
      'collections.custom[3].id': /reserved name/,
    },
  ],
  [
    'a custom collection whose schema is missing or nowhere',
    { ...head, collections: { custom: [{ id: 'a' }, { id: 'b', schema: 'nowhere' }] } },
    { 'collections.custom[0].schema': /not empty/, 'collections.custom[1].schema': /no schema "nowhere"/ },
  ],
  [
    'reserved collections that are not built in',
    { ...head, collections: { reserved: ['nonsense', { id: 'news', url: 'javascript:alert(1)' }, {}] } },
    {
      'collections.reserved[0]': /not a built-in collection/,
      'collections.reserved[1].id': /"news" is not a built-in collection/,
      'collections.reserved[2].id': /is required/,
    },
  ],
  [
    'objects with illegal ids, in unknown collections, without data',
    {
      ...head,
      objects: [
        { collection: 'news', id: '../x', data: {} },
        { collection: 'nowhere', id: 'a', data: {} },
        { collection: 'news', id: 'a' },
        { collection: 'news', id: 'b', data: 'text' },
        { collection: 'news', id: 'index', data: {} },
        { collection: 'news', data: {} },
        { id: 'a', data: {} },
      ],
    },
    {
      'objects[0].id': /lower-case letters/,
      'objects[1].collection': /no collection "nowhere"/,
      'objects[2].data': /must be an object/,
      'objects[3].data': /must be an object/,
      'objects[4].id': /reserved name/,
      'objects[5].id': /is required/,
      'objects[6].collection': /not empty/,
    },
  ],
  [
    'factory entries with impossible counts',
    {
      ...head,
      factory: [0, -1, 1.5, 10_001, 1_000_000_000, '8', 'NaN', null].map((count) => ({
        collection: 'news',
        count,
      })),
    },
    Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`factory[${at}].count`, /whole number from 1 to 10000/]),
    ),
  ],
  [
    'factory entries with both or neither of count and id',
    { ...head, factory: [{ collection: 'news', count: 1, id: 'a' }, { collection: 'news' }] },
    { 'factory[0]': /exactly one of count and id/, 'factory[1]': /exactly one of count and id/ },
  ],
  [
    'factory entries with illegal ids, unknown collections or strange data',
    {
      ...head,
      factory: [
        { collection: 'news', id: 'A B' },
        { collection: 'nowhere', count: 1 },
        { collection: 'news', count: 1, data: [1] },
      ],
    },
    {
      'factory[0].id': /try "a-b"/,
      'factory[1].collection': /no collection "nowhere"/,
      'factory[2].data': /must be an object/,
    },
  ],
  [
    'a factory that asks for too much in all',
    { ...head, factory: Array.from({ length: 11 }, () => ({ collection: 'news', count: 10_000 })) },
    { 'factory[10]': /100000 generated objects in the whole document/ },
  ],
];

describe('problems are named by path, all at once', () => {
  test.each(PROBLEMS)('%s', async (_what, document, details) => {
    const { problems } = await checkTemplate(shared.site, {
      ...document,
      schemas: document.schemas ?? [WALK],
      templates: [{}],
    });
    const said = problems.details();
    expect(Object.keys(said).sort()).toEqual(Object.keys(details).sort());
    for (const [path, pattern] of Object.entries(details)) expect(said[path]?.join()).toMatch(pattern);
    expect(problems.total).toBeGreaterThanOrEqual(Object.keys(details).length);
  });
});

/** Those of a document that names no part of a template. */
const NO_TEMPLATE = new Set(['version', 'name', 'description']);

describe('a document that is no template is rejected, one without any sound part answered, and nothing is written', () => {
  test.each(PROBLEMS.filter(([what]) => !what.startsWith('a factory that asks')))(
    '%s',
    async (_what, document, details) => {
      const { site } = shared;
      const before = { schemas: site.library.ids(), collections: site.collections.all().length };
      const paths = Object.keys(details).sort();
      if (paths.every((path) => NO_TEMPLATE.has(path))) {
        const refused = await refusal(importTemplate(site, document));
        expect(refused.kind).toBe('validation');
        expect(Object.keys(Object(refused.details)).sort()).toEqual(paths);
      } else {
        const { success, errors } = await importTemplate(site, document);
        expect(success).toBe(false);
        for (const path of paths) expect(errors.join('\n')).toContain(`${path}: `);
      }
      expect({ schemas: site.library.ids(), collections: site.collections.all().length }).toEqual(before);
    },
  );
});

describe('what is sound passes', () => {
  test('a document with nothing but a version and a name', async () => {
    expect(await checkTemplate(shared.site, head)).toMatchObject({ schemas: [], objects: [], factory: [] });
  });

  test('collections and schemas of the document, of the folder, and built-in ones it names', async () => {
    const document: JsonObject = {
      ...head,
      schemas: [WALK],
      collections: { custom: [WALKS], reserved: ['text', { id: 'blog', url: '/news/{id}' }] },
      objects: [
        { collection: 'walks', id: 'river', data: {} },
        { collection: 'news', id: 'one', data: {} },
        { collection: 'blog', id: 'two', data: {} },
      ],
      factory: [
        { collection: 'text', count: 10_000 },
        { collection: 'blog', id: 'three', data: { title: 'word' } },
      ],
    };
    const template = await checkTemplate(shared.site, document);
    expect(template.problems.total).toBe(0);
    expect(template.objects).toHaveLength(3);
    expect(template.reserved.map(({ id }) => id)).toEqual(['text', 'blog']);
  });

  test('empty lists in the place of empty objects, as PHP writes them', async () => {
    const document: JsonObject = {
      ...head,
      collections: [],
      objects: [{ collection: 'news', id: 'a', data: [] }],
      factory: [{ collection: 'news', count: 1, data: [] }],
    };
    const template = await checkTemplate(shared.site, document);
    expect(template.objects[0]?.data).toEqual({});
    expect(template.factory[0]?.data).toEqual({});
  });

  test('hostile keys, which are omitted and reach no prototype', async () => {
    const hostile = JSON.parse(`{"version":"1","name":"t","__proto__":{"polluted":1},
      "collections":{"reserved":[{"id":"blog","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}]},
      "objects":[{"collection":"news","id":"a","data":{"__proto__":{"polluted":1},"title":"T"}}],
      "factory":[{"collection":"news","count":1,"data":{"__proto__":{"polluted":1},"constructor":"word"}}]}`);
    const template = await checkTemplate(shared.site, hostile);
    expect(Object.keys(template.reserved[0] ?? {})).toEqual(['id']);
    expect(Object.keys(template.objects[0]?.data ?? {})).toEqual(['title']);
    expect(Object.keys(template.factory[0]?.data ?? {})).toEqual([]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(Object.getPrototypeOf(template.objects[0]?.data)).toBe(Object.prototype);
  });
});
