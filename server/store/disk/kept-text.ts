/**
 * JSON files of other programs that JavaScript does not read whole: numbers it cannot keep, and keys that are there
 * more than once. What a save does not touch keeps its text (decision 268). All others are printed by
 * `JSON.stringify` alone.
 */
import { endOfText, isExact } from '../../contract/exact-numbers.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import type { ReadFile } from '../types/documents.js';

/** A value where it stands in a text. */
interface Place {
  text: string;
  start: number;
  end: number;
  /** Whether printing its value would change it. */
  changes: boolean;
  /** Of an object, in their order; a key can be there more than once. */
  members: [string, Place][];
  /** Of a list. */
  items: Place[];
  /** The value in one line. */
  shown: string | undefined;
}

const textOf = ({ text, start, end }: Place): string => text.slice(start, end);

function shownOf(place: Place): string {
  place.shown ??= JSON.stringify(JSON.parse(textOf(place)));
  return place.shown;
}

const VALUE = /[^\s,\]}]+/y;

interface Frame {
  place: Place;
  isList: boolean;
  /** Of the member that is being read. */
  key: string | undefined;
  keys: Set<string>;
}

/** The value of a whole JSON text, without recursion: a text may be nested deeper than the stack. */
function placeOf(text: string): Place {
  const placed = (start: number, end: number, changes = false): Place => {
    return { text, start, end, changes, members: [], items: [], shown: undefined };
  };
  const root: Frame = { place: placed(0, text.length), isList: true, key: undefined, keys: new Set() };
  const open = [root];
  const inner = () => open.at(-1) ?? root;
  const add = (value: Place) => {
    const { place, isList, key, keys } = inner();
    if (isList) place.items.push(value);
    else if (key !== undefined) place.members.push([key, value]);
    place.changes ||= value.changes || (key !== undefined && keys.has(key));
    if (key !== undefined) keys.add(key);
    inner().key = undefined;
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '"') {
      const end = endOfText(text, at) + 1;
      const frame = inner();
      if (!frame.isList && frame.key === undefined) frame.key = String(JSON.parse(text.slice(at, end)));
      else add(placed(at, end));
      at = end - 1;
    } else if (sign === '{' || sign === '[') {
      open.push({ place: placed(at, at), isList: sign === '[', key: undefined, keys: new Set() });
    } else if (sign === '}' || sign === ']') {
      const place = open.pop()?.place;
      if (place) add(Object.assign(place, { end: at + 1 }));
    } else if (!/[\s,:]/.test(sign)) {
      VALUE.lastIndex = at;
      const value = VALUE.exec(text)?.[0] ?? sign;
      add(placed(at, at + value.length, /[-\d]/.test(sign) && !isExact(value)));
      at += value.length - 1;
    }
  }
  return root.place.items[0] ?? root.place;
}

const asObject = (document: object): JsonObject => ({ ...document });

const print = (value: unknown): string => JSON.stringify(value, null, 2);

/** As Plinth writes it: two spaces, LF, a final newline. */
export const printed = (document: object): string => `${print(document)}\n`;

const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

/** Where printing a file would change a value of it; undefined for nearly all files. */
function changedPlace({ bytes, document }: ReadFile): Place | undefined {
  // What Plinth has written need not be looked at more closely.
  if (bytes.equals(Buffer.from(printed(document)))) return undefined;
  const place = placeOf(withoutMark(bytes.toString('utf8')));
  return place.changes ? place : undefined;
}

/** Whether a file can be written from what was read of it: no value of it would change. */
export const keepsValues = (file: ReadFile): boolean => changedPlace(file) === undefined;

type Members = ReadonlyMap<string, readonly Place[]>;

function membersOf({ members }: Place): Members {
  const found = new Map<string, Place[]>();
  for (const [key, place] of members) {
    const these = found.get(key);
    if (these) these.push(place);
    else found.set(key, [place]);
  }
  return found;
}

/** A member under another key, as after the rename of a property. */
const renamed = (members: Members, object: JsonObject, shown: string): Place | undefined =>
  [...members]
    .flatMap(([key, places]) => (Object.hasOwn(object, key) ? [] : places.slice(-1)))
    .find((place) => place.changes && shownOf(place) === shown);

function textOfObject(object: JsonObject, places: readonly Place[], indent: string): string {
  const sources = places.map(membersOf);
  const lines: string[] = [];
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    const shown = JSON.stringify(value);
    const found = sources.flatMap((members) => {
      const last = members.get(key)?.at(-1) ?? renamed(members, object, shown);
      return last ? [last] : [];
    });
    const first = sources.find((members) => members.has(key))?.get(key) ?? [];
    const last = first.at(-1);
    const repeated = last && shownOf(last) === shown ? first.slice(0, -1).map(textOf) : [];
    for (const text of [...repeated, textOfValue(value, found, `${indent}  `)]) {
      lines.push(`${indent}  ${JSON.stringify(key)}: ${text}`);
    }
  }
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`;
}

/** Entries stand where they stood, or are the same as one that stood elsewhere. */
function textOfList(list: readonly JsonValue[], places: readonly Place[], indent: string): string {
  const sources = places.map(({ items }) => {
    const byShown = new Map<string, Place[]>();
    for (const item of [...items].reverse()) {
      const these = byShown.get(shownOf(item));
      if (these) these.push(item);
      else byShown.set(shownOf(item), [item]);
    }
    return { items, byShown };
  });
  const lines = list.map((value, at) => {
    const shown = JSON.stringify(value);
    const found = sources.flatMap(({ items, byShown }) => byShown.get(shown)?.pop() ?? items[at] ?? []);
    return `${indent}  ${textOfValue(value, found, `${indent}  `)}`;
  });
  return lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n${indent}]`;
}

/** `places`: where the value was read from; the first in which it is the same counts. */
function textOfValue(value: JsonValue, places: readonly Place[], indent: string): string {
  if (places.some(({ changes }) => changes)) {
    const shown = JSON.stringify(value);
    const same = places.find((place) => shownOf(place) === shown);
    if (same?.changes) return textOf(same);
    if (!same && Array.isArray(value)) return textOfList(value, places, indent);
    if (!same && isJsonObject(value)) return textOfObject(value, places, indent);
  }
  return print(value).replaceAll('\n', `\n${indent}`);
}

/**
 * The text of a document. Values that are in the files they were read from have the text they have there, as far as it
 * would be changed otherwise; where a value is in several files, that of the first counts.
 */
export function textOfDocument(document: object, files: readonly ReadFile[]): string {
  const places = files.map((file) => changedPlace(file));
  if (places.every((place) => place === undefined)) return printed(document);
  const all = files.map((file, at) => places[at] ?? placeOf(withoutMark(file.bytes.toString('utf8'))));
  return `${textOfObject(asObject(document), all, '')}\n`;
}
