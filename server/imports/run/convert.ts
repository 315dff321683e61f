/** Values of a source as values of a property's kind. */
import { isJsonObject, type JsonValue } from '../../contract/values.js';
import type { Property } from '../../schemas/schema.js';

/** A file as a value names it. */
export interface FileReference {
  reference: string;
  alt?: string;
  caption?: string;
}

const textIn = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** The files that a value names: a path or address, or an object with one. */
export function filesIn(value: JsonValue): FileReference[] {
  if (Array.isArray(value)) return value.flatMap(filesIn);
  const plain = textIn(value);
  if (plain !== undefined) return [{ reference: plain }];
  if (!isJsonObject(value)) return [];
  const reference = ['url', 'src', 'path', 'file', 'image', 'id'].flatMap(
    (name) => textIn(value[name]) ?? [],
  )[0];
  const alt = textIn(value.alt) ?? textIn(value.alternativeText) ?? textIn(value.title);
  const caption = textIn(value.caption);
  if (reference === undefined) return [];
  return [{ reference, ...(alt !== undefined && { alt }), ...(caption !== undefined && { caption }) }];
}

/** `2024-01-05 10:00:00 +0100`, as Jekyll and SQL write it, in ISO 8601. */
function momentText(text: string): string {
  const parts = /^(\d{4}-\d\d-\d\d)[T ]+(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/.exec(
    text.trim(),
  );
  if (!parts) return text;
  const [, day = '', time = '', zone = ''] = parts;
  const iso = /^(?:UTC|GMT)$/.test(zone) ? 'Z' : zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  return `${day}T${time}${iso}`;
}

const scalarText = (value: JsonValue): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/** What a list entry is called. */
function entryText(value: JsonValue): string {
  if (!isJsonObject(value)) return scalarText(value);
  const named = ['title', 'name', 'label', 'value', 'slug'].flatMap((name) => textIn(value[name]) ?? [])[0];
  return named ?? JSON.stringify(value);
}

/** The value to send; undefined for none. Files and relations are not converted here. */
export function convert(value: JsonValue, { kind }: Property): JsonValue | undefined {
  if (value === null || value === '') return undefined;
  if (Array.isArray(kind.blank)) {
    if (Array.isArray(value))
      return value.map((entry) => (typeof entry === 'object' ? entryText(entry) : entry));
    return typeof value === 'string'
      ? value
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean)
      : [value];
  }
  // A kind that holds any JSON, and cards.
  if (typeof kind.blank === 'object') return value;
  if (typeof kind.blank === 'boolean') return typeof value === 'string' ? value.trim() : value;
  if (Array.isArray(value)) return value.map(entryText).join(', ');
  if (kind.resolveDefault) return typeof value === 'string' ? momentText(value) : value;
  if (typeof kind.blank === 'string') return typeof value === 'string' ? value : scalarText(value);
  return value;
}
