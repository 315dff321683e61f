/** A long JSON text, parsed piece by piece: to parse it whole would hold the event loop. */
import { setImmediate } from 'node:timers/promises';
import { Yielder } from '../../async/yielder.js';
import { endOfText } from '../../contract/exact-numbers.js';
import { message } from '../../contract/messages/message.js';
import type { JsonObject, JsonValue } from '../../contract/values.js';
import { invalid } from '../../errors.js';
import { checkCount, checkItems, checkKeys, checkNumbers, checkShape } from './json-shape.js';

/** Longer texts, in characters, are parsed and checked in several turns of the event loop. */
export const LONG_TEXT = 100_000;

const [QUOTE, COMMA, COLON] = [0x22, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

const isBlank = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** The first place from `start` on that is not white space. */
export function skipBlanks(text: string, start: number): number {
  let at = start;
  while (at < text.length && isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

/** Where the value that begins at `start` ends: at the comma or bracket that does not belong to it. */
export function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === OPEN_OBJECT || code === OPEN_LIST) depth += 1;
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (code === COMMA && depth === 0) return at;
  }
  return text.length;
}

const notJson = (reason: string) => invalid(message('bodyNotJson', { reason }));

/** The value of a short text. */
function parse(text: string, path: string): JsonValue {
  const value = parsed(text, path);
  checkShape(value, path);
  checkNumbers(text, path);
  return value;
}

/** The value of a text of any length, in several turns of the event loop where it is long. */
async function parseAny(text: string, path: string): Promise<JsonValue> {
  if (text.length <= LONG_TEXT) return parse(text, path);
  const value = parsed(text, path);
  await setImmediate();
  checkShape(value, path);
  await setImmediate();
  checkNumbers(text, path);
  return value;
}

function parsed(text: string, path: string): JsonValue {
  checkCount(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJson(
      `${path === '' ? '' : `${path}: `}${error instanceof Error ? error.message : 'unreadable'}`,
    );
  }
}

/**
 * Parses a text that should be an object, and each list in it item by item; the limits of keys and items hold for each
 * item and each other value alone. Throws `invalid`, `tooLarge`.
 */
export async function parseInPieces(text: string): Promise<JsonValue> {
  const open = skipBlanks(text, 0);
  if (text.charCodeAt(open) !== OPEN_OBJECT) return parseAny(text, '');
  const yielder = new Yielder();
  const object: JsonObject = {};
  let count = 0;
  const readMember = async (start: number) => {
    const { name, at } = nameAt(text, start);
    count += 1;
    checkKeys(count, '');
    if (text.charCodeAt(at) === OPEN_LIST) {
      const items: JsonValue[] = [];
      object[name] = items;
      // Most items are short: a promise for each would take longer than to parse them.
      const readItem = (from: number) => {
        const path = `${name}.${items.length}`;
        checkItems(items.length + 1, name);
        const end = endOfValue(text, from);
        const item = text.slice(from, end);
        if (item.length > LONG_TEXT) {
          return parseAny(item, path).then((value) => {
            items.push(value);
            return end;
          });
        }
        items.push(parse(item, path));
        return end;
      };
      return eachPart(text, at, CLOSE_LIST, yielder, readItem);
    }
    const end = endOfValue(text, at);
    object[name] = await parseAny(text.slice(at, end), name);
    return end;
  };
  const end = await eachPart(text, open, CLOSE_OBJECT, yielder, readMember);
  if (skipBlanks(text, end) !== text.length) throw notJson('unexpected text after its end');
  return object;
}

/**
 * Reads the parts between the brackets at `open` and `close` in slices; `read` returns where its part ends. Returns
 * the position after `close`. Throws `invalid` unless commas and the bracket are where they must be.
 */
async function eachPart(
  text: string,
  open: number,
  close: number,
  yielder: Yielder,
  read: (start: number) => number | Promise<number>,
): Promise<number> {
  let start = skipBlanks(text, open + 1);
  if (text.charCodeAt(start) === close) return start + 1;
  for (;;) {
    const ended = read(start);
    const end = skipBlanks(text, typeof ended === 'number' ? ended : await ended);
    if (text.charCodeAt(end) === close) return end + 1;
    if (text.charCodeAt(end) !== COMMA) throw notJson(`expected a comma or the end at position ${end}`);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    start = skipBlanks(text, end + 1);
  }
}

/** The name of a member of an object, and where its value begins. */
function nameAt(text: string, start: number): { name: string; at: number } {
  const quote = endOfText(text, start);
  const colon = skipBlanks(text, quote + 1);
  if (text.charCodeAt(start) !== QUOTE || text.charCodeAt(colon) !== COLON) {
    throw notJson(`expected a quoted key and a colon at position ${start}`);
  }
  const name = parse(text.slice(start, quote + 1), '');
  if (typeof name !== 'string') throw notJson('a key is not a string');
  if (name === '__proto__') throw invalid(message('keyForbidden', { prefix: '' }));
  return { name, at: skipBlanks(text, colon + 1) };
}
