/** What the controls make of stored values, and what they store. Pure parts; the controls are tried in the browser. */
import { describe, expect, it } from 'vitest';
import { initialValues } from '../../renderer/fields';
import { colorOf, oklchText } from '../../renderer/fields/color/color-value';
import { hexOf } from '../../renderer/fields/color/hex';
import {
  clockOf,
  dayOf,
  formatDate,
  momentOf,
  parseDay,
  timeOf,
} from '../../renderer/fields/date/date-value';
import { previewId } from '../../renderer/fields/id/id-preview';
import { jsonText, readJson } from '../../renderer/fields/json/json-text';
import { wordsOf } from '../../renderer/fields/list/words';
import { asNumber, boundsOf, decimalsOf, outOfBounds } from '../../renderer/fields/number/bounds';
import { currencyOf, formatAmount } from '../../renderer/fields/number/currency';
import { strengthOf } from '../../renderer/fields/password/strength';
import { choiceGroups, storedOf, textsOf } from '../../renderer/fields/select/choice';
import { flatOptions, optionGroups, optionLabel } from '../../renderer/fields/settings';
import { wholeAddress } from '../../renderer/fields/styledtext/links/address';
import { svgImage } from '../../renderer/fields/svg/svg-image';
import { textProblem } from '../../renderer/fields/text/text-rules';
import type { PropertyOnWire, SchemaDefinition } from '../../server/contract/schemas.js';
import type { JsonObject, JsonValue } from '../../server/contract/values.js';

const property = (definition: Record<string, unknown> = {}): PropertyOnWire => ({
  type: 'string',
  field: 'text',
  required: false,
  ...definition,
});

describe('the id a new object would get', () => {
  const now = new Date(2026, 4, 9);
  const cases: [pattern: string | undefined, values: JsonObject, id: string][] = [
    [undefined, { title: 'River Walk' }, 'river-walk'],
    [undefined, { name: 'Ann Lee' }, 'ann-lee'],
    [undefined, { label: 'Äpfel & Birnen' }, 'aepfel-birnen'],
    [undefined, {}, ''],
    [`\${title}`, { title: 'Crème brûlée' }, 'creme-brulee'],
    [`\${title}`, {}, ''],
    [`\${title}-\${currentyear}`, { title: 'Walk' }, 'walk-2026'],
    [`\${currentyear2}\${currentmonth}\${currentday}-\${title}`, { title: 'Walk' }, '260509-walk'],
    [`\${title}-\${currentyear}`, {}, ''],
    [`\${title}-\${uid}`, { title: 'Walk' }, 'walk-…'],
    [`\${oid}`, {}, '…'],
    [`\${mail}`, { mail: 'contact@x.com' }, 'contact-at-x-com'],
    [`\${constructor}`, {}, ''],
  ];
  it.each(cases)('by %s from %j is "%s"', (autogen, values, id) => {
    const definition = property({ field: 'id', settings: autogen === undefined ? {} : { autogen } });
    expect(previewId(definition, values, now)).toBe(id);
  });

  it('uses underscores when the property says so', () => {
    const definition = property({ field: 'id', settings: { snakeCase: true } });
    expect(previewId(definition, { title: 'River Walk' }, now)).toBe('river_walk');
  });

  it('is not made up for other slugs', () => {
    expect(previewId(property({ field: 'slug' }), { title: 'River Walk' }, now)).toBe('');
  });
});

describe('options', () => {
  it.each<[form: string, options: unknown, groups: unknown]>([
    ['a list of values', ['a', 2, true], [['', ['a', '2', 'true']]]],
    ['a list of labels', [{ value: 'a', label: 'A' }, { value: 'b' }], [['', ['A', 'b']]]],
    [
      'a map of groups',
      { Food: ['tea'], Bus: [{ value: 'b', label: 'Bus' }] },
      [
        ['Food', ['tea']],
        ['Bus', ['Bus']],
      ],
    ],
    ['nonsense', [null, {}, [], { label: 'x' }], []],
    ['nothing', undefined, []],
  ])('are read from %s', (_form, options, groups) => {
    const found = optionGroups(property({ options }));
    expect(found.map(({ group, options: entries }) => [group, entries.map((entry) => entry.label)])).toEqual(
      groups,
    );
  });

  it('come from the enum when there are none', () => {
    expect(flatOptions(property({ enum: ['a', 'b', null] })).map((option) => option.value)).toEqual([
      'a',
      'b',
    ]);
  });

  it('keep the type of their values when chosen', () => {
    const definition = property({ options: [1, true, 'x'] });
    expect(['1', 'true', 'x', 'other'].map((text) => storedOf(definition, text))).toEqual([
      1,
      true,
      'x',
      'other',
    ]);
  });

  it('show stored values that are no longer offered, in a group of their own', () => {
    const groups = choiceGroups(property({ options: ['a'] }), ['a', 'gone']);
    expect(groups.map(({ group, items }) => [group, items.map((item) => item.value)])).toEqual([
      ['', ['a']],
      ['No longer available', ['gone']],
    ]);
  });

  it('label stored values', () => {
    const definition = property({ options: [{ value: 1, label: 'One' }] });
    expect([optionLabel(definition, 1), optionLabel(definition, '1'), optionLabel(definition, 2)]).toEqual([
      'One',
      'One',
      '2',
    ]);
  });

  it.each<[JsonValue | undefined, string[]]>([
    [
      ['a', 2, null, {}],
      ['a', '2'],
    ],
    ['a', ['a']],
    ['', []],
    [undefined, []],
    [false, ['false']],
  ])('read %j as the choices %j', (value, texts) => {
    expect(textsOf(value)).toEqual(texts);
  });
});

