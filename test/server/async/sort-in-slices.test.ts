/** Texts are sorted by groups of units: any texts have to come in the order that comparing them gives. */
import { describe, expect, it } from 'vitest';
import { byText, placesInOrder, placesOfTexts } from '../../../server/async/sort-in-slices.js';
import { draws } from '../content/search/random.js';

/** More than are sorted by comparing them. */
const COUNT = 6000;

const draw = draws(7);
const textOf = (units: readonly number[], length: number) =>
  Array.from({ length }, () => String.fromCharCode(units[draw.below(units.length)] ?? 0)).join('');

/** Texts of each kind, by what is special about them. */
const TEXTS: Record<string, () => string> = {
  'ids of one form': () => `post-${draw.below(1_000_000)}`,
  'Latin letters of any length': () => textOf([0x20, 0x41, 0x61, 0xe9, 0xfe], draw.below(14)),
  'letters of several scripts': () => textOf([0x61, 0x142, 0x3b1, 0x4e2d, 0xac00], draw.below(7)),
  'a unit that has no room among four': () => textOf([0x61, 0xfe, 0xff, 0x100], 1 + draw.below(6)),
  'the last unit there is': () => textOf([0x61, 0xfffe, 0xffff], 1 + draw.below(5)),
  'halves of characters': () => textOf([0xd800, 0xdc00, 0xe000, 0x61], 1 + draw.below(5)),
  'units of nothing': () => textOf([0, 1, 0x61], draw.below(9)),
  'few values': () => ['', 'a', 'ab', 'abcd', 'abcde', 'abcdefgh'][draw.below(6)] ?? '',
  'one beginning that is long': () => `${'the same '.repeat(9)}${draw.below(100)}`,
  'one value': () => 'the very same',
};

describe('the places of texts', () => {
  it.each(Object.entries(TEXTS))('are those that comparing gives: %s', async (_kind, make) => {
    const texts = Array.from({ length: COUNT }, make);
    // The sort of the language is stable and compares units.
    const compare = (a: number, b: number) => {
      const [one = '', other = ''] = [texts[a], texts[b]];
      return one < other ? -1 : Number(one > other);
    };
    const wanted = [...texts.keys()].sort(compare);
    expect([...(await placesOfTexts(texts))]).toEqual(wanted);
    const descending = [...texts.keys()].sort((a, b) => compare(b, a));
    expect([...(await placesOfTexts(texts, 'desc'))]).toEqual(descending);
    const items = texts.map((text, at) => ({ text, at }));
    expect((await byText(items, ({ text }) => text)).map(({ at }) => at)).toEqual(wanted);
  });

  it.each([0, 1, 2])('of %i texts', async (length) => {
    const texts = ['b', 'a'].slice(0, length);
    expect([...(await placesOfTexts(texts))]).toEqual([[], [0], [1, 0]][length]);
  });
});

describe('sorting in slices', () => {
  it.each([0, 1, 2, 2047, 2048, 2049, 10_000])(
    'sorts %d numbers and keeps alike ones in their order',
    async (count) => {
      const draw = draws(count);
      const keys = Array.from({ length: count }, () => draw.below(50));
      const compare = (a: number, b: number) => (keys[a] ?? 0) - (keys[b] ?? 0);
      const sorted = await placesInOrder(count, compare);
      expect([...sorted]).toEqual([...keys.keys()].sort((a, b) => compare(a, b) || a - b));
    },
  );
});
