import { describe, expect, it } from 'vitest';
import type { KindName, PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import type { JsonValue } from '#contract/values';
import { batchesOf, problemsByPlace } from '../../renderer/api/batch.ts';
import type { BulkAction } from '../../renderer/fields/kind';
import {
  actionsOf,
  alterations,
  bulkProperties,
  changedValue,
  patchOf,
} from '../../renderer/pages/objects/bulk/bulk-change.ts';

const property = (field: KindName, rest: Partial<PropertyOnWire> = {}): PropertyOnWire => ({
  type: 'string',
  field,
  required: false,
  ...rest,
});

describe('a bulk edit', () => {
  it.each<[BulkAction, JsonValue, JsonValue | undefined, JsonValue]>([
    ['set', 'new', 'old', 'new'],
    ['clear', null, 'old', null],
    ['toggle', null, true, false],
    ['toggle', null, undefined, true],
    ['add', ['b', 'c'], ['a', 'b'], ['a', 'b', 'c']],
    ['add', ['b'], undefined, ['b']],
    ['add', ['b'], 'a', ['a', 'b']],
    ['remove', ['b', 'x'], ['a', 'b'], ['a']],
    ['remove', ['b'], undefined, []],
  ])('with %s %j makes of %j: %j', (action, value, before, after) => {
    expect(changedValue({ name: 'x', action, value }, before)).toEqual(after);
  });

  it('alters only what is not so already', () => {
    const altered = alterations({ id: 'a', tags: ['x'], draft: true, note: 'n' }, [
      { name: 'tags', action: 'add', value: ['x'] },
      { name: 'draft', action: 'set', value: false },
      { name: 'note', action: 'clear', value: null },
      { name: 'author', action: 'set', value: 'Ada' },
      { name: 'list', action: 'remove', value: ['y'] },
    ]);
    expect(altered.map(({ name }) => name)).toEqual(['draft', 'note', 'author']);
    expect(patchOf(altered)).toEqual({ draft: false, note: null, author: 'Ada' });
  });

  it.each<[KindName, Partial<PropertyOnWire>, BulkAction[]]>([
    ['text', {}, ['set', 'clear']],
    ['text', { required: true }, ['set']],
    ['toggle', {}, ['set', 'toggle']],
    ['list', {}, ['add', 'remove', 'set', 'clear']],
    ['id', {}, []],
    ['password', {}, []],
    ['deck', {}, []],
    ['text', { kept: true }, []],
  ])('of a %s (%j) can %j', (field, rest, actions) => {
    expect(actionsOf(property(field, rest))).toEqual(actions);
  });

  it('omits what cannot have one value for many or takes no edits', () => {
    const schema: SchemaDefinition = {
      ...{ id: 's', name: 's', title: 'S', description: '' },
      ...{ requiredProperties: [], index: [], inheritFrom: [], reserved: false },
      properties: {
        id: property('id'),
        title: property('text'),
        mail: property('email', { unique: true }),
        fixed: property('text', { settings: { readonly: true } }),
        sum: property('number', { settings: { calc: 'a + b' } }),
        secret: property('secret'),
        unseen: property('text', { hide: true }),
        draft: property('toggle'),
      },
    };
    expect(bulkProperties(schema)).toEqual(['title', 'draft']);
  });

  it('finds what is wrong with the operations of a rejected batch by their places', () => {
    const problems = problemsByPlace({
      'operations[2].data.length': ['Length must be at most 3', 'Length is odd'],
      'operations[2].data.venue.city': ['City is unknown'],
      'operations[10]': ['The object has changed since it was read'],
      elsewhere: ['is wrong'],
    });
    expect([...problems]).toEqual([
      [2, { reason: 'Length must be at most 3; Length is odd; City is unknown', names: ['length', 'venue'] }],
      [10, { reason: 'The object has changed since it was read', names: [] }],
    ]);
  });

  it('is split where a batch is full', () => {
    const sizes = (count: number) => batchesOf(Array.from({ length: count })).map(({ length }) => length);
    expect([sizes(0), sizes(1000), sizes(1001)]).toEqual([[], [1000], [1000, 1]]);
  });
});
