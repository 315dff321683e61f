import { describe, expect, it } from 'vitest';
import { onWire } from '../../../server/contract/messages/message.js';
import type { SchemaDocument } from '../../../server/contract/schemas.js';
import type { ErrorDetails } from '../../../server/contract/wire.js';
import { PlinthError } from '../../../server/errors.js';
import { compileSchema } from '../../../server/schemas/compile.js';
import { definitionOf, rawDefinitionOf } from '../../../server/schemas/definition.js';
import { flatten } from '../../../server/schemas/inherit.js';
import { storedDocument } from '../../../server/schemas/save-document.js';

const base: SchemaDocument = {
  id: 'base',
  properties: { id: { field: 'id' }, day: { field: 'date' } },
  required: ['id', 'day'],
  index: ['id', 'day'],
};
const parentOf = (id: string) => (id === 'base' ? base : undefined);
const settle = (parts: Record<string, unknown>, id?: string) =>
  storedDocument(
    { id: 'walk', properties: {}, required: [], index: [], ...parts },
    { parentOf, ...(id === undefined ? {} : { id }) },
  );
const property = (definition: unknown) => settle({ properties: { value: definition } }).properties.value;

function problems(parts: Record<string, unknown>, id?: string): ErrorDetails {
  try {
    settle(parts, id);
  } catch (error) {
    if (error instanceof PlinthError && error.kind === 'validation')
      return onWire(error.details ?? {}).details;
    throw error;
  }
  return {};
}

describe('a saved schema', () => {
  it('is written with its draft, its address and its parts in one order', () => {
    const document = settle({
      index: ['title'],
      category: 'Agenda',
      inheritFrom: ['base', 'nobody'],
      'x-note': { kept: true },
      properties: { title: { field: 'text' } },
      description: 'A walk',
      formgrid: 'id title',
      required: ['title'],
    });
    expect(JSON.stringify(document)).toBe(
      JSON.stringify({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: '/schemas/walk',
        type: 'object',
        id: 'walk',
        description: 'A walk',
        properties: { title: { field: 'text', type: 'string' } },
        required: ['id', 'title'],
        index: ['id', 'title'],
        formgrid: 'id title',
        category: 'Agenda',
        inheritFrom: ['base', 'nobody'],
        'x-note': { kept: true },
      }),
    );
  });

  it('omits what is empty', () => {
    const document = settle({ formgrid: '', category: '', inheritFrom: [] });
    expect(Object.keys(document)).toEqual([
      '$schema',
      '$id',
      'type',
      'id',
      'description',
      'properties',
      'required',
      'index',
    ]);
  });

  it('loses names that are neither own nor inherited', () => {
    const document = settle({
      required: ['day', 'gone'],
      index: ['id', 'day', 'day'],
      inheritFrom: ['base'],
    });
    expect([document.required, document.index]).toEqual([
      ['id', 'day'],
      ['id', 'day'],
    ]);
  });

  it('keeps an address from elsewhere that still fits', () => {
    const $id = 'https://www.elsewhere.example/schemas/custom/walk.json';
    expect(settle({ $id }).$id).toBe($id);
    expect(settle({ $id: 'https://www.elsewhere.example/schemas/custom/other.json' }).$id).toBe(
      '/schemas/walk',
    );
  });

  it.each([
    [{ field: 'text' }, { field: 'text', type: 'string' }],
    [{ field: 'price' }, { field: 'price', type: 'number' }],
    [{ field: 'multicheckbox' }, { field: 'multicheckbox', type: 'array' }],
    [{ field: 'date' }, { field: 'date', $ref: 'date' }],
    [
      { field: 'id', type: 'slug' },
      { field: 'id', $ref: 'slug' },
    ],
    [{ field: 'image' }, { field: 'image', $ref: 'image' }],
    [{ field: 'deckTable' }, { field: 'deckTable', $ref: 'deck' }],
    [{ field: 'stars' }, { field: 'stars', type: 'string' }],
    [{ type: 'date' }, { $ref: 'date' }],
    [
      { type: 'integer', field: 'number' },
      { type: 'integer', field: 'number' },
    ],
    [{ $ref: 'https://x.example/slug.json', type: 'string' }, { $ref: 'https://x.example/slug.json' }],
    [
      { $ref: 'https://x.example/odd.json', type: 'string' },
      { $ref: 'https://x.example/odd.json', type: 'string' },
    ],
    [
      { field: 'toggle', default: '1' },
      { field: 'toggle', type: 'boolean', default: true },
    ],
    [
      { field: 'checkbox', default: 'false' },
      { field: 'checkbox', type: 'boolean', default: false },
    ],
    [
      { field: 'text', default: '1' },
      { field: 'text', type: 'string', default: '1' },
    ],
    [
      { field: 'text', settings: { visibility: { watch: 'a', operator: '==', value: 1 } }, 'x-own': [1] },
      {
        field: 'text',
        type: 'string',
        settings: { visibility: { watch: 'a', operator: '==', value: 1 } },
        'x-own': [1],
      },
    ],
  ])('stores %j as %j', (sent, stored) => {
    expect(property(sent)).toEqual(stored);
  });

  it('can be read and sent back without a change', () => {
    const document = settle({
      properties: {
        title: { field: 'text', label: 'Title', minLength: 2 },
        body: { field: 'styledtext', label: 'Body' },
        tags: { field: 'list', label: 'Tags' },
        cover: { field: 'image', label: 'Cover' },
        phone: { field: 'tel', label: 'Phone' },
        stars: { field: 'stars', label: 'Stars' },
      },
      required: ['title'],
    });
    const info = { title: 'Walk', reserved: false };
    const raw = rawDefinitionOf(document, info);
    expect(storedDocument(JSON.parse(JSON.stringify(raw)), { parentOf, id: 'walk' })).toEqual(document);
    const flat = definitionOf(compileSchema(flatten(document, parentOf)), info);
    expect(settle(JSON.parse(JSON.stringify(flat)), 'walk').properties).toMatchObject(document.properties);
    const image = { ...raw.properties.cover, field: 'text', kept: undefined, $ref: undefined };
    expect(property(JSON.parse(JSON.stringify(image)))?.field).toBe('text');
  });
});

