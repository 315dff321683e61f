import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../server/contract/values.js';
import { patternProblem } from '../../../server/schemas/pattern.js';
import { prepare } from '../../../server/schemas/prepare.js';
import { refusal } from '../../helpers/site.js';
import { NOON, refused, save, saved, schemaOf } from '../kinds/one-property.js';

describe('patterns of schemas', () => {
  const slow = 'takes too long to compare with its pattern (^(a+)+$); the schema needs a simpler one';
  const evil = `${'a'.repeat(60)}!`;

  it('that do not end reject the value, and go on to match others', async () => {
    const schema = schemaOf({
      code: { field: 'text', label: 'Code', pattern: '^(a+)+$' },
      other: { field: 'text', pattern: '^b+$' },
    });
    for (let time = 0; time < 2; time += 1) {
      expect(await refused(schema, { sent: { other: 'b', code: evil } })).toEqual({ code: [`Code ${slow}`] });
      expect(await saved(schema, { sent: { code: 'aaaa', other: 'bb' } })).toMatchObject({ code: 'aaaa' });
      expect(Object.keys(await refused(schema, { sent: { code: 'b', other: 'b' } }))).toEqual(['code']);
    }
  });

  it.each<[string, Record<string, unknown>, JsonValue]>([
    ['entries of a list', { field: 'list', items: { type: 'string', pattern: '^(a+)+$' } }, [evil, 'b']],
    ['names of keys', { field: 'json', propertyNames: { pattern: '^(a+)+$' } }, { [evil]: 1 }],
    ['values by name', { field: 'json', patternProperties: { '^(a+)+$': {} } }, { [evil]: 1 }],
    ['languages', { field: 'localizedtext', pattern: '^(a+)+$' }, { en: evil }],
  ])('that do not end are named for %s', async (_, definition, value) => {
    const schema = schemaOf({ code: { label: 'Code', ...definition } });
    expect(await refused(schema, { sent: { code: value } })).toEqual({ code: [`Code ${slow}`] });
  });

  it('that do not end are named in the first item of a deck that meets them, and no further one is tried', async () => {
    const part = {
      id: 'coded',
      properties: { code: { field: 'text', pattern: '^(a+)+$' } },
      required: [],
      index: [],
    };
    const schema = schemaOf({ parts: { field: 'deck', schemaref: 'coded' } }, { parts: [part] });
    const sent = { parts: { one: { code: 'a' }, two: { code: evil }, three: { code: evil } } };
    expect(await refused(schema, { sent })).toEqual({ 'parts.two.code': [`Parts › two › Code ${slow}`] });
  });

  it('that do not end leave so many values of a request as they are, and none after', async () => {
    const schema = schemaOf({
      code: { field: 'text', label: 'Code', pattern: '^(a+)+$' },
      title: { field: 'text' },
    });
    const context = { now: NOON, slowChecks: { left: 2 } };
    const change = (id: string) => {
      const current = { id, code: evil };
      return prepare({
        schema,
        current,
        sent: { title: 'New' },
        mode: 'merge',
        context,
        id,
        isTaken: () => false,
      });
    };
    for (const id of ['one', 'two']) expect(await change(id)).toMatchObject({ code: evil, title: 'New' });
    expect(await refusal(change('three'))).toMatchObject({ details: { code: [`Code ${slow}`] } });
  });

  it('of other rules that take too long over much content are told as well', async () => {
    const schema = schemaOf({ data: { field: 'json', label: 'Data', uniqueItems: true } });
    const data = Array.from({ length: 30_000 }, (_, n) => ({ n }));
    expect(await refused(schema, { sent: { data } })).toEqual({
      data: ['Data takes too long to validate; it has too many values for the rules of its schema'],
    });
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
  ])('%s on %s: %s', async (pattern, text, matches) => {
    const schema = schemaOf({ code: { field: 'text', pattern } });
    const result = await save(schema, { sent: { code: text } });
    expect('document' in result).toBe(matches);
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
