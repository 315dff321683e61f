/** The registry of kinds: which one draws a property, and what a list shows of a value. */
import { describe, expect, it } from 'vitest';
import { fieldKinds, isShown, kindFor, kindOf } from '../../renderer/fields';
import { kept } from '../../renderer/fields/kept';
import { KIND_NAMES, type KindName, type PropertyOnWire } from '../../server/contract/schemas.js';
import type { JsonValue } from '../../server/contract/values.js';

const property = (field: KindName, definition: Record<string, unknown> = {}): PropertyOnWire => ({
  type: 'string',
  field,
  required: false,
  ...definition,
});

it.each(KIND_NAMES)('draws a %s with its own kind, also when it is empty', (name) => {
  expect(kindOf(property(name))).toBe(fieldKinds[name]);
  expect(kindFor(property(name), undefined)).toBe(fieldKinds[name]);
  expect(kindFor(property(name), null)).toBe(fieldKinds[name]);
});

it.each(KIND_NAMES)('accepts as a %s what clearing the field leaves', (name) => {
  const kind = fieldKinds[name];
  expect(kind.empty === null || kind.accepts(kind.empty)).toBe(true);
});

describe('a property is kept as it is', () => {
  it.each(['folder', 'rating'])('when its type is %s', (type) => {
    expect(kindOf(property('text', { type }))).toBe(kept);
    const $ref = `https://www.totalcms.co/schemas/properties/${type}.json`;
    expect(kindOf(property('text', { $ref }))).toBe(kept);
  });

  it('when the server says that it keeps it', () => {
    expect(kindOf(property('json', { kept: true }))).toBe(kept);
  });

  it.each<[KindName, JsonValue]>([
    ['text', { a: 1 }],
    ['styledtext', ['<p></p>']],
    ['number', 'a lot'],
    ['toggle', []],
    ['date', 'next week'],
    ['datetime', 12],
    ['time', '25:00'],
    ['select', { value: 'a' }],
    ['list', [{ a: 1 }]],
    ['color', { rgb: [1, 2, 3] }],
  ])('when a %s holds %j, which its control cannot show', (name, value) => {
    expect(kindFor(property(name), value)).toBe(kept);
  });
});

it.each<[KindName, JsonValue, string]>([
  ['text', 'a\n  b', 'a b'],
  ['styledtext', '<h2>Bring</h2><p>boots &amp; <b>bread</b></p><script>x()</script>', 'Bring boots & bread'],
  ['number', 12.5, '12.5'],
  ['toggle', true, 'Yes'],
  ['checkbox', 'no', 'No'],
  ['date', '2026-05-09', '9 May 2026'],
  ['multiselect', ['a', 'b'], 'a, b'],
  ['list', 'a,b', 'a, b'],
  ['color', { hex: '#1d6a9c', oklch: { l: 50, c: 0.1, h: 242 } }, '#1d6a9c'],
  ['json', { a: [1] }, '{"a":[1]}'],
  ['password', '$2y$10$hash', '••••••'],
  ['secret', 'tok_8842', '••••••'],
  ['secret', '', ''],
])('sums up a %s %j as "%s"', (name, value, text) => {
  expect(fieldKinds[name].summary(value, property(name))).toBe(text);
});

it.each<[string, PropertyOnWire, boolean]>([
  ['a text', property('text'), true],
  ['a hidden field', property('hidden'), false],
  ['a property with `hide`', property('text', { hide: true }), false],
  ['a property with `settings.hide`', property('text', { settings: { hide: true } }), false],
])('says whether a form draws %s', (_what, definition, shown) => {
  expect(isShown(definition)).toBe(shown);
});

it('marks what must never be written into the browser', () => {
  const sensitive = KIND_NAMES.filter((name) => fieldKinds[name].sensitive);
  expect(sensitive).toEqual(['password', 'secret']);
});

it('has the labels and texts that the documentation shows (npx vitest -u writes them)', async () => {
  const shown = Object.entries(fieldKinds).map(([name, { builder, unseen }]) => [
    name,
    { group: builder.group, label: builder.label, help: builder.help, ...(unseen && { unseen }) },
  ]);
  await expect(`${JSON.stringify(Object.fromEntries(shown), null, 2)}\n`).toMatchFileSnapshot(
    '../../resources/docs/fields/kinds.json',
  );
});