it('options are sorted by label when the property says so', () => {
  const definition = property({ options: [{ value: 1, label: 'b' }, 'a'], settings: { sortOptions: true } });
  expect(flatOptions(definition).map((option) => option.label)).toEqual(['a', 'b']);
});

describe("the form's own rules for text", () => {
  it.each<[settings: Record<string, unknown>, text: string, problem: string | undefined]>([
    [{ minlength: 3 }, 'ab', 'must have at least 3 characters'],
    [{ minlength: 3 }, 'abc', undefined],
    [{ minlength: 3 }, '', undefined],
    [{ maxlength: 2 }, '👩‍🚀x', 'must have at most 2 characters'],
    [{ maxlength: 2 }, '😀x', undefined],
    [{ pattern: '[A-Z]{2}' }, 'AB', undefined],
    [{ pattern: '[A-Z]{2}' }, 'ABC', 'must match the pattern [A-Z]{2}'],
    [{ pattern: '([' }, 'anything', undefined],
    [{}, 'anything', undefined],
  ])('%j say of "%s": %s', (settings, text, problem) => {
    expect(textProblem(property({ settings }), text)).toBe(problem);
  });
});

describe('dates', () => {
  it('keep a day that day, whatever the time zone', () => {
    expect([dayOf('2026-05-09'), clockOf('2026-05-09')]).toEqual(['2026-05-09', undefined]);
  });

  it('go from local time to UTC and back without a loss', () => {
    const stored = momentOf('2026-05-09', '09:30');
    expect(stored).toMatch(/^2026-05-(08|09|10)T\d\d:\d\d:00Z$/);
    expect([dayOf(stored), clockOf(stored)]).toEqual(['2026-05-09', '09:30']);
  });

  it.each(['', 'tomorrow', '2026-13-40', 'null', 7, null])('are not made of %j', (value) => {
    expect(dayOf(value)).toBeUndefined();
  });

  it.each([
    ['2026-05-09', '2026-05-09'],
    ['9 May 2026', '2026-05-09'],
    ['9.5.2026', '2026-05-09'],
    ['May 9, 2026', '2026-05-09'],
    ['31.2.2026', null],
    ['5/9/2026', null],
    ['soon', null],
  ])('typed as %s are read as %s', (typed, day) => {
    expect(parseDay(typed)).toBe(day);
  });

  it('that cannot be read are shown as they stand', () => {
    expect([formatDate('soon', true), formatDate(undefined, true)]).toEqual(['soon', '']);
  });

  it.each([
    ['7:30', '07:30'],
    ['07:30', '07:30'],
    ['23:59:59', '23:59'],
    ['24:00', undefined],
    ['half past', undefined],
  ])('%s is the time %s', (value, time) => {
    expect(timeOf(value)).toBe(time);
  });
});

describe('colors', () => {
  const stored = { hex: '#1d6a9c', oklch: { l: 50.348, c: 0.107, h: 242.569 } };

  it.each(['#1d6a9c', '1d6a9c', 'rgb(29 106 156)', ' #1D6A9C ', '#1d6a9cff'])(
    'written as %s are stored as hex and oklch',
    (text) => {
      expect(colorOf(text)).toEqual(stored);
    },
  );

  it('round-trip through their own oklch text', () => {
    expect(hexOf(colorOf(oklchText(stored)))).toBe('#1d6a9c');
  });

  it('without a hue have the hue 0', () => {
    expect(colorOf('white')).toEqual({ hex: '#ffffff', oklch: { l: 100, c: 0, h: 0 } });
  });

  it.each(['', 'nonsense', '#12', 'rgb('])('are not made of "%s"', (text) => {
    expect(colorOf(text)).toBeUndefined();
  });
});

