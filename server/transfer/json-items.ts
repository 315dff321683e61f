/** Reads the items of a long JSON list one by one: parsing it at once would block the event loop. */

import { Yielder } from '../async/yielder.js';
import { endOfValue, skipBlanks } from '../content/core/json-pieces.js';
import { checkCount, checkNumbers } from '../content/core/json-shape.js';
import { message } from '../contract/messages/message.js';
import type { JsonValue } from '../contract/values.js';
import { invalid, PlinthError } from '../errors.js';

/** Maximum number of items of a list (spec/limits.md#requests). */
const MAX_ITEMS = 100_000;

function parse(text: string, number: number): JsonValue {
  checkCount(text);
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid(
      message('listItemNotJson', { number, reason: error instanceof Error ? error.message : '' }),
    );
  }
  checkNumbers(text, String(number - 1));
  return value;
}

/**
 * All items of a JSON list in UTF-8. `sound` is called with each and throws for an invalid one. Throws `invalid` for an
 * invalid list, `tooLarge` for more than 100,000 items or too large a one.
 */
export async function readItems(bytes: Buffer, sound: (value: unknown) => void): Promise<JsonValue[]> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid(message('fileNotText'));
  }
  const yielder = new Yielder();
  const items: JsonValue[] = [];
  let at = skipBlanks(text, 0);
  if (text[at] !== '[') throw invalid(message('fileNotList'));
  at = skipBlanks(text, at + 1);
  let closed = text[at] === ']';
  while (!closed) {
    const end = endOfValue(text, at);
    const item = parse(text.slice(at, end), items.length + 1);
    sound(item);
    items.push(item);
    if (items.length > MAX_ITEMS)
      throw new PlinthError('tooLarge', message('listLimit', { limit: MAX_ITEMS }));
    if (text[end] !== ',' && text[end] !== ']') throw invalid(message('listTruncated'));
    closed = text[end] === ']';
    at = closed ? end : end + 1;
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  if (skipBlanks(text, at + 1) !== text.length) throw invalid(message('listHasMore'));
  return items;
}
