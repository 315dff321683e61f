/** Items into and out of lists of items. Pure: every function gives a new list. */
import { foldedName, isItem } from '../../contract/files.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import type { Placing } from './abilities.js';

/** Whether two names cannot stand beside each other. */
export const collide = (a: string, b: string): boolean => foldedName(a) === foldedName(b);

/** The folders of a path, outermost first. */
export const foldersIn = (path: string): string[] => path.split('/').filter((name) => name !== '');

export const entriesIn = (value: JsonValue | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

/** Puts an item into a list: in place of the one with its name or with another, else at a place, else at the end. */
export function withEntry(
  entries: readonly JsonObject[],
  item: JsonObject,
  { instead, at }: Placing = {},
): JsonObject[] {
  const old = instead ?? String(item.name);
  const position = entries.findIndex((entry) => isItem(entry) && collide(entry.name, old));
  if (position >= 0) return entries.map((entry, n) => (n === position ? item : entry));
  return entries.toSpliced(at ?? entries.length, 0, item);
}

/** A list without the entry of a name. */
export const withoutEntry = (entries: readonly JsonObject[], name: string): JsonObject[] =>
  entries.filter((entry) => !(isItem(entry) && collide(entry.name, name)));
