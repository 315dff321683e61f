/** The text of an object that searches look into (spec/queries.md#search). Pure. */
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { searchFold } from './fold.js';
import { plainText } from './plain-text.js';

/** Separates two values: neither a word nor a space, so no phrase reaches across it. */
const BETWEEN = '\0';

const SPACES = /\s+/g;

/** Written by Plinth: a search for a year must not find everything saved in it. */
const UNSEARCHED: ReadonlySet<string> = new Set(['created', 'modified']);

/** A text without the separators of values. */
export const undivided = (text: string): string =>
  text.includes(BETWEEN) ? text.replaceAll(BETWEEN, ' ') : text;

/** Every run of spaces as one. */
export const collapse = (text: string): string => text.replace(SPACES, ' ').trim();

/**
 * Which texts of an object are markup, whose tags are not searched: `whole` where a whole value is, `none` where there
 * is nothing to search, else by property, or the same for every item of a deck. Parts may contain parts of the same kind, so it may be recursive.
 */
export type Markup =
  | 'whole'
  | 'none'
  | { readonly properties: ReadonlyMap<string, Markup> }
  | { readonly items: Markup };

/** Collects all texts of a value that is markup as a whole, or not at all. */
function gather(value: JsonValue | undefined, isMarkup: boolean, parts: string[]): void {
  // An explicit stack: documents may be nested deeper than calls can be.
  const waiting: (JsonValue | undefined)[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one === 'string') {
      if (one !== '') parts.push(undivided(isMarkup ? plainText(one) : one));
    } else if (typeof one === 'number' || typeof one === 'boolean') {
      if (one) parts.push(String(one));
    } else if (Array.isArray(one)) {
      for (let at = one.length - 1; at >= 0; at -= 1) waiting.push(one[at]);
    } else if (isJsonObject(one)) {
      const values = Object.values(one);
      for (let at = values.length - 1; at >= 0; at -= 1) waiting.push(values[at]);
    }
  }
}

/** Depth to which markup is distinguished; answers show no cards nested deeper. */
const MAX_DEPTH = 20;

function gatherPart(
  value: JsonValue | undefined,
  markup: Markup | undefined,
  parts: string[],
  depth: number,
): void {
  if (markup === 'none') return;
  if (markup === undefined || markup === 'whole' || !isJsonObject(value) || depth > MAX_DEPTH) {
    gather(value, markup !== undefined, parts);
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    gatherPart(inner, 'items' in markup ? markup.items : markup.properties.get(name), parts, depth + 1);
  }
}

/**
 * The texts of an object as answers show it, nested ones included. Empty and false values, zero, and the system's own
 * times are left out.
 */
export function searchableValues(shown: JsonObject, markup: Markup): string[] {
  const parts: string[] = [];
  const values = typeof markup !== 'string' && 'properties' in markup ? markup.properties : undefined;
  for (const [name, value] of Object.entries(shown)) {
    if (UNSEARCHED.has(name)) continue;
    gatherPart(value, values ? values.get(name) : 'whole', parts, 0);
  }
  return parts;
}

/** All of these texts, folded and with `BETWEEN` between them. */
export const searchableText = (shown: JsonObject, markup: Markup): string =>
  searchFold(searchableValues(shown, markup).join(BETWEEN));

/** The same for an answer's bytes; empty for bytes that are not an object. */
export function searchableBytes(bytes: Uint8Array, markup: Markup): string {
  const shown: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
  return isJsonObject(shown) ? searchableText(shown, markup) : '';
}
