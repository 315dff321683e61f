/** Errors between words: compared with a plain recursion, and what each length forgives. */
import { describe, expect, it } from 'vitest';
import { errorsAllowed, errorsBetween } from '../../../server/query/similar.js';

/** The same without limits and tables. */
function distance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [x, y] = [a.slice(0, -1), b.slice(0, -1)];
  const swapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
  return Math.min(
    distance(x, b) + 1,
    distance(a, y) + 1,
    distance(x, y) + (a.at(-1) === b.at(-1) ? 0 : 1),
    ...(swapped ? [distance(a.slice(0, -2), b.slice(0, -2)) + 1] : []),
  );
}

describe('errors between words', () => {
  const letters = ['', 'a', 'b', 'ab', 'ba', 'aab', 'aba', 'bba', 'abab', 'abba', 'baab', 'babab', 'cabab'];
  const pairs = letters.flatMap((one) => letters.map((other) => [one, other] as const));

  it('are those of a plain recursion up to the limit', () => {
    for (const most of [0, 1, 2]) {
      for (const [one, other] of pairs) {
        const expected = Math.min(distance(one, other), most + 1);
        expect([one, other, errorsBetween(one, other, most, false)]).toEqual([one, other, expected]);
        const starts = Array.from({ length: other.length + 1 }, (_, end) =>
          distance(one, other.slice(0, end)),
        );
        const least = Math.min(...starts, most + 1);
        expect([one, other, errorsBetween(one, other, most, true)]).toEqual([one, other, least]);
      }
    }
  });

  it.each<[string, string, boolean]>([
    ['harbuor', 'harbour', true],
    ['harbor', 'harbour', true],
    ['harbours', 'harbour', true],
    ['hrbr', 'harbour', false],
    ['tge', 'the', false],
    ['tome', 'time', true],
    ['brotherhod', 'brotherhood', true],
    ['borhterhood', 'brotherhood', true],
  ])('forgive %s for %s: %s', (typed, word, forgiven) => {
    expect(
      errorsBetween(typed, word, errorsAllowed(typed.length), false) <= errorsAllowed(typed.length),
    ).toBe(forgiven);
  });
});
