import { describe, expect, it } from 'vitest';
import { boundedPatterns, patternProblem } from '../../../server/schemas/pattern.js';
import { refused, saved, schemaOf } from '../kinds/one-property.js';

describe('patterns of schemas', () => {
  it('are stopped when they would not end, and then do not match', async () => {
    const evil = schemaOf({ code: { field: 'text', label: 'Code', pattern: '^(a+)+$' } });
    expect(await saved(evil, { sent: { code: 'aaaa' } })).toMatchObject({ code: 'aaaa' });
    const details = await refused(evil, { sent: { code: `${'a'.repeat(60)}!` } });
    expect(details.code?.[0]).toContain('expected form');
  });

  it('are told apart within one schema', async () => {
    const schema = schemaOf({
      upper: { field: 'text', pattern: '^[A-Z]+$' },
      lower: { field: 'text', pattern: '^[a-z]+$' },
    });
    expect(Object.keys(await refused(schema, { sent: { upper: 'a', lower: 'A' } }))).toEqual([
      'upper',
      'lower',
    ]);
    await saved(schema, { sent: { upper: 'A', lower: 'a' } });
  });

  it.each([
    ['^\\p{L}+$', '\u00e9', true],
    ['[\\w-.]', '-', true],
    ['^.$', '\u{1F6B6}', true],
    ['^(?=.*\\d).{4,}$', 'abc1', true],
    ['^(?=.*\\d).{4,}$', 'abcd', false],
  ])('%s on %s: %s', (pattern, text, matches) => {
    expect(boundedPatterns()(pattern).test(text)).toBe(matches);
  });

  it.each([['('], ['[z-a]'], [5], [null], ['a'.repeat(1001)]])('%j is no pattern', (pattern) => {
    expect(patternProblem(pattern)).toEqual(expect.any(String));
  });
});

describe('keywords no validator can use', () => {
  it.each([
    { minLength: 'x' },
    { pattern: '(' },
    { items: 5 },
    { enum: 'a' },
    { allOf: {} },
    { properties: { a: { $ref: 'https://elsewhere.example/x.json' } } },
    { $ref: 'https://elsewhere.example/x.json', $dynamicRef: '#x', $id: 'y' },
    { format: 5 },
    { patternProperties: { '(': {} } },
    JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'),
  ])('cost %j its property those keywords, not the schema its life', async (keywords) => {
    const schema = schemaOf({
      broken: { field: 'text', ...keywords },
      sound: { field: 'text', label: 'Sound', maxLength: 2 },
    });
    expect(await refused(schema, { sent: { sound: 'abc' } })).toEqual({
      sound: ['Sound must have at most 2 characters'],
    });
    expect(await saved(schema, { sent: { broken: 'x', sound: 'ab' } })).toMatchObject({ broken: 'x' });
  });
});
