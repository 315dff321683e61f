/** Sentences of the server in the admin: each one that the server makes of a schema's rules is known there. */
import type { ErrorObject } from 'ajv';
import { describe, expect, it } from 'vitest';
import { knownSentence, translatedError } from '../../renderer/api/server-messages.js';
import { colorKind } from '../../server/properties/color/index.js';
import { dateKind, datetimeKind, timeKind } from '../../server/properties/date/index.js';
import { deckKind } from '../../server/properties/deck/index.js';
import { localizedTextKind } from '../../server/properties/localized/index.js';
import { parsePrice, sureNumber } from '../../server/properties/number/parse.js';
import { phoneKind } from '../../server/properties/phone/index.js';
import { Refusal } from '../../server/properties/refusal.js';
import { styledtextKind } from '../../server/properties/styledtext/index.js';
import { svgKind } from '../../server/properties/svg/index.js';
import { urlKind } from '../../server/properties/url/index.js';
import { sentenceOf } from '../../server/schemas/messages.js';

/** What the server says of a value that breaks the rule. */
const said = (keyword: string, params: Record<string, unknown>): string =>
  sentenceOf({ keyword, params, instancePath: '', schemaPath: '' } as ErrorObject);

/** Why a value is not read. */
function refused(read: () => unknown): string | undefined {
  try {
    read();
  } catch (error) {
    return error instanceof Refusal ? error.message : undefined;
  }
  return undefined;
}

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

  it.each<[string, string | undefined]>([
    ['a date', dateKind.check?.('soon', {})[0]],
    ['a moment', datetimeKind.check?.('soon', {})[0]],
    ['a time', timeKind.check?.('noon', {})[0]],
    ['a phone', phoneKind.check?.('none', {})[0]],
    ['a URL', urlKind.check?.('none', {})[0]],
    ['a URL without its beginning', urlKind.check?.('example.org/walk', {})[0]],
    ['a drawing', svgKind.check?.('none', {})[0]],
    ['a color', colorKind.check?.({ hex: 'red' }, {})[0]],
    ['a deck with too few items', deckKind.check?.({}, { minItems: 1 })[0]],
    ['a deck with too many items', deckKind.check?.({ a: {}, b: {}, c: {} }, { maxItems: 2 })[0]],
    ['a choice', said('enum', { allowedValues: ['a', 2, ''] })],
    ['the only choice', said('enum', { allowedValues: ['a'] })],
    ['many choices', said('enum', { allowedValues: Array.from({ length: 25 }, (_, at) => at) })],
    ['a number that is not clear', refused(() => sureNumber('1,5', {}))],
    ['a price that is not clear', refused(() => parsePrice('1,234', {}))],
    ['rich text that is to be plain', refused(() => styledtextKind.wholeText?.('<h2>a</h2>', {}))],
    ['texts to be one', refused(() => localizedTextKind.wholeText?.({ en: 'a', de: 'b' }, {}))],
    // Said while objects are converted.
    ['several values to be one', 'holds several values'],
    ['a text whose markup is not allowed', 'has markup that would be removed'],
    ['a value of a file', 'cannot be converted'],
    ['an id', 'names "must be a", which does not exist'],
  ])('about %s has a translation', (_about, sentence) => {
    expect(sentence).toBeTruthy();
    const message = `Cost ${sentence}`;
    expect(knownSentence(message)).toBe(message);
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
