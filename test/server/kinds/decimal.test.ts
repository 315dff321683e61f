import { describe, expect, it } from 'vitest';
import { addDecimals, isPlainDecimal } from '../../../server/properties/number/decimal.js';

describe('a sum of decimals', () => {
  it.each<[a: string, b: string, sign: 1 | -1, sum: number | undefined]>([
    ['0.1', '0.2', 1, 0.3],
    ['0.3', '0.1', -1, 0.2],
    ['1.005', '0.005', -1, 1],
    ['-0.1', '0.1', 1, 0],
    ['-5', '2.5', -1, -7.5],
    ['0.7', '0.1', 1, 0.8],
    ['4.35', '100', 1, 104.35],
    ['1e-7', '2', 1, 2.0000001],
    ['1e+21', '1e+21', 1, 2e21],
    ['5e-324', '0', 1, 5e-324],
    ['9007199254740991', '1', 1, 9007199254740992],
    ['9007199254740992', '1', 1, undefined],
    ['0', '9007199254740993', 1, undefined],
    ['10000000000000000', '0.1', 1, undefined],
    ['1.7976931348623157e+308', '1.7976931348623157e+308', 1, undefined],
    ['1', '1e-999', 1, undefined],
    ['NaN', '1', 1, undefined],
    ['', '1', 1, undefined],
    ['1', '0x10', 1, undefined],
  ])('%s and %s, sign %i, is %d', (a, b, sign, sum) => {
    const value = addDecimals(a, b, sign);
    expect(value).toBe(sum);
    expect(Object.is(value, -0)).toBe(false);
  });

  it('is exact over a thousand steps', () => {
    let value = 0;
    for (let step = 0; step < 1000; step += 1) value = addDecimals(String(value), '0.1', 1) ?? Number.NaN;
    expect(value).toBe(100);
  });
});

it.each([
  ['1', true],
  ['0.5', true],
  ['00.50', true],
  ['.5', false],
  ['1.', false],
  ['-1', false],
  ['+1', false],
  ['1e3', false],
  ['1,5', false],
  [' 1', false],
  ['1'.repeat(41), false],
])('%j is a plain decimal: %s', (text, plain) => {
  expect(isPlainDecimal(text)).toBe(plain);
});
