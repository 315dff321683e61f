import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../server/contract/values.js';
import { calculate } from '../../../server/schemas/calc/index.js';
import { calcProblem } from '../../../server/schemas/calc/parse.js';
import { saved, schemaOf } from '../kinds/one-property.js';

const document: JsonObject = {
  a: 7,
  b: 2,
  zero: 0,
  text: '4.5',
  words: 'many',
  list: [1, '2', 'x'],
  card: { price: 3 },
  items: { one: { qty: 2, price: 10 }, two: { qty: '3', price: 0.1 }, three: { qty: 'x' } },
};
const value = (calc: string) => calculate({ settings: { calc } }, document);

describe('a calculation', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['100 / 10 / 5', 2],
    ['7 % 4', 3],
    ['-2 + -(3) - -1', -4],
    ['--2', 2],
    ['2 * -3', -6],
    ['.5 + 1.', 1.5],
    [`\${a} * \${b}`, 14],
    [`\${ a }+\${b}`, 9],
    [`\${text} + \${words} + \${missing}`, 4.5],
    [`\${a} / \${zero} + \${a} % \${zero}`, 0],
    [`\${card.price} * 2`, 6],
    [`\${toString} + \${constructor.name} + \${card.__proto__}`, 0],
    ['0.1 + 0.2', 0.3],
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round(1.005, 2)', 1.01],
    ['round(1234.5678, 2)', 1234.57],
    ['floor(2.9) + ceil(2.1) + abs(-3)', 8],
    [`min(\${a}, \${b}, 5)`, 2],
    ['max(1, 9, 3)', 9],
    [`sum(\${items.qty})`, 5],
    [`avg(\${items.qty}, 4)`, 2.25],
    [`count(\${items.qty})`, 3],
    [`count(\${items}) + count(\${list}) + count(\${missing})`, 6],
    [`max(\${items.price})`, 10],
    [`sum(\${list})`, 3],
    ['sum() + avg() + min()', 0],
    [`round(sum(\${items.price}) * 1.19, 2)`, 12.02],
  ])('of %s is %d', (calc, result) => {
    expect(value(calc)).toBe(result);
  });

  it.each([
    '',
    '1 +',
    '* 2',
    '(1',
    '1)',
    '1 2',
    'foo(1)',
    'round 1',
    'constructor(1)',
    `\${a`,
    `\${a b}`,
    `\${__proto__.polluted}=1`,
    'a + 1',
    '1 ** 2',
    '1 == 1',
    'process.exit()',
    'round(1,)',
    '1; 2',
    '"1"',
    `${'('.repeat(5000)}1${')'.repeat(5000)}`,
    `${'('.repeat(100)}1${')'.repeat(100)}`,
    '1+'.repeat(5000),
  ])('that reads %s is rejected and calculates nothing', (calc) => {
    expect(calcProblem(calc)).toEqual(expect.any(String));
    expect(value(calc)).toBeUndefined();
  });

  it('of too large a number calculates nothing', () => {
    expect(value(Array(40).fill('9999999999').join(' * '))).toBeUndefined();
  });

  it('stays within the bounds of its property', () => {
    expect(calculate({ settings: { calc: '50', max: 10 } }, {})).toBe(10);
    expect(calculate({ settings: { calc: '-50' }, minimum: -5 }, {})).toBe(-5);
    expect(calculate({ type: 'integer', settings: { calc: '1 / 2 + 2' } }, {})).toBe(3);
  });
});

describe('a calculated property', () => {
  const schema = schemaOf({
    net: { field: 'number' },
    tax: { field: 'number', settings: { calc: `round(\${net} * 0.19, 2)` } },
    gross: { field: 'price', settings: { calc: `\${net} + \${tax}` } },
    label: { field: 'text', settings: { calc: `\${net} * 2` } },
    broken: { field: 'number', settings: { calc: '1 +' } },
  });

  it('is worked out on every save, whatever was sent for it', async () => {
    const made = await saved(schema, { sent: { net: 10, tax: 99, broken: 5 } });
    expect(made).toMatchObject({ tax: 1.9, gross: 11.9, label: '20', broken: 5 });
    const changed = await saved(schema, { current: made, sent: { net: 20 } });
    expect(changed).toMatchObject({ tax: 3.8, gross: 23.8, broken: 5 });
  });
});
