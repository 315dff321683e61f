/** The schemas and collections that an import needs: those that are missing are made. */
import { createCollection } from '../../content/collections/manage-collections.js';
import type { WriteBase } from '../../content/core/base.js';
import type { Collection } from '../../content/model/collection.js';
import { saveSchema } from '../../content/schemas/manage-schemas.js';
import type { ImportMapping, MappedField } from '../../contract/imports.js';
import type { JsonObject } from '../../contract/values.js';
import type { PropertyKind } from '../../properties/kind.js';
import { resolveKind } from '../../properties/resolve.js';
import { labelFromName } from '../../schemas/messages.js';
import { TrialTarget } from '../../templates/trial.js';
import { newSchema } from '../mapping/new-schema.js';

/** Where schemas and collections are made: in the folder, or in memory in a dry run. */
export interface Structure {
  hasSchema(id: string): boolean;
  saveSchema(schema: JsonObject & { id: string }): Promise<void>;
  hasCollection(id: string): boolean;
  createCollection(settings: JsonObject & { id: string }): Promise<void>;
  collection(id: string): Collection;
  /** In a dry run: checks an object as if it was made. Throws `validation`. */
  tryObject?(collection: string, body: JsonObject): Promise<void>;
}

export const folderStructure = (base: WriteBase): Structure => ({
  hasSchema: (id) => base.library.document(id) !== undefined,
  saveSchema: async (schema) => void (await saveSchema(base, schema, { create: true })),
  hasCollection: (id) => base.collections.has(id),
  createCollection: async (settings) => void (await createCollection(base, settings)),
  collection: (id) => base.collections.get(id),
});

export async function trialStructure(base: WriteBase): Promise<Structure> {
  const trial = await TrialTarget.open(base);
  return {
    hasSchema: (id) => trial.document(id) !== undefined,
    saveSchema: (schema) => trial.saveSchema(schema),
    hasCollection: (id) => trial.hasCollection(id),
    createCollection: (settings) => trial.createCollection(settings),
    collection: (id) => trial.collection(id),
    tryObject: (collection, body) => trial.createObject(collection, body),
  };
}

/** Posts with a date in the future are not live before it, and not after the one when they expire (Hugo). */
function publishedBy(fields: readonly MappedField[]): JsonObject | undefined {
  const named = (fits: (kind: PropertyKind) => boolean, ...names: string[]) =>
    names.flatMap((name) => {
      const field = fields.find(({ from }) => from === name);
      return field?.to && field.kind !== undefined && fits(resolveKind({ field: field.kind }).kind)
        ? [field.to]
        : [];
    })[0];
  const isDate = ({ dates }: PropertyKind) => dates === true;
  const draft = named(({ type }) => type === 'boolean', 'draft');
  const from = named(isDate, 'publishDate', 'date', 'pubDate');
  const until = named(isDate, 'expiryDate');
  return draft && from ? { draft, from, ...(until && { until }) } : undefined;
}

/** Systems whose `draft` and `date` say when a post is live. */
const HAS_DRAFTS: ReadonlySet<string> = new Set(['wordpress', 'markdown']);

/** Makes what is missing, schemas first; `made` is called with each. Throws as creating them by hand. */
export async function makeStructure(
  structure: Structure,
  mapping: ImportMapping,
  made: (what: string) => void,
): Promise<void> {
  const missing = mapping.groups.filter(
    ({ collection }) => collection !== null && !structure.hasCollection(collection),
  );
  for (const group of missing) {
    const schema = group.schema ?? '';
    if (structure.hasSchema(schema)) continue;
    await structure.saveSchema(newSchema(schema, group, mapping));
    made(`schema ${schema}`);
  }
  for (const { collection, schema, fields } of missing) {
    if (collection === null || structure.hasCollection(collection)) continue;
    const published = HAS_DRAFTS.has(mapping.format) ? publishedBy(fields) : undefined;
    await structure.createCollection({
      id: collection,
      schema: schema ?? '',
      name: labelFromName(collection),
      ...(published && { published }),
    });
    made(`collection ${collection}`);
  }
}
