/** Numbers and prices from text (spec/field-kinds.md#numbers). */

import { isExact } from '../../contract/exact-numbers.js';
import type { PropertyDefinition } from '../../contract/schemas.js';

const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;

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

/** The decimal sign of a locale; undefined for a name that is none. */
function decimalSign(locale: unknown): string | undefined {
  if (typeof locale !== 'string' || locale === '') return undefined;
  try {
    const parts = new Intl.NumberFormat(locale.replace('_', '-')).formatToParts(1.5);
    return parts.find((part) => part.type === 'decimal')?.value;
  } catch {
    return undefined;
  }
}

/** Which of the signs in `digits` separates the decimals; undefined: all of them group thousands. */
function separatorOf(digits: string, locale: unknown): string | undefined {
  const dots = digits.split('.').length - 1;
  const commas = digits.split(',').length - 1;
  if (dots > 0 && commas > 0) return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ',';
  if (dots + commas === 0 || dots > 1 || commas > 1) return undefined;
  const sign = dots === 1 ? '.' : ',';
  // Only three digits can be a group: "1,5" is a decimal everywhere, "1,234" is one where the comma says so.
  const decimal = decimalSign(locale) ?? '.';
  return sign === decimal || !/[.,]\d{3}$/.test(digits) ? sign : undefined;
}

/**
 * A price as people write it: `$1,234.50`, `1.234,50 EUR`, `1 234,50 €`, `(5.00)` for a negative one.
 * `settings.locale` decides between a thousands sign and a decimal sign where one alone is ambiguous.
 */
export function parsePrice(text: string, definition: PropertyDefinition): number | undefined {
  const match =
    /^\s*([-+(]?)\s*(?:\p{Sc}|[A-Za-z]{3}|kr)?\s*([-+]?)\s*([\d.,'’\s]*\d[.,]?)\s*(?:\p{Sc}|[A-Za-z]{3}|kr)?\s*(\)?)\s*$/u.exec(
      text.slice(0, 60),
    );
  if (!match || text.length > 60) return undefined;
  const [, before = '', inner = '', amount = '', after = ''] = match;
  if ((before === '(') !== (after === ')')) return undefined;
  const digits = amount.replace(/[\s'’]/g, '');
  const separator = separatorOf(digits, definition.settings?.locale);
  const [whole = '', ...decimals] = separator === undefined ? [digits] : digits.split(separator);
  const value = parseNumber(`${whole.replace(/[.,]/g, '') || '0'}.${decimals.join('').replace(/[.,]/g, '')}`);
  const negative = before === '(' || before === '-' || inner === '-';
  return value === undefined ? undefined : negative ? -value : value;
}
