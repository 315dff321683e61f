/** Where the document names the files of an object: at any depth, by the schema. Pure. */
import type { FileItem } from '../contract/files.js';
import type { ObjectDocument } from '../contract/objects.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import type { FileAbilities } from '../properties/files/abilities.js';
import { MAX_NESTING } from './reach.js';
import type { Children, Property, Schema } from './schema.js';

/** A file of an object, and where its document names it. */
export interface DocumentFile {
  /** Keys from the document's root to the property's value. */
  keys: string[];
  property: Property;
  item: FileItem;
  /** Below the property's folder, with `/`. */
  within: string;
  /** Below the object's folder, with `/`. */
  path: string;
  /** Its place among the property's files. */
  at: number;
}

const ownValue = (part: JsonObject, name: string): JsonValue | undefined =>
  Object.hasOwn(part, name) ? part[name] : undefined;

function walk(schema: Schema, part: JsonObject, keys: string[], found: DocumentFile[]): void {
  if (keys.length > MAX_NESTING * 2) return;
  for (const property of schema.properties.values()) {
    const value = ownValue(part, property.name);
    const place = [...keys, property.name];
    for (const [at, { item, path }] of (property.kind.files?.list(value) ?? []).entries()) {
      found.push({ keys: place, property, item, within: path, path: [...place, path].join('/'), at });
    }
    const { children } = property;
    if (!children || !isJsonObject(value)) continue;
    const parts: [string[], JsonValue][] = children.many
      ? Object.entries(value).map(([id, item]) => [[...place, id], item])
      : [[place, value]];
    for (const [at, inside] of parts) {
      const inner = isJsonObject(inside) ? children.of(inside) : undefined;
      if (inner && isJsonObject(inside)) walk(inner, inside, at, found);
    }
  }
}

/** Every file a document names. */
export function filesOfDocument(schema: Schema, document: ObjectDocument): DocumentFile[] {
  const found: DocumentFile[] = [];
  walk(schema, document, [], found);
  return found;
}

/** Whether a path leads into a value of an unknown kind, so that it is unknown which files it needs. */
function isUnknown(schema: Schema, document: ObjectDocument, path: string): boolean {
  let inside: Schema | undefined = schema;
  let value: JsonValue | undefined = document;
  const segments = path.split('/');
  for (let at = 0; at < segments.length; at += 1) {
    const property: Property | undefined = inside?.properties.get(segments[at] ?? '');
    value = ownChild(value, segments[at]);
    if (typeof value !== 'object') return false;
    if (!property || property.kind.kept) return true;
    if (!property.children) return false;
    if (property.children.many) {
      at += 1;
      value = ownChild(value, segments[at]);
    }
    inside = property.children.of(isJsonObject(value) ? value : {});
    if (!inside) return true;
  }
  return false;
}

const ownChild = (value: JsonValue | undefined, key = ''): JsonValue | undefined =>
  isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** Whether an object's values name a file, or may. */
export function namesFiles(schema: Schema, document: ObjectDocument): (path: string) => boolean {
  const named = new Set(filesOfDocument(schema, document).map(({ path }) => path));
  return (path) => named.has(path) || isUnknown(schema, document, path);
}

/** Whether a schema's objects can have files at all, so that most changes skip the check. */
export const holdsFiles = (schema: Schema, depth = 0): boolean =>
  [...schema.properties.values()].some((property) => {
    if (property.kind.files) return true;
    if (depth >= MAX_NESTING) return false;
    return property.children?.all().some((inner) => holdsFiles(inner, depth + 1)) === true;
  });

/**
 * A copy of a document with another value at keys; undefined where the path no longer exists. A card without a value
 * is created on the way; an item of a deck is not.
 */
export function withValueAt<Whole extends JsonObject>(
  schema: Schema,
  document: Whole,
  keys: readonly string[],
  change: (value: JsonValue | undefined) => JsonValue,
): Whole | undefined {
  const copy = structuredClone(document);
  let part: JsonObject = copy;
  let inside: Schema | undefined = schema;
  let inDeck = false;
  let children: Children | undefined;
  for (const key of keys.slice(0, -1)) {
    const property: Property | undefined = inDeck ? undefined : inside?.properties.get(key);
    const isCard = property?.children?.many === false;
    let next = ownValue(part, key);
    if (!isJsonObject(next)) {
      if (!isCard) return undefined;
      next = { id: key };
      part[key] = next;
    }
    if (inDeck) inside = children?.of(next);
    else {
      children = property?.children;
      inside = children?.many === false ? children.of(next) : undefined;
    }
    inDeck = property?.children?.many === true;
    part = next;
  }
  const last = keys.at(-1) ?? '';
  part[last] = change(ownValue(part, last));
  return copy;
}

/** The value at keys; undefined where the path no longer exists. */
export function valueAt(document: JsonObject, keys: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const key of keys) value = isJsonObject(value) ? ownValue(value, key) : undefined;
  return value;
}

/** Finds what the property at keys does with files; undefined for those that hold none. */
export const filesAt =
  (schema: Schema) =>
  (keys: readonly string[]): FileAbilities | undefined => {
    let inside: Schema | undefined = schema;
    for (let at = 0; at < keys.length; at += 1) {
      const property: Property | undefined = inside?.properties.get(keys[at] ?? '');
      if (!property) return undefined;
      if (at === keys.length - 1) return property.kind.files;
      inside = property.children?.schema();
      if (property.children?.many) at += 1;
    }
    return undefined;
  };