describe('numbers', () => {
  it.each<[JsonValue | undefined, number | undefined]>([
    [3, 3],
    ['3.5', 3.5],
    ['', undefined],
    ['x', undefined],
    [undefined, undefined],
    [true, undefined],
  ])('%j is read as %s', (value, number) => {
    expect(asNumber(value)).toBe(number);
  });

  it('take limits from the settings before the schema', () => {
    const bounds = boundsOf(property({ settings: { min: '1', step: 0.25 }, minimum: 0, maximum: 9 }));
    expect(bounds).toEqual({ min: 1, max: 9, step: 0.25 });
    expect([outOfBounds(0, bounds), outOfBounds(10, bounds), outOfBounds(9, bounds)]).toEqual([
      'must be at least 1',
      'must be at most 9',
      undefined,
    ]);
  });

  it.each([
    [1, 0],
    [0.25, 2],
    [0.1, 1],
    [1e-7, 7],
  ])('a step of %s has %s decimals', (step, decimals) => {
    expect(decimalsOf(step)).toBe(decimals);
  });

  it('with a currency are written as amounts, an unknown code included', () => {
    const euro = currencyOf(property({ settings: { currency: 'eur', locale: 'en_GB' } }));
    expect([euro.symbol, formatAmount(1234.5, euro)]).toEqual(['€', '€1,234.50']);
    const yen = currencyOf(property({ settings: { currency: 'JPY', locale: 'en' } }));
    expect(formatAmount(1234.5, yen)).toMatch(/1,23[45]$/);
    expect(formatAmount(2, currencyOf(property({ settings: { currency: 'not-one' } })))).toBe('2.00 NOT-ONE');
  });
});

describe('JSON text', () => {
  it('reads values, nothing and mistakes', () => {
    expect(readJson('{"a": [1]}')).toEqual({ value: { a: [1] } });
    expect(readJson('  ')).toEqual({ value: null });
    expect(readJson('{"a":')).toHaveProperty('problem');
    expect(jsonText({ a: 1 })).toBe('{\n  "a": 1\n}');
    expect(jsonText('text')).toBe('"text"');
    expect(jsonText(undefined)).toBe('');
  });
});

it('reads a list from words and from one text', () => {
  expect([wordsOf(['a', 2, null]), wordsOf('a, b,,c '), wordsOf(undefined)]).toEqual([
    ['a', '2'],
    ['a', 'b', 'c'],
    [],
  ]);
});

it.each([
  ['example.org', 'https://example.org'],
  ['example.org/a b', 'https://example.org/a b'],
  ['ann@example.org', 'mailto:ann@example.org'],
  ['/about', '/about'],
  ['#top', '#top'],
  ['?page=2', '?page=2'],
  ['./next', './next'],
  ['tel:+44', 'tel:+44'],
  ['about', 'about'],
  ['  ', ''],
])('makes the link address %s whole: %s', (typed, address) => {
  expect(wholeAddress(typed)).toBe(address);
});

describe('an SVG preview', () => {
  it('is an image with the namespace that images need', () => {
    expect(decodeURIComponent(svgImage('<svg viewBox="0 0 1 1"/>') ?? '')).toContain(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox',
    );
  });

  it.each(['', 'text', '<p><svg></svg></p>', 'javascript:alert(1)'])('is not made of "%s"', (source) => {
    expect(svgImage(source)).toBeUndefined();
  });
});

it('grades passwords by length and variety', () => {
  const words = ['abc', 'aaaaaaaaaaaa', 'walkwalk', 'correcthorse7', 'correct-Horse7-battery'].map(
    (password) => strengthOf(password).score,
  );
  expect(words).toEqual([1, 1, 1, 3, 4]);
});

it('starts a new object with the defaults, but leaves words in dates and the id to the server', () => {
  const schema: SchemaDefinition = {
    id: 'x',
    name: 'x',
    title: 'X',
    description: '',
    requiredProperties: [],
    index: [],
    inheritFrom: [],
    reserved: false,
    properties: {
      id: property({ field: 'id', default: 'x' }),
      kind: property({ default: 'talk' }),
      draft: property({ field: 'toggle', default: false }),
      date: property({ field: 'date', default: 'now' }),
      day: property({ field: 'date', default: '2026-05-09' }),
      none: property({ default: null }),
    },
  };
  expect(initialValues(schema)).toEqual({ kind: 'talk', draft: false, day: '2026-05-09' });
});
