/** Values of parsers as JSON: dates as text, no keys that change objects, a limited depth. */
import { message } from '../contract/messages/message.js';
import { UNSAFE_KEYS } from '../contract/names.js';
import type { JsonObject, JsonValue } from '../contract/values.js';
import { invalid } from '../errors.js';

const MAX_DEPTH = 32;
const MAX_VALUES = 100_000;

/** Throws `invalid` for what is too deep or too much; a small text with aliases can stand for millions of values. */
export function plainValue(value: unknown): JsonValue {
  let count = 0;
  const plain = (one: unknown, depth: number): JsonValue => {
    count += 1;
    if (count > MAX_VALUES) throw invalid(message('sourceDataValues', { limit: MAX_VALUES }));
    if (depth > MAX_DEPTH) throw invalid(message('sourceDataLevels', { limit: MAX_DEPTH }));
    if (one === null || one === undefined) return null;
    if (typeof one === 'string' || typeof one === 'boolean') return one;
    if (typeof one === 'number') return Number.isFinite(one) ? one : String(one);
    if (typeof one === 'bigint') return String(one);
    if (one instanceof Date) return dateText(one);
    if (Array.isArray(one)) return one.map((entry) => plain(entry, depth + 1));
    if (typeof one !== 'object') return String(one);
    const object: JsonObject = {};
    for (const [key, entry] of Object.entries(one)) {
      if (!UNSAFE_KEYS.has(key)) object[key] = plain(entry, depth + 1);
    }
    return object;
  };
  return plain(value, 0);
}

/** TOML keeps apart days, local times and times with a zone; its dates print themselves so. */
function dateText(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'Invalid date' : date.toISOString().replace(/\.000(?=Z|[+-]|$)/, '');
}

/** The members of an object, without keys that change objects. */
export function membersOf(object: JsonObject): Map<string, JsonValue> {
  return new Map(Object.entries(object).filter(([name]) => !UNSAFE_KEYS.has(name) && name !== ''));
}
