import { describe, expect, it } from 'vitest';
import type { KindName, SchemaDefinition } from '#contract/schemas';
import { arrangementOf, choicesOf, datesOf, isWritable } from '../../renderer/lists/arrangement.ts';
import { cardColumns, cardSize, imageOf, imageProperties } from '../../renderer/lists/card.ts';
import { columnsOf } from '../../renderer/lists/columns.ts';

const schema = (kinds: Record<string, KindName>, more: Record<string, object> = {}): SchemaDefinition => ({
  ...{
    id: 's',
    name: 's',
    title: 'S',
    description: '',
    requiredProperties: [],
    inheritFrom: [],
    reserved: false,
  },
  properties: Object.fromEntries(
    Object.entries(kinds).map(([name, field]) => [
      name,
      { type: 'string', field, required: false, ...more[name] },
    ]),
  ),
  index: Object.keys(kinds),
});

const options = (count: number) => ({ options: Array.from({ length: count }, (_, n) => `o${n}`) });
const full = schema(
  {
    title: 'text',
    made: 'date',
    day: 'date',
    at: 'datetime',
    hour: 'time',
    state: 'select',
    on: 'toggle',
    tags: 'list',
  },
  { state: options(3), made: { settings: { onCreate: true } } },
);

describe('the layouts of a schema', () => {
  it('has calendars by its dates, those first that can be changed', () => {
    expect(datesOf(full).map(({ name }) => name)).toEqual(['day', 'at', 'made', 'created', 'modified']);
    expect(
      datesOf(full)
        .filter(isWritable)
        .map(({ name }) => name),
    ).toEqual(['day', 'at']);
  });

  it.each([
    ['few options', options(40), ['state', 'on']],
    ['too many options', options(41), ['on']],
    ['no options', {}, ['on']],
  ])('has boards by choices with %s', (_, definition, names) => {
    const one = schema(
      { on: 'toggle', state: 'select', many: 'multiselect' },
      { state: definition, many: options(2) },
    );
    expect(choicesOf(one).map(({ name }) => name)).toEqual(names);
  });

  it.each([
    [{ layout: '', by: '' }, 'table', undefined],
    [{ layout: 'of a later version', by: '' }, 'table', undefined],
    [{ layout: 'cards', by: 'day' }, 'cards', undefined],
  ])('draws %j as %s by %s', (asked, layout, by) => {
    const drawn = arrangementOf(full, asked);
    expect([drawn.layout, drawn.by?.name]).toEqual([layout, by]);
  });
});

describe('a card', () => {
  it('shows the first image of any property with images', () => {
    const one = schema({ title: 'text', photo: 'image', more: 'gallery', papers: 'depot' });
    expect(imageProperties(one)).toEqual(['photo', 'more']);
    const image = (name: string) => ({ name, url: `/${name}` });
    expect(imageOf({ photo: image('a'), more: [image('b')] }, ['photo', 'more'])?.name).toBe('a');
    expect(imageOf({ photo: {}, more: [image('b')] }, ['photo', 'more'])?.name).toBe('b');
    expect(imageOf({}, ['photo', 'more'])).toBeUndefined();
  });

  it('shows what is on as badges and three values, and no image twice', () => {
    const all = columnsOf(
      schema({ title: 'text', photo: 'image', a: 'date', on: 'toggle', b: 'number', c: 'select', d: 'text' }),
    );
    const { flags, values } = cardColumns(all, ['photo']);
    expect([flags.map(({ id }) => id), values.map(({ id }) => id)]).toEqual([['on'], ['a', 'b', 'c']]);
  });

  it.each([
    [390, 2],
    [320, 1],
    [1200, 5],
    [0, 1],
  ])('of a list %i pixels wide stands in lines of %i', (width, across) => {
    expect(cardSize(width, { flags: [], values: [] }, true).across).toBe(across);
  });
});
