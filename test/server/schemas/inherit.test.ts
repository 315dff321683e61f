import { describe, expect, it } from 'vitest';
import type { PropertyDefinition, SchemaDocument } from '../../../server/contract/schemas.js';
import { flatten } from '../../../server/schemas/inherit.js';

const text = (label: string): PropertyDefinition => ({ field: 'text', label });
const document = (id: string, parts: Partial<SchemaDocument>): SchemaDocument => ({
  id,
  properties: {},
  required: [],
  index: [],
  ...parts,
});

const base = document('base', {
  properties: { id: { field: 'id' }, title: text('Base title'), note: text('Base note') },
  required: ['id', 'title'],
  index: ['id', 'title'],
  formgrid: 'id title',
  category: 'Base',
  inheritFrom: ['root'],
});
const dated = document('dated', {
  properties: { id: { field: 'id' }, day: { field: 'date' }, note: text('Dated note') },
  required: ['id', 'day'],
  index: ['day', 'title'],
});
const root = document('root', { properties: { deep: text('Deep') }, required: ['deep'], index: ['deep'] });
const known = new Map([base, dated, root].map((parent) => [parent.id, parent]));
const flat = (child: SchemaDocument) => flatten(child, (id) => known.get(id));

describe('a schema that inherits', () => {
  const child = document('walk', {
    properties: { id: { field: 'id' }, title: text('Own title'), km: { field: 'number' } },
    required: ['km', 'title', 'day'],
    index: ['km', 'id', 'title'],
    inheritFrom: ['base', 'nobody', 'dated'],
  });
  const { document: flattened, inheritedFrom } = flat(child);

  it('keeps its own definition of a property its parent has too (rule 1)', () => {
    expect(flattened.properties.title?.label).toBe('Own title');
  });

  it('gets the properties it lacks, its own ones first (rule 2)', () => {
    expect(Object.keys(flattened.properties)).toEqual(['id', 'title', 'km', 'note', 'day']);
    expect([...inheritedFrom]).toEqual([
      ['note', 'base'],
      ['day', 'dated'],
    ]);
  });

  it('lists parents first in their order, then what is new, without repeats (rule 3)', () => {
    expect(flattened.required).toEqual(['id', 'title', 'day', 'km']);
    expect(flattened.index).toEqual(['id', 'title', 'day', 'km']);
  });

  it('takes a property of two parents from the first (rule 4)', () => {
    expect(flattened.properties.note?.label).toBe('Base note');
  });

  it('gets nothing from the parents of its parents (rule 5)', () => {
    expect(flattened.properties).not.toHaveProperty('deep');
    expect(flattened.required).not.toContain('deep');
  });

  it('skips a parent that does not exist (rule 6)', () => {
    expect(() => flat(child)).not.toThrow();
  });

  it('keeps its own form layout and category, or none', () => {
    expect(flattened.formgrid).toBeUndefined();
    expect(flattened.category).toBeUndefined();
  });

  it('leaves the document it was made from alone', () => {
    expect(Object.keys(child.properties)).toEqual(['id', 'title', 'km']);
  });
});

describe('flattening what a file can hold', () => {
  it('ignores inheritance from itself, as text and twice', () => {
    const self = document('walk', { properties: { a: text('A') }, inheritFrom: ['walk', 'walk'] });
    expect(Object.keys(flatten(self, () => self).document.properties)).toEqual(['a', 'id']);
    const single = JSON.parse('{"id":"walk","properties":{},"required":[],"index":[],"inheritFrom":"base"}');
    expect(flat(single).document.properties).toHaveProperty('title');
  });

  it('always has an id, required and indexed', () => {
    const { document: flattened } = flat(document('walk', { properties: { a: text('A') }, required: ['a'] }));
    expect(flattened.properties.id).toMatchObject({ field: 'id' });
    expect([flattened.required, flattened.index]).toEqual([['id', 'a'], ['id']]);
  });

  it('drops names of no property from both lists', () => {
    const { document: flattened } = flat(
      document('walk', { required: ['gone'], index: ['gone', 'toString'] }),
    );
    expect([flattened.required, flattened.index]).toEqual([['id'], ['id']]);
  });

  it.each([
    '{"id":"x","properties":[],"required":5,"index":{}}',
    '{"id":"x","properties":null}',
    '{"id":"x","properties":{"a":null,"b":5,"c d":{},"__proto__":{"polluted":true},"constructor":{}}}',
    '{"id":"x","properties":{"a":{}},"required":[5,{}],"index":[null],"inheritFrom":{"a":1}}',
  ])('survives %s', (source) => {
    const { document: flattened } = flat(JSON.parse(source));
    expect(flattened.index).toEqual(['id']);
    expect(Object.keys(flattened.properties).filter((name) => !['a', 'id'].includes(name))).toEqual([]);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});
