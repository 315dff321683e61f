/** `settings.visibility` (spec/field-kinds.md#settings). */
import { describe, expect, it } from 'vitest';
import { type Operator, visibilityOf, visibilityRule } from '#contract/visibility';
import type { JsonValue } from '../../server/contract/values.js';

const holds: [operator: Operator, wanted: JsonValue, value: JsonValue | undefined, shown: boolean][] = [
  ['==', 'walk', 'walk', true],
  ['==', 'walk', 'talk', false],
  ['==', '3', 3, true],
  ['==', 'true', true, true],
  ['==', true, true, true],
  ['==', true, false, false],
  ['==', false, undefined, true],
  ['==', true, undefined, false],
  ['==', 'river', ['easy', 'river'], true],
  ['==', 'hill', ['easy', 'river'], false],
  ['!=', 'walk', 'talk', true],
  ['!=', 'walk', 'walk', false],
  ['>', 10, 11, true],
  ['>', '9', 10, true],
  ['>', 10, 10, false],
  ['>', 10, undefined, false],
  ['<', 10, '9.5', true],
  ['<', 10, '', false],
  ['>=', 10, 10, true],
  ['<=', 10, 10.5, false],
  ['>', '2026-01-01', '2026-05-09', true],
  ['in', ['a', 'b'], 'b', true],
  ['in', 'a, b', 'b', true],
  ['in', 'a, b', 'c', false],
  ['in', ['a', 2], '2', true],
  ['not_in', 'a, b', 'c', true],
  ['not_in', ['a'], ['a', 'z'], false],
  ['empty', null, '', true],
  ['empty', null, [], true],
  ['empty', null, {}, true],
  ['empty', null, 0, false],
  ['empty', null, false, false],
  ['not_empty', null, 'x', true],
  ['not_empty', null, undefined, false],
];

it.each(holds)('%s %j with the value %j shows the field: %s', (operator, value, watched, shown) => {
  const rule = visibilityRule({ visibility: { watch: 'other', operator, value } });
  expect(visibilityOf(rule, watched)).toBe(shown ? 'shown' : 'hidden');
});

describe('a rule', () => {
  it('disables instead of hiding when it says so', () => {
    const rule = visibilityRule({ visibility: { watch: 'a', operator: '==', value: 1, mode: 'disable' } });
    expect(visibilityOf(rule, 2)).toBe('disabled');
    expect(visibilityOf(rule, 1)).toBe('shown');
  });

  it('compares for equality when it names no operator or an unknown one', () => {
    expect(visibilityRule({ visibility: { watch: 'a', value: 1 } })?.operator).toBe('==');
    expect(visibilityRule({ visibility: { watch: 'a', value: 1, operator: 'like' } })?.operator).toBe('==');
  });

  it.each([undefined, null, {}, { visibility: 'a' }, { visibility: {} }, { visibility: { watch: '' } }])(
    'is none in the settings %j, and the field is shown',
    (settings) => {
      expect(visibilityRule(settings)).toBeUndefined();
      expect(visibilityOf(undefined, 'anything')).toBe('shown');
    },
  );
});
