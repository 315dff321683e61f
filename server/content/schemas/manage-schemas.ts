/** Schemas over the API (spec/schemas.md#saving): list, definitions, save, remove. */
import { inSlices, Yielder } from '../../async/yielder.js';
import { isSame } from '../../contract/merge/equality.js';
import { mergeSteps } from '../../contract/merge/merge.js';
import { message } from '../../contract/messages/message.js';
import type { TrashEntry } from '../../contract/objects.js';
import type { SchemaDefinition, SchemaDocument, SchemaSummary } from '../../contract/schemas.js';
import { isJsonObject, type JsonObject } from '../../contract/values.js';
import { missing, PlinthError } from '../../errors.js';
import { type DefinitionInfo, definitionOf, rawDefinitionOf, summaryOf } from '../../schemas/definition.js';
import { schemaMergeFields } from '../../schemas/merge-fields.js';
import { referredSchemas } from '../../schemas/references.js';
import { checkVersion, replacesAny } from '../answers/checked-version.js';
import { clashError } from '../answers/clash-error.js';
import type { Base, Content, Live, WriteBase } from '../core/base.js';
import { holdsDeck, requirePro } from '../core/edition.js';
import { titleOfId } from '../model/titles.js';

/** One schema change at a time: inheritance ties schemas together. */
export const SCHEMA_LOCK = '#schemas';

/** Ids of the collections bound to a schema. */
const usersOf = (base: Content, id: string): string[] =>
  base.collections
    .all()
    .filter(({ settings }) => settings.schema === id)
    .map(({ settings }) => settings.id);

/** For each schema of parts, the schemas whose cards or decks use it. */
function holdersOf(base: Content): Map<string, string[]> {
  const holders = new Map<string, string[]>();
  for (const id of base.library.ids()) {
    const document = base.library.document(id);
    const parts = document ? new Set(referredSchemas(document)) : [];
    for (const part of parts) if (part !== id) holders.set(part, [...(holders.get(part) ?? []), id]);
  }
  return holders;
}

function documentOf(base: Content, id: string): SchemaDocument {
  const document = base.library.document(id);
  if (!document) throw missing(message('schemaMissing', { id }));
  return document;
}

/** A schema as stored: interpreted, and as the whole document with unknown keys. */
const rawOf = (document: SchemaDocument, info: DefinitionInfo): SchemaDefinition => ({
  ...rawDefinitionOf(document, info),
  document,
});

/** Every schema, or only the built-in (`reserved`) or the custom ones. */
export function listSchemas(base: Content, filter?: 'reserved' | 'custom'): SchemaSummary[] {
  const holders = holdersOf(base);
  return base.library
    .ids()
    .filter((id) => filter === undefined || base.library.isBuiltIn(id) === (filter === 'reserved'))
    .map((id) =>
      summaryOf(documentOf(base, id), {
        title: titleOfId(id),
        reserved: base.library.isBuiltIn(id),
        usedBy: usersOf(base, id),
        partOf: holders.get(id) ?? [],
      }),
    );
}

/** A definition by schema id, else by the id of a collection. `raw`: as stored, not flattened. Throws `missing`. */
export function schemaFor(base: Content, name: string, raw: boolean): SchemaDefinition {
  const document = base.library.document(name);
  if (!document) {
    if (base.collections.has(name)) return collectionSchema(base, name, raw);
    throw missing(message('schemaOrCollectionMissing', { name }));
  }
  const info = { title: titleOfId(name), reserved: base.library.isBuiltIn(name) };
  const schema = base.library.schema(name);
  return raw || !schema ? rawOf(document, info) : definitionOf(schema, info);
}

/** The definition a collection's objects follow, its overrides applied unless `raw`. Throws `missing`. */
export function collectionSchema(base: Content, collection: string, raw: boolean): SchemaDefinition {
  const { settings, schema } = base.collections.get(collection);
  const info = { title: settings.name, reserved: base.library.isBuiltIn(settings.schema) };
  return raw ? rawOf(documentOf(base, settings.schema), info) : definitionOf(schema, info);
}

/** The parts of a definition by name: its properties and other keys; of the stored document where that is shown. */
function partsOf(definition: JsonObject): JsonObject {
  const { document } = definition;
  const { properties, ...others } = isJsonObject(document) ? document : definition;
  return { ...others, ...(isJsonObject(properties) ? properties : {}) };
}

