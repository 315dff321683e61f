/** Sentences of the server in the admin: each one that the server makes of a schema's rules is known there. */
import type { ErrorObject } from 'ajv';
import { describe, expect, it } from 'vitest';
import { knownSentence, translatedError } from '../../renderer/api/server-messages.js';
import { sentenceOf } from '../../server/schemas/messages.js';

/** What the server says of a value that breaks the rule. */
const said = (keyword: string, params: Record<string, unknown>): string =>
  sentenceOf({ keyword, params, instancePath: '', schemaPath: '' } as ErrorObject);

describe('a sentence of the server', () => {
  it.each<[string, Record<string, unknown>]>([
    ...['string', 'number', 'integer', 'boolean', 'array', 'object'].map(
      (type): [string, Record<string, unknown>] => ['type', { type }],
    ),
    ...['email', 'uri', 'date', 'time', 'date-time'].map((format): [string, Record<string, unknown>] => [
      'format',
      { format },
    ]),
    ...['minLength', 'maxLength', 'minItems', 'maxItems'].flatMap(
      (keyword): [string, Record<string, unknown>][] => [
        [keyword, { limit: 1 }],
        [keyword, { limit: 12 }],
      ],
    ),
    ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map(
      (keyword): [string, Record<string, unknown>] => [keyword, { limit: -2.5 }],
    ),
    ['multipleOf', { multipleOf: 0.1 }],
    ['pattern', { pattern: '^(a|b) must c$' }],
    ['pattern', { pattern: '^[A-Z]+$' }],
    ['uniqueItems', {}],
  ])('of the rule %s with %j has a translation, with its values in place', (keyword, params) => {
    const sentence = said(keyword, params);
    // In English it is what the server says: nothing is lost or added.
    for (const label of ['Title', 'What you must know', 'Cards › a › Is required'])
      expect(knownSentence(`${label} ${sentence}`)).toBe(
        String(params.pattern).includes('must') ? undefined : `${label} ${sentence}`,
      );
  });

  it.each(['', 'Title', 'must be text', 'Title must be a unicorn', `${'x'.repeat(500)} is required`])(
    'that is not known stays as it is: %s',
    (message) => {
      expect(knownSentence(message)).toBeUndefined();
      expect(translatedError({ message, details: { a: [message] }, more: 1 })).toEqual({
        message,
        details: { a: [message] },
        more: 1,
      });
    },
  );
});
