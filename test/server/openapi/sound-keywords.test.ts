import { describe, expect, it } from 'vitest';
import { soundKeywords } from '../../../server/openapi/sound-keywords.js';

describe('keywords of a schema file', () => {
  it.each([
    [
      { type: 'string', minLength: 2, format: 'email' },
      { type: 'string', minLength: 2, format: 'email' },
    ],
    [{ type: 'strange', minLength: 'many', maxLength: -1 }, {}],
    [{ type: ['string', 'null'] }, { type: ['string', 'null'] }],
    [{ type: ['string', 'string'] }, {}],
    [{ pattern: '(', enum: [], multipleOf: 0, uniqueItems: 'yes' }, {}],
    [
      { pattern: '^a+$', enum: [1, null], multipleOf: 0.1 },
      { pattern: '^a+$', enum: [1, null], multipleOf: 0.1 },
    ],
    [{ items: { type: 9, minimum: 1 } }, { items: { minimum: 1 } }],
    [{ items: 5, allOf: [], anyOf: [{ minimum: 'x' }, 7] }, { anyOf: [{}, true] }],
    [{ properties: { a: { type: 'string' }, b: 1 } }, { properties: { a: { type: 'string' }, b: true } }],
    [{ $ref: 'https://elsewhere.example/x.json', label: 'x' }, {}],
    [
      { const: false, default: null },
      { const: false, default: null },
    ],
  ])('%j are kept as %j', (given, kept) => {
    expect(soundKeywords(given)).toEqual(kept);
  });
});
