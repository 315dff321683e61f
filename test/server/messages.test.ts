/** The catalogue of messages, and which of it an editor reads in the language of the page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ErrorObject } from 'ajv';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../server/contract/messages/commands.js';
import { CONTENT } from '../../server/contract/messages/content.js';
import { FILES } from '../../server/contract/messages/files.js';
import {
  MESSAGES,
  Message,
  type MessageKey,
  message,
  TRANSLATED_MESSAGES,
} from '../../server/contract/messages/message.js';
import { OPERATIONS } from '../../server/contract/messages/operations.js';
import { REQUESTS } from '../../server/contract/messages/requests.js';
import { RULES } from '../../server/contract/messages/rules.js';
import { SITE } from '../../server/contract/messages/site.js';
import { VALUES } from '../../server/contract/messages/values.js';
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
import { ruleOf } from '../../server/schemas/messages.js';

const KEYS = Object.keys(MESSAGES) as MessageKey[];
const namesIn = (text: string) => [...text.matchAll(/\{([a-z]\w*)\}/gi)].map(([, name = '']) => name);

/** Why a value is not read. */
function refused(read: () => unknown): Message | undefined {
  try {
    read();
  } catch (error) {
    return error instanceof Refusal ? error.reason : undefined;
  }
  return undefined;
}

const broken = (keyword: string, params: Record<string, unknown>): Message =>
  ruleOf({ keyword, params, instancePath: '', schemaPath: '' } as ErrorObject);

describe('the catalogue', () => {
  it('has each key once', () => {
    const parts = [CONTENT, FILES, SITE, VALUES, REQUESTS, OPERATIONS, COMMANDS, RULES];
    expect(parts.flatMap((part) => Object.keys(part)).sort()).toEqual([...KEYS].sort());
  });

  it('has a text for each key, which shows each of its values', () => {
    for (const key of KEYS) {
      const names = namesIn(MESSAGES[key]);
      const { text } = new Message(key, Object.fromEntries(names.map((name) => [name, `«${name}»`])));
      expect([key, text]).toEqual([key, MESSAGES[key].replace(/\{([a-z]\w*)\}/gi, '«$1»')]);
    }
  });

  it('has no key that nothing says', () => {
    const root = fileURLToPath(new URL('../../server', import.meta.url));
    const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/contract[\\/]messages/.test(file))
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('');
    const said = (key: string) =>
      source.includes(`'${key}'`) || source.includes(`'${key.replace(/One$/, '')}'`);
    expect(KEYS.filter((key) => !said(key))).toEqual([]);
  });

  it('puts values in place as they are', () => {
    expect(message('viewMissing', { id: '{id} $& {label}' }).text).toBe('There is no view "{id} $& {label}"');
  });

  it('says what a value is called, and where it is', () => {
    const required = message('required');
    expect(required.text).toBe('is required');
    const inside = required.of('Street').of('Venue');
    expect(inside.text).toBe('Venue › Street is required');
    expect(inside.onWire()).toEqual({ key: 'required', values: { label: 'Venue › Street' } });
  });
});

describe('what is wrong with a value is translated', () => {
  it.each<[string, Message | undefined, string]>([
    ['a date', dateKind.check?.('soon', {})[0], 'notDateOrWords'],
    ['a moment', datetimeKind.check?.('soon', {})[0], 'notDateAndTimeOrWords'],
    ['a time', timeKind.check?.('noon', {})[0], 'notTimeOfDay'],
    ['a phone', phoneKind.check?.('none', {})[0], 'notPhone'],
    ['a URL', urlKind.check?.('none', {})[0], 'notUrl'],
    ['a URL without its beginning', urlKind.check?.('example.org/walk', {})[0], 'notUrlTry'],
    ['a drawing', svgKind.check?.('none', {})[0], 'notDrawing'],
    ['a color', colorKind.check?.({ hex: 'red' }, {})[0], 'notColor'],
    ['a deck with too few items', deckKind.check?.({}, { minItems: 1 })[0], 'minItemsOne'],
    ['a deck with too many items', deckKind.check?.({ a: {}, b: {}, c: {} }, { maxItems: 2 })[0], 'maxItems'],
    ['a number that is not clear', refused(() => sureNumber('1,5', {})), 'severalNumbers'],
    ['a price that is not clear', refused(() => parsePrice('1,234', {})), 'unclear'],
    ['rich text to be plain', refused(() => styledtextKind.wholeText?.('<h2>a</h2>', {})), 'formatting'],
    [
      'texts to be one',
      refused(() => localizedTextKind.wholeText?.({ en: 'a', de: 'b' }, {})),
      'severalLanguages',
    ],
  ])('%s', (_what, found, key) => {
    expect(found?.key).toBe(key);
    expect(Object.keys(TRANSLATED_MESSAGES)).toContain(key);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['type', { type: 'string' }, 'must be text'],
    ['type', { type: 'integer' }, 'must be a whole number'],
    ['format', { format: 'email' }, 'must be an email address such as name@example.org'],
    ['minLength', { limit: 1 }, 'must have at least 1 character'],
    ['maxLength', { limit: 12 }, 'must have at most 12 characters'],
    ['minItems', { limit: 2 }, 'must have at least 2 entries'],
    ['maxItems', { limit: 1 }, 'must have at most 1 entry'],
    ['minimum', { limit: -2.5 }, 'must be at least -2.5'],
    ['exclusiveMaximum', { limit: 3 }, 'must be less than 3'],
    ['multipleOf', { multipleOf: 0.1 }, 'must be a multiple of 0.1'],
    ['pattern', { pattern: '^(a|b)$' }, 'does not match the pattern (^(a|b)$)'],
    ['uniqueItems', {}, 'must not have the same entry twice'],
    ['enum', { allowedValues: ['a'] }, 'must be one of a'],
    ['enum', { allowedValues: ['a', 2, ''] }, 'must be one of a, 2 or nothing'],
    [
      'enum',
      { allowedValues: Array.from({ length: 21 }, () => 0) },
      `must be one of ${'0, '.repeat(19)}0 and 1 more`,
    ],
  ])('by the rule %s with %j', (keyword, params, text) => {
    const found = broken(keyword, params);
    expect(found.text).toBe(text);
    expect(Object.keys(TRANSLATED_MESSAGES)).toContain(found.key);
  });
});
