/** The shapes in which Directus, Strapi and others wrap their rows. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { isImageName } from '../mapping/kinds-of-values.js';
import { htmlOfBlocks } from './blocks.js';

/** The key of a row or of a related one. */
export function keyOf(row: JsonObject): string | undefined {
  for (const name of ['documentId', 'id', '_id', 'uuid', 'key', 'slug']) {
    const value = row[name];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value);
  }
  return undefined;
}

/** Strapi 4 keeps the values of a row below `attributes`. */
export function flattened(row: JsonObject): JsonObject {
  const { attributes, ...rest } = row;
  return isJsonObject(attributes) && 'id' in row ? { ...rest, ...attributes } : row;
}

/** A file of Strapi or Directus, as an image is sent: with the place it comes from. */
function fileOf(value: JsonObject): JsonObject | undefined {
  const url = value.url ?? value.filename_disk ?? value.src;
  const isFile = typeof value.mime === 'string' || typeof value.filename_download === 'string';
  if (typeof url !== 'string' || !(isFile || isImageName(url))) return undefined;
  const alt = value.alternativeText ?? value.alt ?? value.description;
  const name = value.name ?? value.filename_download;
  const id = value.id;
  return {
    url,
    ...(typeof alt === 'string' && alt !== '' && { alt }),
    ...(typeof name === 'string' && { name }),
    ...(typeof id === 'string' && { id }),
  };
}

export interface Related {
  keys: string[];
  many: boolean;
}

const isRow = (value: JsonValue): value is JsonObject => isJsonObject(value) && keyOf(value) !== undefined;

/** A value without its envelope; `related` where it names other rows. */
export function unwrapped(value: JsonValue): { value: JsonValue; related?: Related } {
  if (
    isJsonObject(value) &&
    Object.keys(value).every((key) => key === 'data' || key === 'meta') &&
    'data' in value
  )
    return unwrapped(value.data ?? null);
  const html = Array.isArray(value) ? htmlOfBlocks(value) : undefined;
  if (html !== undefined) return { value: html };
  if (Array.isArray(value) && value.length > 0 && value.every(isRow)) {
    const rows = value.map(flattened);
    const files = rows.flatMap((row) => fileOf(row) ?? []);
    if (files.length === rows.length) return { value: files };
    // Components of Strapi are parts of the row; only `documentId` or `attributes` tell a row of its own.
    const isRelation = value.every((row) => isRelatedRow(row));
    return isRelation
      ? { value: rows, related: { keys: rows.flatMap((row) => keyOf(row) ?? []), many: true } }
      : { value: rows };
  }
  if (!isJsonObject(value)) return { value };
  const row = flattened(value);
  const file = fileOf(row);
  if (file) return { value: file };
  const key = keyOf(row);
  return key !== undefined && isRelatedRow(value)
    ? { value: row, related: { keys: [key], many: false } }
    : { value: row };
}

const isRelatedRow = (row: JsonObject): boolean =>
  !('__component' in row) &&
  (typeof row.documentId === 'string' ||
    isJsonObject(row.attributes) ||
    typeof row.id === 'string' ||
    Object.keys(row).length > 1);

/** What a related row is called, where its own rows are not in the source. */
export function nameOf(row: JsonValue): string | undefined {
  if (!isJsonObject(row)) return undefined;
  for (const name of ['title', 'name', 'label', 'username', 'slug']) {
    const value = row[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return keyOf(row);
}

/** The lists of a document: a list itself, `{data: […]}`, or several lists by name. */
export function listsIn(document: JsonValue, name: string): { group: string; rows: JsonValue[] }[] {
  if (Array.isArray(document)) return [{ group: name, rows: document }];
  if (!isJsonObject(document)) return [];
  const { data } = document;
  if (Array.isArray(data)) return [{ group: name, rows: data }];
  if (isJsonObject(data)) {
    const lists = Object.entries(data).filter((entry): entry is [string, JsonValue[]] =>
      Array.isArray(entry[1]),
    );
    const isRows =
      lists.length > 0 && lists.every(([, rows]) => rows.every(isJsonObject)) && keyOf(data) === undefined;
    return isRows ? lists.map(([group, rows]) => ({ group, rows })) : [{ group: name, rows: [data] }];
  }
  const lists = Object.entries(document).filter(
    (entry): entry is [string, JsonValue[]] =>
      Array.isArray(entry[1]) && entry[1].length > 0 && entry[1].every(isJsonObject),
  );
  return keyOf(document) === undefined
    ? lists.map(([group, rows]) => ({ group, rows }))
    : [{ group: name, rows: [document] }];
}
