/** `settings.autogen`: text from placeholders (spec/content.md#placeholders). */
import { randomInt, randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import type { SaveContext } from '../properties/kind.js';

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const MAX_UID_LENGTH = 60;

/** A random id of lower-case letters and digits. */
export const uid = (length = 7): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '0').join('');

const pad = (value: number, width = 2) => String(value).padStart(width, '0');

function timestamp(now: Date): string {
  const day = `${now.getFullYear()}${pad(now.getMonth() + 1)}${pad(now.getDate())}`;
  return `${day}T${pad(now.getHours())}${pad(now.getMinutes())}${pad(now.getSeconds())}`;
}

type Word = (context: SaveContext) => string;

const words: ReadonlyMap<string, Word> = new Map<string, Word>([
  ['now', ({ now }) => String(now.getTime())],
  ['timestamp', ({ now }) => timestamp(now)],
  ['uuid', () => randomUUID()],
  ['uid', () => uid()],
  ['oid', ({ ordinal }) => (ordinal === undefined ? '' : String(ordinal))],
  ['currentyear', ({ now }) => String(now.getFullYear())],
  ['currentyear2', ({ now }) => pad(now.getFullYear() % 100)],
  ['currentmonth', ({ now }) => pad(now.getMonth() + 1)],
  ['currentday', ({ now }) => pad(now.getDate())],
]);

/** `uid-12` and `oid-000`: a length, and zeros to fill up to. */
function sized(name: string, { ordinal }: SaveContext): string | undefined {
  const length = /^uid-(\d{1,3})$/.exec(name)?.[1];
  if (length !== undefined) return uid(Math.min(Math.max(Number(length), 1), MAX_UID_LENGTH));
  const zeros = /^oid-(0{1,20})$/.exec(name)?.[1];
  return zeros === undefined ? undefined : ordinal === undefined ? '' : pad(ordinal, zeros.length);
}

/** Text and numbers of the object; "" for anything else. */
function textAt(document: JsonObject, path: string): string {
  let value: JsonValue | undefined = document;
  for (const key of path.split('.')) {
    value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The text with every `${placeholder}` filled in; unknown ones become "". */
export function fillPlaceholders(template: string, document: JsonObject, context: SaveContext): string {
  return template.slice(0, 1000).replace(/\$\{\s*([^{}\s]{1,120})\s*\}/g, (_, name: string) => {
    return words.get(name)?.(context) ?? sized(name, context) ?? textAt(document, name);
  });
}

/** The template of a property; undefined when it has none. */
export function autogenOf(definition: { settings?: unknown } | undefined): string | undefined {
  const settings = definition?.settings;
  const autogen = isJsonObject(settings) ? settings.autogen : undefined;
  return typeof autogen === 'string' && autogen.trim() !== '' ? autogen : undefined;
}
