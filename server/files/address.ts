/** Which property of an object a URL refers to: by the schema, never by the files on disk. */
import type { Content } from '../content/core/base.js';
import { noObject } from '../content/reading/read.js';
import { message } from '../contract/messages/message.js';
import type { ObjectDocument } from '../contract/objects.js';
import type { KindName, PropertyDefinition } from '../contract/schemas.js';
import { isJsonObject, type JsonValue } from '../contract/values.js';
import { missing, PlinthError } from '../errors.js';
import type { FileAbilities } from '../properties/files/abilities.js';
import type { Property, Schema } from '../schemas/schema.js';

/** Where a file of an object is: the property (nested in a card or an item of a deck) and the segments after it. */
export interface FileProperty {
  /** What its kind does with files. */
  files: FileAbilities;
  definition: PropertyDefinition;
  /** Keys from the document's root to the value. */
  keys: string[];
  /** Folder below `{collection}/{id}/`. */
  folder: string;
  value: JsonValue;
  /** Segments after the property. */
  rest: string[];
  document: ObjectDocument;
}

/** An object as stored. A damaged object counts as missing. Throws `missing`. */
async function documentOf(base: Content, collection: string, id: string): Promise<ObjectDocument> {
  try {
    const stored = await base.store.objects.read(collection, id);
    if (stored) return stored.document;
  } catch (error) {
    if (!(error instanceof PlinthError && error.kind === 'damaged')) throw error;
    throw missing(message('objectUnreadable', { id, collection }));
  }
  throw noObject(await base.store.catalogue.collectionIndex(collection), collection, id);
}

/** The first fitting property that segments lead to, through cards and items of decks. */
function walk(
  schema: Schema,
  document: ObjectDocument,
  segments: readonly string[],
  fits: (property: Property) => boolean,
) {
  let properties: ReadonlyMap<string, Property> | undefined = schema.properties;
  let value: JsonValue | undefined = document;
  for (let at = 0; at < segments.length; at += 1) {
    const name = segments[at] ?? '';
    const property: Property | undefined = properties?.get(name);
    if (!property) return undefined;
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    if (fits(property)) return { property, value: value ?? null, length: at + 1 };
    if (!property.children) return undefined;
    if (property.children.many) {
      at += 1;
      const item = segments[at] ?? '';
      value = isJsonObject(value) && Object.hasOwn(value, item) ? value[item] : undefined;
      if (value === undefined) return undefined;
    }
    properties = property.children.of(isJsonObject(value) ? value : {})?.properties;
  }
  return undefined;
}

/** Resolves the segments after `{collection}/{id}`. Throws `missing` where they lead to no property with files. */
export async function resolveFileProperty(
  base: Content,
  collection: string,
  id: string,
  segments: readonly string[],
): Promise<FileProperty> {
  const document = await documentOf(base, collection, id);
  const found = filePropertyIn(base, collection, document, segments);
  if (!found) throw missing(message('fileMissingAt', { path: segments.join('/') }));
  return found;
}

/** As `resolveFileProperty`, in a version of the object; undefined where the segments lead to no property with files. */
export function filePropertyIn(
  base: Content,
  collection: string,
  document: ObjectDocument,
  segments: readonly string[],
): FileProperty | undefined {
  const { schema } = base.collections.get(collection);
  const found = walk(schema, document, segments, ({ kind }) => kind.files !== undefined);
  const files = found?.property.kind.files;
  if (!found || !files) return undefined;
  const { length, property, value } = found;
  const keys = segments.slice(0, length);
  return {
    files,
    definition: property.definition,
    value,
    keys,
    folder: keys.join('/'),
    rest: segments.slice(length),
    document,
  };
}

/** Where the uploads of a rich text's editor are. */
export type EmbedFolder = Pick<FileProperty, 'definition' | 'keys' | 'folder' | 'rest'> & { kind: KindName };

/** Which rich text of a version of an object segments lead to; undefined for none. */
export function embedFolderIn(
  schema: Schema,
  document: ObjectDocument,
  segments: readonly string[],
): EmbedFolder | undefined {
  const found = walk(schema, document, segments, ({ kind }) => kind.embeds === true);
  if (!found) return undefined;
  const keys = segments.slice(0, found.length);
  const { definition, kindName } = found.property;
  return { definition, kind: kindName, keys, folder: keys.join('/'), rest: segments.slice(found.length) };
}

/** As `resolveFileProperty`, for markup that shows files. */
export async function resolveEmbedFolder(
  base: Content,
  collection: string,
  id: string,
  segments: readonly string[],
): Promise<EmbedFolder> {
  const { schema } = base.collections.get(collection);
  const document = await documentOf(base, collection, id);
  const found = embedFolderIn(schema, document, segments);
  if (!found) throw missing(message('richTextMissing', { path: segments.join('/') }));
  return found;
}
