/** Cards, decks, texts by language and relations: the pure parts of their modules. */
import { describe, expect, it } from 'vitest';
import { fieldLookup } from '../../renderer/fields';
import { deckLayout } from '../../renderer/fields/deck/deck-layout';
import {
  copyOf,
  freeId,
  inOrder,
  itemLabel,
  moved,
  newIdProblem,
  renamed,
  withItem,
  withoutItem,
} from '../../renderer/fields/deck/deck-value';
import { localeOf, localesOf, offeredLocales, withText } from '../../renderer/fields/localized/locales';
import { partLines, partSummary } from '../../renderer/fields/parts/part-summary';
import {
  choiceGroups,
  refersById,
  relatedCollection,
  withChoices,
} from '../../renderer/fields/select/choice';
import { sensitiveProperties } from '../../renderer/fields/sensitive';
import { sameJson } from '../../renderer/json';
import { openForm } from '../../renderer/unsaved/form';
import { createFormStore } from '../../renderer/unsaved/form-store';
import { partOf, partStore } from '../../renderer/unsaved/part-store';
import {
  failingItems,
  failingPaths,
  messagesAt,
  ownMessagesAt,
  shownValue,
} from '../../renderer/unsaved/read-form';
import { deckBounds } from '../../server/contract/deck.js';
import type { KindName, PropertyOnWire, SchemaDefinition } from '../../server/contract/schemas.js';
import type { JsonObject, JsonValue } from '../../server/contract/values.js';

const property = (field: KindName, more: Record<string, unknown> = {}): PropertyOnWire => ({
  type: 'string',
  field,
  required: false,
  ...more,
});

const schemaOf = (id: string, properties: Record<string, PropertyOnWire>): SchemaDefinition => ({
  id,
  name: id,
  title: id,
  description: '',
  properties: { id: property('id'), ...properties },
  requiredProperties: ['id'],
  index: ['id'],
  inheritFrom: [],
  reserved: false,
});

const stop = schemaOf('stop', {
  title: property('text'),
  open: property('toggle'),
  code: property('secret'),
  place: property('card', { itemSchema: 'place' }),
  minutes: property('number'),
});
const deck: JsonObject = { b: { title: 'B' }, a: { title: 'A' }, c: { title: 'C' } };
const order = (value: JsonObject) => Object.keys(value).join(' ');

describe('the order of a deck', () => {
  it.each<[string, number, string]>([
    ['a', 0, 'a b c'],
    ['a', 2, 'b c a'],
    ['b', -4, 'b a c'],
    ['b', 9, 'a c b'],
  ])('with %s moved to %i is %s', (id, to, result) => {
    expect(order(inOrder(deck, moved(Object.keys(deck), id, to)))).toBe(result);
  });

  it('keeps mere numbers in front and where they are, and says of no other move that it was one', () => {
    const ids = ['1', '7', 'a', 'b'];
    expect(moved(ids, '7', 3)).toEqual(ids);
    expect(moved(ids, 'b', 0)).toEqual(['1', '7', 'b', 'a']);
    expect(Object.keys(inOrder({ 1: {}, 7: {}, a: {}, b: {} }, moved(ids, 'b', 0)))).toEqual([
      '1',
      '7',
      'b',
      'a',
    ]);
  });

  it('has a new item behind another, or at the end', () => {
    expect(order(withItem(deck, 'n', {}, 'b'))).toBe('b n a c');
    expect(order(withItem(deck, 'n', {}))).toBe('b a c n');
  });

  it('stays when an item goes or gets another id', () => {
    expect(order(withoutItem(deck, 'a'))).toBe('b c');
    const other = renamed({ ...deck, a: { id: 'a', title: 'A' } }, 'a', 'z');
    expect(order(other)).toBe('b z c');
    expect(other.z).toEqual({ id: 'z', title: 'A' });
  });

  it('makes another value of it, and so a change to be saved', () => {
    expect(sameJson(deck, inOrder(deck, ['b', 'a', 'c']))).toBe(true);
    expect(sameJson(deck, inOrder(deck, ['a', 'b', 'c']))).toBe(false);
  });
});

