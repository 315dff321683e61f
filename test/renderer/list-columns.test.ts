import { describe, expect, it } from 'vitest';
import type { KindName, SchemaDefinition } from '#contract/schemas';
import {
  chosenColumns,
  columnsOf,
  columnsThatFit,
  gridTemplate,
  rowWidth,
} from '../../renderer/lists/columns.ts';

/** A schema whose indexed properties have these kinds, in this order. */
function schema(kinds: Record<string, KindName>, settings: Record<string, object> = {}): SchemaDefinition {
  return {
    id: 'sample',
    name: 'sample',
    title: 'Sample',
    description: '',
    properties: Object.fromEntries(
      Object.entries(kinds).map(([name, field]) => [
        name,
        { type: 'string', field, required: false, ...(settings[name] ? { settings: settings[name] } : {}) },
      ]),
    ),
    requiredProperties: [],
    index: Object.keys(kinds),
    inheritFrom: [],
    reserved: false,
  };
}

const ids = (columns: readonly { id: string }[]) => columns.map((column) => column.id);

describe('columns of a list', () => {
  it('begin with the title, keep the order of the index and end with the system ones', () => {
    const columns = columnsOf(schema({ id: 'id', price: 'price', name: 'text', draft: 'toggle' }));
    expect(ids(columns)).toEqual(['name', 'id', 'price', 'draft', 'created', 'modified']);
    expect(columns[0]?.show).toBe('title');
    expect(columns.find(({ id }) => id === 'price')?.align).toBe('end');
    expect(columns.find(({ id }) => id === 'draft')?.show).toBe('flag');
  });

  it('name an object by its first text, else by its id, where no usual name is indexed', () => {
    expect(columnsOf(schema({ id: 'id', street: 'text' }))[0]?.id).toBe('street');
    expect(columnsOf(schema({ id: 'id', text: 'textarea' }))[0]?.id).toBe('id');
  });

  it('never hold a password, a secret, code or hidden data', () => {
    const columns = columnsOf(
      schema({
        title: 'text',
        pin: 'password',
        key: 'secret',
        snippet: 'code',
        data: 'json',
        state: 'hidden',
      }),
    );
    expect(ids(columns)).toEqual(['title', 'created', 'modified']);
  });

  it('show the title and the last change first, then what still fits', () => {
    const columns = columnsOf(
      schema({
        title: 'text',
        tags: 'list',
        date: 'date',
        featured: 'toggle',
        author: 'select',
        cover: 'image',
      }),
    );
    expect([...columnsThatFit(columns, 200)]).toEqual(['title']);
    expect([...columnsThatFit(columns, 450)]).toEqual(['title', 'modified']);
    expect([...columnsThatFit(columns, 760)]).toEqual(['title', 'modified', 'cover', 'author']);
    expect([...columnsThatFit(columns, 1200)]).toEqual([
      'title',
      'modified',
      'cover',
      'author',
      'date',
      'tags',
    ]);
  });

  it('leave the title room for its words, and take the width their own heads need', () => {
    const columns = columnsOf(schema({ title: 'text', draft: 'toggle', needsChangesByUser: 'toggle' }));
    expect([...columnsThatFit(columns, 400)]).toEqual(['title']);
    expect(columns.map(({ min }) => min)).toEqual([220, 96, 150, 130, 130]);
  });

  it('leave dates that Plinth sets by itself to the system columns', () => {
    const columns = columnsOf(
      schema({ title: 'text', updated: 'datetime' }, { updated: { onUpdate: true } }),
    );
    expect(columnsThatFit(columns, 1200).has('updated')).toBe(false);
  });

  it('hold no switch, which says nothing of most objects, unless it is asked for', () => {
    const columns = columnsOf(schema({ title: 'text', draft: 'toggle', pinned: 'toggle' }));
    expect(columnsThatFit(columns, 1200)).toEqual(new Set(['title', 'modified']));
    expect(ids(chosenColumns(columns, ['draft']))).toEqual(['title', 'draft']);
  });

  it('give each shown column a track, and the row the width of all', () => {
    const [title] = columnsOf(schema({ title: 'text' }));
    if (title === undefined) throw new Error('no title column');
    expect(gridTemplate([title])).toBe('40px minmax(220px, 3fr) 44px');
    expect(rowWidth([title])).toBe(304);
  });
});
