import { describe, expect, it } from 'vitest';
import type { SchemaDocument } from '../../../server/contract/schemas.js';
import { compileSchema } from '../../../server/schemas/compile.js';
import { definitionOf, rawDefinitionOf, summaryOf } from '../../../server/schemas/definition.js';
import { flatten } from '../../../server/schemas/inherit.js';
import { applyOverrides } from '../../../server/schemas/overrides.js';
import { entryOf, hasPrivate, present } from '../../../server/schemas/present.js';
import { saved, schemaOf } from '../kinds/one-property.js';

const times = { created: '2026-01-05T09:00:00Z', modified: '2026-01-06T11:30:00Z' };

describe('an object in answers', () => {
  const schema = schemaOf(
    {
      title: { field: 'text' },
      login: { field: 'password' },
      token: { field: 'secret' },
      created: { field: 'datetime' },
    },
    { index: ['title', 'login', 'token', 'gone', 'created'] },
  );
  const document = {
    id: 'one',
    token: 'tok',
    former: 'secret of a removed property',
    title: 'A',
    login: '$2y$10$hash',
    created: 'old',
  };

  it('has the schema\u2019s order, its times and no password', () => {
    expect(JSON.stringify(present(schema, document, { writer: true, times, collection: 'blog' }))).toBe(
      JSON.stringify({ id: 'one', title: 'A', login: '', token: 'tok', ...times }),
    );
  });

  it('shows a secret to those who may write only', () => {
    expect(present(schema, document, { writer: false, times, collection: 'blog' })).toMatchObject({
      token: '',
    });
    expect(hasPrivate(schema)).toBe(true);
    expect(hasPrivate(schemaOf({ login: { field: 'password' } }))).toBe(false);
  });

  it('does not show what only the file knows', () => {
    expect(present(schema, document, { writer: true, times, collection: 'blog' })).not.toHaveProperty(
      'former',
    );
  });

  it('omits what is not there', () => {
    expect(present(schema, { id: 'one' }, { writer: true, times, collection: 'blog' })).toEqual({
      id: 'one',
      ...times,
    });
  });

  it('is indexed by its public values', () => {
    expect(entryOf(schema, document, times, 'blog')).toEqual({
      id: 'one',
      title: 'A',
      login: '',
      token: '',
      ...times,
    });
  });
});

describe('a definition', () => {
  const parent: SchemaDocument = {
    id: 'base',
    properties: { id: { field: 'id', $ref: 'slug' }, note: { field: 'textarea' } },
    required: ['id'],
    index: ['id'],
  };
  const document: SchemaDocument = {
    id: 'walk',
    description: 'A walk',
    category: 'Agenda',
    properties: {
      title: { type: 'string', field: 'text', label: 'Name', maxLength: 80 },
      body: { field: 'styledtext' },
      day: { $ref: 'date', field: 'date' },
      kind: { field: 'select', enum: ['a', 'b'], default: 'a' },
      tags: { $ref: 'list', field: 'list' },
      open: { field: 'toggle' },
      guide: { field: 'select', settings: { relationalOptions: { collection: 'people' } } },
      cover: { field: 'image' },
      phone: { field: 'tel' },
      stars: { field: 'stars', type: 'number' },
    },
    required: ['title'],
    index: ['title', 'day'],
    formgrid: 'title day',
    inheritFrom: ['base'],
  };
  const schema = compileSchema(flatten(document, () => parent));
  const info = { title: 'Walks', reserved: false };
  const definition = definitionOf(schema, info);

  it('names itself, its lists and its parents', () => {
    expect(definition).toMatchObject({
      id: 'walk',
      name: 'walk',
      title: 'Walks',
      description: 'A walk',
      category: 'Agenda',
      requiredProperties: ['id', 'title'],
      index: ['id', 'title', 'day'],
      formgrid: 'title day',
      inheritFrom: ['base'],
      reserved: false,
    });
  });

  it.each([
    ['title', { type: 'string', required: true, maxLength: 80, label: 'Name', field: 'text' }],
    ['body', { type: 'string', format: 'html', required: false, label: 'Body' }],
    ['day', { type: 'string', format: 'date', $ref: 'date' }],
    ['kind', { enum: ['a', 'b'], default: 'a' }],
    ['tags', { type: 'array', items: { type: 'string' } }],
    ['open', { type: 'boolean' }],
    ['guide', { reference: 'people' }],
    ['cover', { type: 'image', field: 'image' }],
    ['phone', { field: 'phone', writtenField: 'tel' }],
    ['stars', { type: 'number', field: 'number', writtenField: 'stars' }],
    ['id', { required: true, inheritedFrom: 'base', field: 'id' }],
    ['note', { required: false, inheritedFrom: 'base' }],
  ])('carries for %s what the interface names', (name, expected) => {
    expect(definition.properties[name]).toMatchObject(expected);
  });

  it('in the raw form has what the document has', () => {
    const raw = rawDefinitionOf(document, info);
    expect(Object.keys(raw.properties)).toEqual(Object.keys(document.properties));
    expect(raw).toMatchObject({ requiredProperties: ['title'], index: ['title', 'day'] });
  });

  it('has a summary with its address', () => {
    expect(summaryOf(document, { ...info, usedBy: ['walks'], partOf: [] })).toEqual({
      name: 'walk',
      title: 'Walks',
      description: 'A walk',
      url: '/schemas/walk',
      category: 'Agenda',
      reserved: false,
      usedBy: ['walks'],
      partOf: [],
    });
  });
});

describe('overrides of a collection', () => {
  const schema = schemaOf({
    title: { field: 'text', label: 'Title', settings: { a: 1, b: 2 }, maxLength: 3 },
  });

  it('change labels, help, kinds, options and settings', async () => {
    const overridden = applyOverrides(schema, {
      title: { label: 'Name', field: 'textarea', options: ['x'], settings: { b: 3 } },
    });
    const { definition, kindName } = overridden.properties.get('title') ?? {};
    expect(definition).toMatchObject({
      label: 'Name',
      options: ['x'],
      settings: { a: 1, b: 3 },
      maxLength: 3,
    });
    expect(kindName).toBe('textarea');
    expect(overridden.hash).not.toBe(schema.hash);
    expect(schema.properties.get('title')?.definition.label).toBe('Title');
    await saved(overridden, { sent: { title: 'abc' } });
  });

  it('change nothing else, and nothing that is not there', () => {
    const hostile = JSON.parse(
      '{"title":{"maxLength":99,"$ref":"json","label":5},"gone":{"label":"x"},"__proto__":{"label":"x"}}',
    );
    const overridden = applyOverrides(schema, hostile);
    expect(overridden.properties.get('title')?.definition).toEqual(
      schema.properties.get('title')?.definition,
    );
    expect([...overridden.properties.keys()]).toEqual(['title', 'id']);
    expect(applyOverrides(schema, JSON.parse('[1]'))).toBe(schema);
    expect(applyOverrides(schema, undefined)).toBe(schema);
  });

  it('of a label alone rebuild no entry', () => {
    expect(applyOverrides(schema, { title: { label: 'Name' } }).hash).toBe(schema.hash);
  });
});