describe('a deck is laid out', () => {
  const schema = {
    ...schemaOf('stop', {
      title: property('text'),
      minutes: property('number'),
      note: property('text'),
      token: property('secret'),
      place: property('card'),
      last: property('text', { label: 'The last' }),
    }),
    index: ['id', 'minutes', 'title'],
  };
  const table = { writtenField: 'deckTable' };
  it.each<[string, Record<string, unknown>, SchemaDefinition, string[] | undefined, string | undefined]>([
    ['as lines that open in their place', {}, schema, undefined, undefined],
    ['as lines that open in a dialog', { settings: { modalSize: 'small' } }, schema, undefined, '30rem'],
    ['by no size that there is not', { settings: { modalSize: 'toString' } }, schema, undefined, undefined],
    ['as a table of what is indexed', table, schema, ['minutes', 'title'], '44rem'],
    ['with the first fields', table, { ...schema, index: [] }, ['title', 'minutes', 'note', 'last'], '44rem'],
    [
      'with the columns that are named and can be shown',
      { ...table, settings: { columns: 'note, place,gone,token , note,title', modalSize: 'large' } },
      schema,
      ['note', 'title'],
      '64rem',
    ],
    ['with columns in a list', { ...table, settings: { columns: ['last', 4] } }, schema, ['last'], '44rem'],
  ])('%s', (_case, more, items, columns, dialog) => {
    const layout = deckLayout(property('deck', more), items, fieldLookup);
    expect(layout.columns?.map(({ name }) => name)).toEqual(columns);
    expect(layout.dialog).toBe(dialog);
  });
});

describe('the id of a new item', () => {
  it.each(['12', '', 'a b', 'deck', '__proto__', 'A'])('cannot be "%s"', (id) => {
    expect(newIdProblem(id, ['a'])).toBeDefined();
  });

  it.each(['pier', '_12', 'Old-Pier'])('can be "%s"', (id) => {
    expect(newIdProblem(id, ['a'])).toBeUndefined();
  });

  it('is one that no item has', () => {
    const numbers = [...Array.from({ length: 7 }, () => 0), ...Array.from({ length: 7 }, () => 0.5)];
    const taken = 'aaaaaaa';
    const id = freeId([taken], () => numbers.shift() ?? 0);
    expect(id).not.toBe(taken);
    expect(id).toMatch(/^[a-z][a-z0-9]{6}$/);
  });

  it('is not copied with the values', () => {
    expect(copyOf({ id: 'a', title: 'A' }, stop, new Map(), fieldLookup)).toEqual({ title: 'A' });
  });

  it('leaves the files of the copied item with that one, at any depth', () => {
    const inner = schemaOf('inner', { name: property('text'), plan: property('file') });
    const outer = schemaOf('outer', {
      title: property('text'),
      photo: property('image'),
      venue: property('card', { itemSchema: 'inner' }),
    });
    const item = {
      id: 'a',
      title: 'A',
      photo: { name: 'a.jpg' },
      venue: { name: 'V', plan: { name: 'p.pdf' } },
    };
    expect(copyOf(item, outer, new Map([['inner', inner]]), fieldLookup)).toEqual({
      title: 'A',
      venue: { name: 'V' },
    });
  });
});

describe('an item is called', () => {
  const item = {
    id: 'x',
    title: 'The pier',
    open: true,
    code: 'tok_1',
    minutes: 5,
    place: { town: 'Bergen' },
  };

  it.each<[string, string | undefined, string]>([
    ['by its label', `\${title}, \${minutes} min`, 'The pier, 5 min'],
    ['by a value inside a card', `\${place.town}`, 'Bergen'],
    ['by its id where the label says so', `No. \${id}`, 'No. x'],
    ['by its first values without a label', undefined, 'The pier · 5'],
    ['by its first values where the label is only the id', `\${id}`, 'The pier · 5'],
    ['by its first values where the label stays empty', `\${nothing}`, 'The pier · 5'],
  ])('%s', (_how, deckItemLabel, label) => {
    const definition = property('deck', deckItemLabel === undefined ? {} : { deckItemLabel });
    expect(itemLabel(definition, stop, 'x', item, fieldLookup)).toBe(label);
  });

  it('never by a secret', () => {
    expect(partSummary(item, stop, fieldLookup)).not.toContain('tok_1');
    expect(
      itemLabel(property('deck', { deckItemLabel: `\${code}` }), stop, 'x', item, fieldLookup),
    ).not.toContain('tok_1');
  });
});

