/** Numbers and prices from text (spec/field-kinds.md#numbers). */

import { DECIMAL_MARKS, type DecimalMark, meaningOf, NUMBERS } from '../../contract/cell-values.js';
import { isExact } from '../../contract/exact-numbers.js';
import { message } from '../../contract/messages/message.js';
import type { PropertyDefinition } from '../../contract/schemas.js';
import { Refusal } from '../refusal.js';

const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/**
 * The number a plain decimal text stands for; undefined for anything else, `Infinity`, `0x10` and "" among it, and for
 * one that could not be kept as it is written.
 */
export function parseNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (!PLAIN.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return isExact(trimmed) ? value : undefined;
}

/** The decimal mark of a locale; undefined for a name that is none, and where neither is its mark. */
function markOf(locale: unknown): DecimalMark | undefined {
  if (typeof locale !== 'string' || locale === '') return undefined;
  try {
    const parts = new Intl.NumberFormat(locale.replace('_', '-')).formatToParts(1.5);
    const sign = parts.find((part) => part.type === 'decimal')?.value;
    return DECIMAL_MARKS.find((mark) => mark === sign);
  } catch {
    return undefined;
  }
}

/**
 * A price as people write it: `$1,234.50`, `1.234,50 EUR`, `1 234,50 €`, `(5.00)` for a negative one. `settings.locale`
 * decides where `1,234` could mean two amounts. Throws `Refusal` where nothing does.
 */
export function parsePrice(text: string, definition: PropertyDefinition): number | undefined {
  const way = markOf(definition.settings?.locale);
  const meaning = meaningOf(text, NUMBERS, { way, isGuess: true });
  if (meaning === undefined) return undefined;
  if ('value' in meaning) return parseNumber(meaning.value);
  const [first = '', second = ''] = meaning.unclear;
  throw new Refusal(message('unclear', { text: text.trim(), first: Number(first), second: Number(second) }));
}

/** Digits that are a decimal in one country and thousands in another: `1,5`, `1.234`. */
const DOUBTFUL = /^[-+]?(?:\d+,\d+|[1-9]\d{0,2}\.\d{3})$/;

/**
 * The number that a text stands for wherever it was written; undefined for none. `settings.locale` decides where one
 * sign is ambiguous. Throws `Refusal` where that is not said.
 */
export function sureNumber(text: string, definition: PropertyDefinition): number | undefined {
  const trimmed = text.trim();
  if (markOf(definition.settings?.locale)) return parsePrice(trimmed, definition) ?? parseNumber(trimmed);
  if (DOUBTFUL.test(trimmed)) throw new Refusal(message('severalNumbers'));
  const value = parseNumber(trimmed);
  return value ?? (/\d[.,]\d{3}[.,]\d/.test(trimmed) ? parsePrice(trimmed, definition) : undefined);
}