describe('a schema with problems', () => {
  it('is told all of them at once', () => {
    const found = problems({
      id: 'My Walk',
      description: 5,
      formgrid: [],
      required: 'title',
      index: [1],
      inheritFrom: 'base',
      properties: JSON.parse(`{
        "title": {"field": "text", "maxLength": -1, "pattern": "("},
        "km": {"field": "number", "settings": {"calc": "1 +"}},
        "a b": {"field": "text"},
        "clone": {"field": "text"},
        "__proto__": {"field": "text"},
        "x": 5,
        "y": {"field": 5, "label": [], "unique": "yes", "settings": [], "options": "a"}
      }`),
    });
    expect(Object.keys(found).sort()).toEqual(
      [
        'description',
        'formgrid',
        'id',
        'index',
        'inheritFrom',
        'properties.__proto__',
        'properties.a b',
        'properties.clone',
        'properties.km.settings.calc',
        'properties.title.maxLength',
        'properties.title.pattern',
        'properties.x',
        'properties.y.field',
        'properties.y.label',
        'properties.y.options',
        'properties.y.settings',
        'properties.y.unique',
        'required',
      ].sort(),
    );
    expect(found.id?.[0]).toContain('try "my-walk"');
  });

  it.each([
    [{ properties: undefined }, 'properties'],
    [{ properties: [] }, 'properties'],
    [{ required: 'title' }, 'required'],
    [{ index: {} }, 'index'],
    [{ id: undefined }, 'id'],
    [{ id: '../evil' }, 'id'],
    [{ inheritFrom: ['walk'] }, 'inheritFrom'],
    [{ properties: { a: { enum: 'x' } } }, 'properties.a.enum'],
    [{ properties: { a: { multipleOf: 0 } } }, 'properties.a.multipleOf'],
    [{ properties: { a: { uniqueItems: 'yes' } } }, 'properties.a.uniqueItems'],
    [{ properties: { a: { unique: true } } }, 'properties.a.unique'],
    [
      { properties: Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`p${at}`, {}])) },
      'properties',
    ],
  ])('%j is rejected for %s', (parts, path) => {
    expect(Object.keys(problems(parts))).toContain(path);
  });

  it('needs the lists of names when it is changed, but not when it is made', () => {
    const parts = { properties: { id: { field: 'id' } }, required: undefined, index: undefined };
    const { required, index } = settle(parts);
    expect([required, index]).toEqual([['id'], ['id']]);
    expect(Object.keys(problems(parts, 'walk')).sort()).toEqual(['index', 'required']);
  });

  it('cannot change its id', () => {
    expect(problems({ id: 'other' }, 'walk')).toEqual({ id: ['must stay "walk"'] });
    expect(settle({ id: undefined }, 'walk').id).toBe('walk');
  });

  it('allows unique where the index is inherited', () => {
    expect(problems({ properties: { day: { field: 'date', unique: true } }, inheritFrom: ['base'] })).toEqual(
      {},
    );
  });

  it.each([[null], [[]], ['x'], [5], [undefined]])('%j is no schema', (body) => {
    expect(() => storedDocument(body, { parentOf })).toThrow('must be a JSON object');
  });

  it('never pollutes, however deep the hostile key', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(200)}{"__proto__":{"polluted":1}}${'}'.repeat(200)}`);
    const hostile = JSON.parse(
      '{"__proto__":{"polluted":1},"default":{"__proto__":{"polluted":1}},"field":"json"}',
    );
    const document = settle({
      properties: { a: { field: 'json', default: deep }, b: hostile },
      __proto__: { x: 1 },
    });
    expect({}).not.toHaveProperty('polluted');
    expect(JSON.stringify(document)).not.toContain('polluted');
  });
});
