/** The columns of a CSV export, and how their cells are parsed (spec/import-export.md#export). */

import { inexactNumber } from '../contract/exact-numbers.js';
import { SYSTEM_PROPERTIES, UNSAFE_KEYS } from '../contract/names.js';
import type { WrittenNotation } from '../contract/sheets.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { readText, writeNotated, writeText, writeValue } from '../csv/cell.js';
import { MAX_NESTING } from '../schemas/reach.js';
import type { Property, Schema } from '../schemas/schema.js';

/** A column: its path in an object, and its format. */
export interface Column {
  readonly path: readonly string[];
  /** The text of its cell; null where there is no value. */
  write(value: JsonValue | undefined): string | null;
}

/** Strings and numbers that survive a round trip in a comma-separated list. */
const isPlain = (entry: JsonValue): entry is string | number =>
  typeof entry === 'number' || (typeof entry === 'string' && /^[^,\s](?:[^,]*[^,\s])?$/.test(entry));

/** A list as comma-separated words; as JSON where that could not be parsed back. */
function writeList(value: JsonValue): string {
  if (!Array.isArray(value)) return writeValue(value);
  if (value.length === 0) return '[]';
  const [first] = value;
  const plain = value.every(isPlain) && !(typeof first === 'string' && /^[[{]/.test(first));
  return plain ? writeText(value.join(',')) : JSON.stringify(value);
}

function writerOf({ kind }: Property, format: WrittenNotation): Column['write'] {
  if (kind.numeric || kind.dates) return ofValue((value) => writeNotated(value, kind, format));
  if (Array.isArray(kind.blank)) return ofValue(writeList);
  // Hidden values are empty in responses, which says nothing about the stored value.
  if (kind.keepWhenBlank) return (value) => writeValue(value) || null;
  return ofValue((value) => writeValue(kind.cell ? kind.cell(value) : value));
}

/** A writer that also accepts missing values. */
const ofValue =
  (write: (value: JsonValue) => string): Column['write'] =>
  (value) =>
    value === undefined || value === null ? null : write(value);

/** Localized values have a column for each locale. */
const isLocalised = ({ kind }: Property): boolean => kind.locales !== undefined;

interface Shape {
  /** Existing locales, by the path of the property. */
  locales: ReadonlyMap<string, readonly string[]>;
  /** Whether private properties are columns. */
  writer: boolean;
  format: WrittenNotation;
}

function columnsBelow(schema: Schema, prefix: readonly string[], shape: Shape, depth: number): Column[] {
  const columns: Column[] = [];
  for (const [name, property] of schema.properties) {
    if (prefix.length === 0 ? SYSTEM_PROPERTIES.has(name) || name === 'id' : name === 'id') continue;
    if (property.kind.private && !shape.writer) continue;
    const path = [...prefix, name];
    const inner =
      property.children?.many === false && depth < MAX_NESTING ? property.children.schema() : undefined;
    if (inner) columns.push(...columnsBelow(inner, path, shape, depth + 1));
    else if (isLocalised(property)) {
      const locales = shape.locales.get(path.join('.')) ?? [];
      columns.push(...locales.map((locale) => ({ path: [...path, locale], write: ofValue(writeValue) })));
    } else columns.push({ path, write: writerOf(property, shape.format) });
  }
  return columns;
}

/** `id`, the properties in the schema's order, cards flattened, `created`, `modified`. */
export function exportColumns(schema: Schema, shape: Shape): Column[] {
  const plain = (name: string): Column => ({ path: [name], write: ofValue(writeValue) });
  return [plain('id'), ...columnsBelow(schema, [], shape, 0), plain('created'), plain('modified')];
}

/** A property with a text per locale. */
export interface LocalisedPath {
  readonly path: readonly string[];
  /** The locales of a value. */
  locales(value: JsonValue): readonly string[];
}

/** Paths of all localized properties outside of decks; their locales are known from the objects only. */
export function localisedPaths(schema: Schema, prefix: readonly string[] = []): LocalisedPath[] {
  return [...schema.properties.values()].flatMap((property) => {
    const path = [...prefix, property.name];
    const { locales } = property.kind;
    if (locales) return [{ path, locales }];
    const inner = property.children?.many === false ? property.children.schema() : undefined;
    return inner && path.length < MAX_NESTING ? localisedPaths(inner, path) : [];
  });
}

/** The meaning of a column: a property, and the keys below it. Undefined: not in the schema. */
export interface Target {
  readonly path: readonly [name: string, ...keys: string[]];
  /** An empty string is a valid value. */
  readonly text: boolean;
  /** Cells contain lists or objects as JSON. */
  readonly structured: boolean;
  /** What cells are written as in the notation of a country. */
  readonly notation: 'number' | 'date' | 'switch' | undefined;
  /** An empty cell is ignored: responses and exports never contain the stored value (passwords). */
  readonly keepWhenBlank: boolean;
}

/** Parses the name of a column. `id` is known; automatic timestamps are not imported. */
export function targetOf(schema: Schema, header: string): Target | undefined {
  const [name = '', ...keys] = header.split('.');
  if ([name, ...keys].some((key) => key === '' || UNSAFE_KEYS.has(key))) return undefined;
  let property = schema.properties.get(name);
  if (!property || SYSTEM_PROPERTIES.has(name)) return undefined;
  for (const [at, key] of keys.entries()) {
    if (isLocalised(property)) {
      return at === keys.length - 1
        ? { path: [name, ...keys], text: true, structured: false, keepWhenBlank: false, notation: undefined }
        : undefined;
    }
    const inner: Property | undefined =
      property.children?.many === false ? property.children.schema()?.properties.get(key) : undefined;
    if (!inner) return undefined;
    property = inner;
  }
  const { kind } = property;
  // A null is the blank of a kind that holds any JSON.
  const structured = typeof kind.blank === 'object';
  const text = kind.blank === '';
  const notation = kind.numeric
    ? 'number'
    : kind.dates
      ? 'date'
      : kind.blank === false
        ? 'switch'
        : undefined;
  return { path: [name, ...keys], text, structured, notation, keepWhenBlank: kind.keepWhenBlank === true };
}

/** A cell's value as it is sent: JSON where the property has structured values, else text, which its kind parses. */
export function readCell({ structured }: Target, cell: string): JsonValue {
  const text = readText(cell);
  if (!structured || !/^\s*[[{]/.test(text)) return text;
  try {
    // JSON has its own escapes, so the cell is read unchanged.
    const value: JsonValue = JSON.parse(cell);
    // Left as text, which the property rejects with an error.
    return inexactNumber(cell) ? text : value;
  } catch {
    return text;
  }
}

/** Sets the value at a column's path, creating objects on the way. */
export function putAt(object: JsonObject, [name = '', ...keys]: readonly string[], value: JsonValue): void {
  if (keys.length === 0) {
    object[name] = value;
    return;
  }
  const current = Object.hasOwn(object, name) ? object[name] : undefined;
  const inner: JsonObject = isJsonObject(current) ? current : {};
  object[name] = inner;
  putAt(inner, keys, value);
}

/** Removes the value at a column's path. */
export function removeAt(object: JsonObject, [name = '', ...keys]: readonly string[]): void {
  const current = Object.hasOwn(object, name) ? object[name] : undefined;
  if (keys.length === 0) delete object[name];
  else if (isJsonObject(current)) removeAt(current, keys);
}
