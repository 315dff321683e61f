import { describe, expect, it } from 'vitest';
import {
  idProblem,
  isLegalId,
  isLegalPropertyName,
  MAX_ID_LENGTH,
  slug,
} from '../../../server/contract/names.js';

describe('the slug of a text', () => {
  it.each([
    ['River Walk', 'river-walk'],
    ['caf\u00e9', 'cafe'],
    ['M\u00fcller & S\u00f6hne', 'mueller-soehne'],
    ['contact@x.com', 'contact-at-x-com'],
    ['v1.2', 'v1-2'],
    ['snake_case stays', 'snake_case-stays'],
    ['  --many   signs!!  ', 'many-signs'],
    ['INV-1', 'inv-1'],
    ['\u041c\u043e\u0441\u043a\u0432\u0430', 'moskva'],
    ['../../etc/passwd', 'etc-passwd'],
    ['\ufb02ow', 'flow'],
    ['\ufb01ne', 'fine'],
    ['\u2116 5', 'no-5'],
    ['x\u00b2', 'x2'],
    ['10\u00b2 5\u00bd', '10-2-5-1-2'],
    ['\u00bd price', '1-2-price'],
    ['20 \u2103', '20-c'],
    ['\uff21\uff22\uff23\uff20\uff11', 'abc-at-1'],
    ['co\u00adop\u200bera\u2060te\ufe0f', 'cooperate'],
    ['Plinth\u2122', 'plinth'],
    ['caf\u0065\u0301', 'cafe'],
    ['\u0587', 'yev'],
    ['', ''],
    ['!?', ''],
    ['\u0000\ud800', ''],
  ])('%j is %j', (text, expected) => {
    expect(slug(text)).toBe(expected);
    expect(slug(slug(text))).toBe(expected);
  });

  it('joins by "_" where asked to', () => {
    expect(slug('River Walk 2', '_')).toBe('river_walk_2');
  });

  it('is never longer than an id', () => {
    expect(slug('ab '.repeat(500)).length).toBeLessThanOrEqual(MAX_ID_LENGTH);
    expect(isLegalId(slug('ab '.repeat(500)))).toBe(true);
  });
});

describe('an id', () => {
  it.each(['a', '1', '_x', 'river-walk-2026', 'a_b', 'x'.repeat(120), 'console', 'com10'])(
    'may be %s',
    (id) => {
      expect(idProblem(id)).toBeUndefined();
    },
  );

  it.each([
    ['', 'must not be empty'],
    [5, 'must be text'],
    [null, 'must be text'],
    ['x'.repeat(121), 'at most 120'],
    ['A B', 'try "a-b"'],
    ['caf\u00e9', 'try "cafe"'],
    ['-', 'must consist of'],
    ['-a', 'try "a"'],
    ['..', 'must consist of'],
    ['a/b', 'try "a-b"'],
    ['.index', 'try "index"'],
    ['a\u0000b', 'try "a-b"'],
    ['con', 'reserved name'],
    ['nul', 'reserved name'],
    ['lpt1', 'reserved name'],
    ['constructor', 'reserved name'],
    ['__proto__', 'reserved name'],
  ])('cannot be %j', (id, says) => {
    expect(idProblem(id)).toContain(says);
  });
});

it.each([
  ['title', true],
  ['heroImage', true],
  ['_x-1', true],
  ['toString', true],
  ['1x', false],
  ['a b', false],
  ['a.b', false],
  ['', false],
  ['__proto__', false],
  ['constructor', false],
  ['\u00e9t\u00e9', false],
])('a property may be named %j: %s', (name, legal) => {
  expect(isLegalPropertyName(name)).toBe(legal);
});
