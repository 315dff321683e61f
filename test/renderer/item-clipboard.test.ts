/** Items of decks on the clipboard: what is read back has only values that fields of the deck can show. */
import { describe, expect, it } from 'vitest';
import { fieldLookup } from '../../renderer/fields';
import { outlineOf } from '../../renderer/fields/deck/blocks/outline';
import { type DeckOfItems, readItems, writeItems } from '../../renderer/fields/deck/clipboard';
import type { KindName, PropertyOnWire, SchemaDefinition } from '../../server/contract/schemas.js';

const property = (field: KindName, more: Record<string, unknown> = {}): PropertyOnWire => ({
  type: 'string',
  field,
  required: false,
  ...more,
});

const schemaOf = (id: string, properties: Record<string, PropertyOnWire>): SchemaDefinition => ({
  ...{ id, name: id, title: id, description: '', requiredProperties: [], index: ['id'] },
  ...{ inheritFrom: [], reserved: false, properties: { id: property('id'), ...properties } },
});

const hero = schemaOf('hero', {
  title: property('text'),
  image: property('image'),
  text: property('textarea'),
  place: property('card', { itemSchema: 'place' }),
});
const place = schemaOf('place', { town: property('text'), pin: property('secret', { label: 'Pin' }) });
const quote = schemaOf('quote', { text: property('textarea'), count: property('number') });

const deckOf = (definition: Partial<PropertyOnWire>): DeckOfItems => ({
  definition: property('deck', definition),
  partSchemas: new Map([hero, place, quote].map((schema) => [schema.id, schema])),
  fields: fieldLookup,
});
const blocks = deckOf({ itemSchema: 'hero', itemSchemas: ['hero', 'quote'] });
const quotes = deckOf({ itemSchema: 'quote' });
const clip = (...items: unknown[]) => JSON.stringify({ 'plinth-items': 1, items });

describe('items on the clipboard', () => {
  it('come back as they were, without ids, files and secrets, which are named', () => {
    const item = {
      ...{ id: 'top', schema: 'hero', title: 'T', image: { name: 'a.png' } },
      place: { id: 'place', town: 'Genua', pin: 's' },
    };
    const { text, left } = writeItems([item, { id: 'x', schema: 'gone' }], blocks);
    expect(left).toEqual(['Image', 'Pin']);
    expect(text).not.toContain('a.png');
    expect(readItems(text, blocks)).toEqual({
      items: [{ schema: 'hero', title: 'T', place: { town: 'Genua' } }],
      left: [],
    });
  });

  it('fit a deck of one schema, whose items do not name it', () => {
    const { text } = writeItems([{ id: 'a', schema: 'quote', text: 'Q' }], blocks);
    expect(readItems(text, quotes).items).toEqual([{ text: 'Q' }]);
  });

  it.each<[what: string, text: string, says: string]>([
    ['other text', 'Just words', 'does not hold items'],
    ['other JSON', '{"items":[]}', 'does not hold items'],
    ['torn JSON', '{"plinth-items":1,"items":[', 'does not hold items'],
    ['no list', '{"plinth-items":1,"items":{"a":1}}', 'does not hold items'],
    ['items that are none', clip(1, null, 'x', [], { schema: 7, values: {} }), 'does not hold items'],
    ['a newer version', '{"plinth-items":2,"items":[]}', 'newer version'],
    ['items of other schemas', clip({ schema: 'hero', values: { title: 'x' } }), '“hero” do not fit'],
    ['a name of the language', clip({ schema: '__proto__', values: {} }), 'do not fit'],
    ['too many', clip(...Array.from({ length: 501 }, () => ({ schema: 'quote', values: {} }))), 'too many'],
  ])('are rejected: %s', (_what, text, says) => {
    expect(() => readItems(text, quotes)).toThrow(says);
  });

  it('lose values that their fields cannot show, and keys that are no fields', () => {
    const values = JSON.parse(
      '{"text":["no","text"],"count":3,"evil":"x","__proto__":{"a":1},"constructor":1}',
    );
    const read = readItems(clip({ schema: 'quote', values }), quotes);
    expect(read.items).toEqual([{ count: 3 }]);
    expect(read.left).toEqual(['Text', 'Evil', ' proto ', 'Constructor']);
  });
});

describe('the outline of a block', () => {
  it('has a shape for each field, as far as there is room, with a title first', () => {
    expect(outlineOf(hero, fieldLookup).map(({ look }) => look)).toEqual(['title', 'image']);
    expect(outlineOf(quote, fieldLookup).map(({ look }) => look)).toEqual(['lines', 'line']);
  });
});