it.each<[Record<string, unknown>, number, number]>([
  [{}, 0, Number.POSITIVE_INFINITY],
  [{ settings: { minItems: 1, maxItems: -1 } }, 1, Number.POSITIVE_INFINITY],
  [{ minItems: 2, maxItems: 9, settings: { minItems: 1, maxItems: 4 } }, 2, 4],
])('a deck with %j takes from %d to %d items', (more, min, max) => {
  expect(deckBounds(property('deck', more))).toEqual({ min, max });
});

describe('a part of a form', () => {
  const base = {
    id: 'o',
    stops: { a: { id: 'a', title: 'A' }, b: { id: 'b', title: 'B' } },
    venue: { town: 'X' },
  };
  const open = () => createFormStore(openForm(['id', 'stops', 'venue'], base, '"1"'));

  it('writes its edits into the object’s property and nothing else', () => {
    const store = open();
    partStore(store, { property: 'stops', item: 'b' }).dispatch({
      type: 'edited',
      property: 'title',
      value: 'Bee',
    });
    expect(store.get().edits).toEqual({ stops: { a: base.stops.a, b: { id: 'b', title: 'Bee' } } });
  });

  it('is no change any more once its field is reverted', () => {
    const store = open();
    const card = partStore(store, { property: 'venue' });
    card.dispatch({ type: 'edited', property: 'town', value: 'Y' });
    card.dispatch({ type: 'edited', property: 'street', value: 'Z' });
    expect(Object.keys(card.get().edits)).toEqual(['town', 'street']);
    card.dispatch({ type: 'reverted', property: 'town' });
    card.dispatch({ type: 'reverted', property: 'street' });
    expect(store.get().edits).toEqual({});
  });

  it('is no change any more once a value is taken out and put back', () => {
    const store = open();
    const item = partStore(store, { property: 'stops', item: 'a' });
    item.dispatch({ type: 'edited', property: 'id', value: null });
    expect(Object.keys(store.get().edits)).toEqual(['stops']);
    item.dispatch({ type: 'edited', property: 'id', value: 'a' });
    expect(store.get().edits).toEqual({});
  });

  it.each<[string, JsonObject]>([
    ['nothing', {}],
    ['an empty list', { venue: [] }],
    ['an empty card', { venue: {} }],
  ])('is no change any more once it is empty again where %s was', (_case, object) => {
    const store = createFormStore(openForm(['venue'], object, '"1"'));
    const venue = partStore(store, { property: 'venue' });
    venue.dispatch({ type: 'edited', property: 'street', value: 'Quay 1' });
    expect(Object.keys(store.get().edits)).toEqual(['venue']);
    venue.dispatch({ type: 'edited', property: 'street', value: null });
    expect(store.get().edits).toEqual({});
  });

  it('reaches through parts inside parts', () => {
    const store = open();
    const item = partStore(store, { property: 'stops', item: 'a' });
    partStore(item, { property: 'place' }).dispatch({ type: 'edited', property: 'town', value: 'Bergen' });
    expect(shownValue(store.get(), 'stops')).toMatchObject({ a: { title: 'A', place: { town: 'Bergen' } } });
  });

  it('knows the messages about its inside by its own paths, and says their way once', () => {
    const store = open();
    store.dispatch({
      type: 'refused',
      message: 'no',
      details: {
        'stops.b.title': ['Stops › b › Title is too long'],
        'stops.b.place.town': ['Stops › b › Place › Town is required'],
      },
    });
    const part = partOf(store.get(), { property: 'stops', item: 'b' });
    expect(ownMessagesAt(part, 'title')).toEqual(['Title is too long']);
    expect(messagesAt(part, 'place')).toEqual(['town: Place › Town is required']);
    expect(failingItems(store.get(), 'stops')).toEqual(['b']);
    expect(failingPaths(store.get())).toEqual(['stops.b.title', 'stops.b.place.town']);
  });

  it('loses a message when what it speaks of is edited, and keeps the others', () => {
    const store = open();
    store.dispatch({
      type: 'refused',
      message: 'no',
      details: { 'stops.a.title': ['x'], 'stops.b.title': ['y'], stops: ['z'] },
    });
    partStore(store, { property: 'stops', item: 'a' }).dispatch({
      type: 'edited',
      property: 'title',
      value: 'Aa',
    });
    expect(Object.keys(store.get().errors)).toEqual(['stops.b.title']);
    const sorted = inOrder(base.stops, ['b', 'a']);
    store.dispatch({ type: 'edited', property: 'stops', value: sorted });
    expect(Object.keys(store.get().errors)).toEqual(['stops.b.title']);
    store.dispatch({ type: 'edited', property: 'stops', value: withoutItem(sorted, 'b') });
    expect(store.get().errors).toEqual({});
  });

  it('keeps a half-typed value as a problem at its path', () => {
    const store = open();
    const card = partStore(store, { property: 'venue' });
    card.dispatch({ type: 'edited', property: 'town', value: 'X', problem: 'is too short' });
    expect(store.get().problems).toEqual({ 'venue.town': 'is too short' });
    expect(Object.keys(store.get().edits)).toEqual(['venue']);
  });
});

