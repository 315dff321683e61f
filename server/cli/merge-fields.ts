/** How a file of a data folder is merged, found without opening the folder: git may be in the middle of a merge. */
import { basename, dirname, join } from 'node:path';
import type { MergeField, MergeFields } from '../contract/merge/rules.js';
import type { CollectionSettings } from '../contract/objects.js';
import type { SchemaDocument } from '../contract/schemas.js';
import { isJsonObject } from '../contract/values.js';
import { childSchemas } from '../properties/reference.js';
import { readBuiltInSchemas } from '../schemas/built-in.js';
import { compileSchema } from '../schemas/compile.js';
import { flatten, parentIds } from '../schemas/inherit.js';
import {
  mergeFieldsOf,
  schemaMergeFields,
  setMergeFields,
  settingsMergeFields,
} from '../schemas/merge-fields.js';
import { applyOverrides } from '../schemas/overrides.js';
import type { Schema } from '../schemas/schema.js';
import { CHANGES_FOLDER, SCHEMA_FOLDER, SETTINGS_FILE } from '../store/disk/layout.js';
import { readTextFile } from '../store/host/files-outside.js';

const unknown: MergeFields = () => undefined;

/** A JSON file; undefined where it is missing or cannot be read, as with markers of a merge. */
async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readTextFile(path));
  } catch {
    return undefined;
  }
}

const hasProperties = (value: unknown): value is SchemaDocument =>
  isJsonObject(value) && isJsonObject(value.properties);

const referencesOf = (document: SchemaDocument): string[] => [
  ...parentIds(document),
  ...Object.values(document.properties).flatMap((definition) =>
    isJsonObject(definition) ? childSchemas(definition).ids : [],
  ),
];

/** The documents of a schema and of all it refers to, by id. */
async function documentsFrom(folder: string, id: string): Promise<ReadonlyMap<string, SchemaDocument>> {
  const found = new Map<string, SchemaDocument>(readBuiltInSchemas());
  const waiting = [id];
  const seen = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const own =
      basename(next) === next ? await readJson(join(folder, SCHEMA_FOLDER, `${next}.json`)) : undefined;
    if (hasProperties(own) && !found.has(next)) found.set(next, { ...own, id: next });
    const document = found.get(next);
    if (document) waiting.push(...referencesOf(document));
  }
  return found;
}

async function fieldsOfObject(collection: string): Promise<MergeFields> {
  const settings = await readJson(join(collection, SETTINGS_FILE));
  if (!isJsonObject(settings) || typeof settings.schema !== 'string') return unknown;
  const documents = await documentsFrom(dirname(collection), settings.schema);
  const documentOf = (id: string) => documents.get(id);
  const schemas = new Map<string, Schema>();
  const schemaOf = (id: string): Schema | undefined => {
    const document = documents.get(id);
    const schema = schemas.get(id) ?? (document && compileSchema(flatten(document, documentOf), schemaOf));
    if (schema) schemas.set(id, schema);
    return schema;
  };
  const schema = schemaOf(settings.schema);
  const overrides = settings.properties as CollectionSettings['properties'];
  return schema ? mergeFieldsOf(applyOverrides(schema, overrides)) : unknown;
}

/** The change of an object in a set: its values are merged as those of the object. */
async function fieldsOfChange(path: string): Promise<MergeFields> {
  const collection = dirname(path);
  const root = dirname(dirname(dirname(collection)));
  const fields = await fieldsOfObject(join(root, basename(collection)));
  const values: MergeField = { rule: 'card', part: () => fields };
  const rules: ReadonlyMap<string, MergeField> = new Map([
    ['at', { rule: 'latest' }],
    ['base', values],
    ['values', values],
    ['suggestions', { rule: 'set' }],
  ]);
  return (name) => rules.get(name);
}

/** Whether a file is the change of an object in a set. */
export const isChangeFile = (path: string): boolean =>
  basename(dirname(dirname(dirname(path)))) === CHANGES_FOLDER;

/** The rules for the properties of a file, by its path. Without a schema that can be read, properties are JSON. */
export async function fieldsOfFile(path: string): Promise<MergeFields> {
  if (basename(path) === SETTINGS_FILE) return settingsMergeFields;
  if (basename(dirname(path)) === SCHEMA_FOLDER) return schemaMergeFields;
  if (basename(dirname(dirname(path))) === CHANGES_FOLDER) return setMergeFields;
  if (isChangeFile(path)) return fieldsOfChange(path);
  return fieldsOfObject(dirname(path));
}
