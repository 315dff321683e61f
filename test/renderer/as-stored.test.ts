/** What the form takes for a change: an edit that the control shows as what is stored is none. */
import { describe, expect, it } from 'vitest';
import { fieldKinds } from '../../renderer/fields';
import { asStored } from '../../renderer/fields/as-stored';
import { KIND_NAMES, type KindName, type PropertyOnWire } from '../../server/contract/schemas.js';
import type { JsonValue } from '../../server/contract/values.js';

const property = (field: KindName, definition: Record<string, unknown> = {}): PropertyOnWire => ({
  type: 'string',
  field,
  required: false,
  ...definition,
});

/** Kinds whose values can be written in more than one way. */
const written = KIND_NAMES.filter((name) => fieldKinds[name].shown !== undefined);

describe('an edit that the control shows as what is stored leaves what is stored', () => {
  const options = [1, 'b', true];
  const local = new Date(2026, 4, 9, 12, 30).toISOString();
  it.each<[KindName, JsonValue, JsonValue, Record<string, unknown>?]>([
    ['id', 5, '5'],
    ['slug', 5, '5'],
    ['text', 5, '5'],
    ['textarea', true, 'true'],
    ['hidden', 5, '5'],
    ['styledtext', 5, '5'],
    ['number', '12.50', 12.5],
    ['range', '3', 3],
    ['price', '9.90', 9.9],
    ['toggle', 'yes', true],
    ['toggle', 0, false],
    ['checkbox', '1', true],
    ['date', local, '2026-05-09'],
    ['datetime', local, local.replace('.000Z', 'Z')],
    ['datetime', '2026-05-09', new Date(2026, 4, 9).toISOString()],
    ['time', '9:05', '09:05'],
    ['time', '09:05:30', '09:05'],
    ['select', '1', 1, { options }],
    ['select', ['b'], 'b', { options }],
    ['select', 7, '7', { options }],
    ['radio', 'true', true, { options }],
    ['multiselect', ['1', 'b'], [1, 'b'], { options }],
    ['multiselect', 'b', ['b'], { options }],
    ['multicheckbox', ['b', 1], [1, 'b'], { options }],
    ['list', 'a, b', 'a,b'],
    ['list', 'a, b', ['a', 'b']],
    ['url', 5, '5'],
    ['email', 5, '5'],
    ['phone', 49301, '49301'],
    ['color', '#1D6A9C', { hex: '#1d6a9c', oklch: { l: 50.11, c: 0.1, h: 242 } }],
    ['color', { hex: '#1d6a9c', alpha: 1 }, { hex: '#1d6a9c', oklch: { l: 50.11, c: 0.1, h: 242 } }],
    ['svg', 5, '5'],
    ['code', 5, '5'],
    ['secret', 8842, '8842'],
    ['localizedtext', { de: 'Hallo', en: 'Hi' }, { en: 'Hi', de: 'Hallo' }],
    ['localizedtextarea', { de: '', en: 'Hi' }, { en: 'Hi' }],
    ['localizedstyledtext', [], {}],
    ['card', [], {}],
    ['deck', [], {}],
  ])('%s: stored as %j, set to %j', (name, stored, next, definition) => {
    expect(asStored(property(name, definition), next, stored)).toEqual(stored);
  });

  it.each(written)('%s: cleared again where nothing was', (name) => {
    expect(asStored(property(name), fieldKinds[name].empty, undefined)).toBeNull();
  });

  it.each(KIND_NAMES)('%s: but not where a value is required and missing', (name) => {
    const { empty } = fieldKinds[name];
    expect(asStored(property(name, { required: true }), empty, undefined)).toEqual(empty);
  });

  it.each<[KindName, JsonValue, JsonValue]>([
    ['text', 'a', 'b'],
    ['number', 1, 2],
    ['toggle', true, false],
    ['datetime', '2026-05-09T10:00:00Z', '2026-05-09T10:01:00Z'],
    ['multiselect', ['a', 'b'], ['b', 'a']],
    ['list', ['a', 'b'], ['b', 'a']],
    ['color', '#000000', '#000001'],
    ['json', { a: 1 }, { a: 2 }],
    ['deck', { a: {}, b: {} }, { b: {}, a: {} }],
    ['localizedtext', { en: 'a' }, { de: 'a' }],
  ])('%s: %j is another than %j', (name, stored, next) => {
    expect(asStored(property(name), next, stored)).toEqual(next);
  });
});