/** Throws `stale` when a schema on disk is not the one that was read. The caller holds the lock. */
export async function checkSchemaMatch(
  base: Content & Live,
  ifMatch: string | undefined,
  id: string,
): Promise<void> {
  if (ifMatch === undefined) return;
  if (base.library.hasChanged(id)) {
    await base.library.refresh();
    base.collections.rebind();
  }
  if (base.library.document(id) === undefined) return;
  const reason = message('schemaStale', { id });
  const forms = [true, false].map((raw) => schemaFor(base, id, raw));
  checkVersion(base.versions, ifMatch, { forms, partsOf, reason });
}

/** Throws `forbidden` below Pro for a schema that has a deck or would get one. */
export function guardSchema(
  base: Pick<Base, 'library' | 'edition'>,
  body: unknown,
  options: { create: boolean; id?: string },
): void {
  if (base.edition() === 'pro') return;
  const { document, schema } = base.library.proposal(body, options);
  if (!holdsDeck(base.library.schema(document.id)) && !holdsDeck(schema(document.id))) return;
  requirePro(base, 'Saving a schema that holds a deck');
}

export interface SchemaSave {
  create: boolean;
  id?: string;
  ifMatch?: string | undefined;
  /** Called with the stored document; throws when it is not the expected one. */
  expected?: (stored: SchemaDocument | undefined) => void;
}

/**
 * Creates or changes a custom schema; collections that follow it, directly or by inheritance, follow at once.
 * Throws `validation` with every problem, `conflict` for a reserved or taken id, `missing` for an unknown one, `stale`.
 */
export async function saveSchema(
  base: WriteBase,
  body: unknown,
  { ifMatch, expected, ...options }: SchemaSave,
): Promise<SchemaDefinition> {
  return base.store.locked(SCHEMA_LOCK, async () => {
    if (options.id !== undefined) {
      await checkSchemaMatch(base, ifMatch, options.id);
      expected?.(base.library.document(options.id));
    }
    return saved(base, body, { ...options, keep: replacesAny(ifMatch) });
  });
}

/** Saves a schema. The caller holds the lock. */
async function saved(
  base: WriteBase,
  body: unknown,
  options: { create: boolean; id?: string; keep?: boolean },
): Promise<SchemaDefinition> {
  guardSchema(base, body, options);
  const document = await base.library.save(body, options, base.change);
  base.collections.rebind();
  base.events.emit({ type: 'schema.saved', schema: document.id }, base.change);
  return rawOf(document, { title: titleOfId(document.id), reserved: false });
}

/**
 * As `saveSchema` for an existing schema; a document that was read with `raw` and is outdated is merged with what has
 * changed since. `changed`: names of parts that others had changed; absent where nothing was merged. Throws `clash`.
 */
export async function mergeSchema(
  base: WriteBase,
  id: string,
  body: unknown,
  ifMatch: string,
): Promise<{ definition: SchemaDefinition; changed?: readonly string[] }> {
  return base.store.locked(SCHEMA_LOCK, async () => {
    const options = { create: false, id, keep: replacesAny(ifMatch) };
    try {
      await checkSchemaMatch(base, ifMatch, id);
    } catch (error) {
      const isStale = error instanceof PlinthError && error.kind === 'stale';
      const read = base.versions.find(ifMatch.trim())?.document;
      if (!isStale || !isJsonObject(read) || !isJsonObject(body)) throw error;
      const theirs: JsonObject = JSON.parse(JSON.stringify(documentOf(base, id)));
      const steps = mergeSteps({ base: read, mine: body, theirs }, schemaMergeFields);
      const merged = await inSlices(steps, new Yielder());
      if (merged.clashes.length > 0) throw clashError(merged.clashes);
      const [before, now] = [partsOf(read), partsOf(theirs)];
      const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
      const changed = names.filter((name) => !isSame(before[name], now[name], false));
      return { definition: await saved(base, merged.document, options), changed };
    }
    return { definition: await saved(base, body, options) };
  });
}

/**
 * Moves a custom schema to the trash. Throws `missing`, `stale`, and `conflict` while it is built in, used or inherited. The
 * answer names the trash entry, which can be restored.
 */
export async function removeSchema(base: WriteBase, id: string, ifMatch?: string): Promise<TrashEntry> {
  return base.store.locked(SCHEMA_LOCK, async () => {
    documentOf(base, id);
    await checkSchemaMatch(base, ifMatch, id);
    if (holdsDeck(base.library.schema(id)))
      requirePro(base, `Deleting the schema "${id}", which holds a deck,`);
    const entry = await base.library.remove(id, usersOf(base, id), base.change);
    base.collections.rebind();
    base.events.emit({ type: 'schema.deleted', schema: id }, base.change);
    return entry;
  });
}