it('writes out the values of a deck to be compared, secrets masked', () => {
  const schemas = new Map([
    ['stop', stop],
    ['place', schemaOf('place', { town: property('text') })],
  ]);
  const value = { a: { id: 'a', title: 'The pier', code: 'tok_1', place: { town: 'Bergen' } } };
  const lines = partLines(value, property('deck', { itemSchema: 'stop' }), schemas, fieldLookup);
  expect(lines).toEqual(['a', '  Title: The pier', '  Code: ••••••', '  Place', '    Town: Bergen']);
});

it('keeps whatever holds a secret at any depth out of the browser’s storage', () => {
  const place = schemaOf('place', {
    key: property('password'),
    up: property('card', { itemSchema: 'place' }),
  });
  const tour = schemaOf('tour', {
    plain: property('text'),
    stops: property('deck', { itemSchema: 'deep' }),
    harmless: property('card', { itemSchema: 'flat' }),
  });
  const schemas = new Map([
    ['place', place],
    ['deep', schemaOf('deep', { place: property('card', { itemSchema: 'place' }) })],
    ['flat', schemaOf('flat', { town: property('text') })],
  ]);
  expect(sensitiveProperties(tour, schemas)).toEqual(['stops']);
});

describe('languages', () => {
  it.each<[string, string | undefined]>([
    ['en', 'en'],
    ['en-us', 'en_US'],
    ['PT_br', 'pt_BR'],
    ['english', undefined],
    ['', undefined],
  ])('reads "%s" as %s', (text, locale) => {
    expect(localeOf(text)).toBe(locale);
  });

  it('are those of the settings, then those in use, each once', () => {
    const definition = property('localizedtext', { settings: { locales: ['de', 'en'] } });
    expect(localesOf(definition, [{ en: 'a', fr: 'b' }, [], undefined])).toEqual(['de', 'en', 'fr']);
  });

  it('are offered with the reader’s own first and without those already there', () => {
    const offered = offeredLocales(['en'], ['nb-NO', 'en-GB']);
    expect(offered[0]).toBe('nb');
    expect(offered).not.toContain('en');
  });

  it('without a text are no translations', () => {
    expect(withText({ en: 'a', de: 'b' }, 'de', '')).toEqual({ en: 'a' });
    expect(withText([], 'de', 'b')).toEqual({ de: 'b' });
  });
});

describe('relations', () => {
  const related = (relation: JsonValue) => property('select', { settings: { relationalOptions: relation } });

  it('lead to a collection, and to its objects where ids are stored', () => {
    expect(relatedCollection(related({ collection: 'people' }))).toBe('people');
    expect(relatedCollection(related('people'))).toBeUndefined();
    expect(refersById(related({ collection: 'people' }))).toBe(true);
    expect(refersById(related({ collection: 'people', value: 'name' }))).toBe(false);
  });

  it('offer what the server found behind the property’s own options, and keep a value that is gone', () => {
    const definition = property('select', { options: ['none'] });
    const groups = choiceGroups(withChoices(definition, [{ value: 'ada', label: 'Ada' }]), ['gone']);
    expect(groups.map(({ items }) => items.map(({ label }) => label))).toEqual([['none', 'Ada'], ['gone']]);
    expect(groups.at(-1)?.group).toBe('No longer available');
  });
});
