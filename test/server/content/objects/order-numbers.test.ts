/** Which numbers put an object at a place of an order kept by hand (spec/resources.md#manual-order). */
import { describe, expect, it } from 'vitest';
import { type Numbers, numbersAt } from '../../../../server/content/objects/order-numbers.js';

const _ = undefined;

/** Numbers of the neighbors, the place, what the numbers may be, and the new numbers from a place on. */
type Row = [string, (number | undefined)[], number, Numbers, { from: number; numbers: number[] } | 'full'];

const one = (from: number, number: number) => ({ from, numbers: [number] });

const ROWS: Row[] = [
  ['between two numbers it is the middle', [10, 20], 1, {}, one(1, 15)],
  ['the middle is a whole number where there is one', [10, 13], 1, {}, one(1, 12)],
  ['it has as few digits as possible', [1, 2], 1, {}, one(1, 1.5)],
  ['also where the middle has more', [1, 1.5], 1, {}, one(1, 1.3)],
  ['below zero too', [-20, -10], 1, {}, one(1, -15)],
  ['before the first it is 10 less', [10, 20], 0, {}, one(0, 0)],
  ['down to the bound in the middle', [5, 20], 0, { min: 0 }, one(0, 2)],
  ['or the bound itself', [0.2, 20], 0, { min: 0 }, one(0, 0)],
  ['after the last it is 10 more', [10, 20], 2, {}, one(2, 30)],
  ['up to the bound in the middle', [10, 95], 2, { max: 100 }, one(2, 98)],
  ['the only object', [], 0, {}, one(0, 10)],
  ['only multiples are taken', [10, 20], 1, { multipleOf: 4 }, one(1, 16)],
  ['whole numbers between whole numbers', [10, 12], 1, { multipleOf: 1 }, one(1, 11)],
  ['before those without a number only it has one', [_, _], 0, {}, one(0, 10)],
  ['after a number and before none', [10, _, _], 1, {}, one(1, 20)],
  [
    'after some without a number these have one too',
    [10, _, _, _],
    3,
    {},
    { from: 1, numbers: [20, 30, 40] },
  ],
  ['without any number', [_, _, _], 2, {}, { from: 0, numbers: [10, 20, 30] }],
  ['equal numbers give way to the nearer end', [5, 5, 5, 5], 1, {}, { from: 0, numbers: [-15, -5] }],
  ['within bounds', [0, 0, 0, 40], 1, { min: 0 }, { from: 0, numbers: [0, 10, 20, 30] }],
  ['to the other end', [0, 0, 0], 1, { min: 0 }, { from: 0, numbers: [10, 20, 30, 40] }],
  ['whole numbers without room', [0, 1, 2, 9], 2, { multipleOf: 1 }, { from: 1, numbers: [2, 5, 7] }],
  ['numbers without digits left', [1, 1 + 1e-7, 30], 1, {}, { from: 0, numbers: [-19, -9] }],
  ['numbers too large for a difference', [1e20, 1e20, 1e20], 1, {}, { from: 0, numbers: [10, 20, 30, 40] }],
  [
    'decimals where bounds leave no whole numbers',
    [0, 0, 1],
    1,
    { min: 0, max: 1 },
    { from: 0, numbers: [0.1, 0.4, 0.6, 0.9] },
  ],
  ['no multiples are left', [1, 2, 3], 1, { min: 1, max: 3, multipleOf: 1 }, 'full'],
];

describe('numbers for a place in an order', () => {
  it.each(ROWS)('%s', (_name, values, at, rules, expected) => {
    expect(numbersAt({ values, first: true, last: true }, at, rules)).toEqual(expected);
  });

  it('asks for more neighbors where those it has do not say', () => {
    const rest = { values: [5, 5, 5], first: false, last: false };
    expect(numbersAt({ values: [10, 20], first: false, last: false }, 1, {})).toEqual(one(1, 15));
    expect([numbersAt(rest, 0, {}), numbersAt(rest, 3, {}), numbersAt(rest, 1, {})]).toEqual([
      'more',
      'more',
      'more',
    ]);
  });

  it('keeps every order of a thousand moves to one place, and gives few others a new number', () => {
    let values: number[] = Array.from({ length: 50 }, (_value, n) => n);
    let others = 0;
    for (let n = 0; n < 1000; n += 1) {
      const last = values.at(-1) ?? 0;
      const rest = values.slice(0, -1);
      const placed = numbersAt({ values: rest, first: true, last: true }, 20, {});
      if (typeof placed === 'string') throw new Error(placed);
      values = rest.toSpliced(20, 0, last);
      values.splice(placed.from, placed.numbers.length, ...placed.numbers);
      others += placed.numbers.length - 1;
      expect(values.every((value, at) => at === 0 || value > (values[at - 1] ?? value))).toBe(true);
    }
    expect(others).toBeLessThan(3000);
  });
});
