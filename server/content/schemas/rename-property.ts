/**
 * Renames a property and carries its values along. The schema is saved first, and remembers the former name: from
 * then on files with either name read and save alike, so that the rewriting of the files may end at any point. It is
 * taken up again when the folder is next served, or by asking for the same renaming once more.
 */

import { Yielder } from '../../async/yielder.js';
import { message } from '../../contract/messages/message.js';
import { isLegalPropertyName, SYSTEM_PROPERTIES } from '../../contract/names.js';
import type { RenameResult, SchemaDocument } from '../../contract/schemas.js';
import { isJsonObject, type JsonObject } from '../../contract/values.js';
import { conflict, failed } from '../../errors.js';
import { narrowed } from '../../origins.js';
import { resolveKind } from '../../properties/resolve.js';
import { rawDefinitionOf } from '../../schemas/definition.js';
import { MAX_NESTING } from '../../schemas/reach.js';
import { referencesTo } from '../../schemas/references.js';
import {
  type Renaming,
  removeFormerName,
  renameInside,
  renameMentions,
  renameOwn,
} from '../../schemas/rename.js';
import type { Schema } from '../../schemas/schema.js';
import { etagOf } from '../answers/answer.js';
import { changeSettings } from '../collections/settings-file.js';
import type { Changing, Content, Live, WriteBase } from '../core/base.js';
import { holdsDeck, requirePro } from '../core/edition.js';
import type { Collection } from '../model/collection.js';
import { settingsRenamed } from '../model/collection-settings.js';
import { titleOfId } from '../model/titles.js';
import { checkSchemaMatch, SCHEMA_LOCK, schemaFor } from './manage-schemas.js';
import { concerned, ownDocument, saveDocument } from './own-document.js';
import { readable, renameObjects } from './rename-objects.js';

/** Unfinished renamings of a schema's own properties: former names are kept until no file has them. */
function renamingsIn({ library }: Content, id: string): Renaming[] {
  const schema = library.isBuiltIn(id) ? undefined : library.schema(id);
  return [...(schema?.former ?? [])]
    .map(([from, to]) => ({ from, to }))
    .filter(({ to }) => schema?.properties.get(to)?.inheritedFrom === undefined);
}

/** Whether this renaming was begun before: the schema has it, files may not yet. */
const isStarted = (base: Content, id: string, { from, to }: Renaming): boolean =>
  renamingsIn(base, id).some((renaming) => renaming.from === from && renaming.to === to);

/** Throws `validation` for names that cannot be exchanged. */
function checkRenaming(base: Content, document: SchemaDocument, { from, to }: Renaming): void {
  const fixed = (name: string) => name === 'id' || SYSTEM_PROPERTIES.has(name);
  if (fixed(from) || !Object.hasOwn(document.properties, from)) {
    throw failed({
      from: [
        fixed(from)
          ? message('propertyManagedBy', { name: from })
          : message('propertyNotOwn', { id: document.id, name: from }),
      ],
    });
  }
  if (resolveKind(document.properties[from] ?? {}).kind.files) {
    throw failed({
      from: [message('propertyHoldsFiles', { name: from })],
    });
  }
  if (!isLegalPropertyName(to) || fixed(to) || to === 'clone')
    throw failed({ to: [message('propertyNameImpossible', { name: to })] });
  const holder = base.library
    .dependents(document.id)
    .find((id) => base.library.schema(id)?.properties.has(to));
  if (holder !== undefined) throw failed({ to: [message('propertyThere', { schema: holder, name: to })] });
}

/** The schema and its heirs, without those that define a property under the former name. */
const carriers = (base: Content, id: string, { from, to }: Renaming): ReadonlySet<string> =>
  new Set(
    base.library.dependents(id).filter((other) => {
      const properties = base.library.schema(other)?.properties;
      const property = properties?.get(from) ?? properties?.get(to);
      return other === id || property?.inheritedFrom === id;
    }),
  );

/** Whether a key exists where the property would be: in the object, or in one of its cards and items. */
function holdsKey(
  schema: Schema,
  document: JsonObject,
  where: ReadonlySet<string>,
  key: string,
  depth = 0,
): boolean {
  if (where.has(schema.id) && Object.hasOwn(document, key)) return true;
  if (depth >= MAX_NESTING) return false;
  return [...schema.properties].some(([name, { children }]) => {
    const value = children && Object.hasOwn(document, name) ? document[name] : undefined;
    if (!isJsonObject(value)) return false;
    const parts = children?.many ? Object.values(value).filter(isJsonObject) : [value];
    return parts.some((part) => {
      const inside = children?.of(part);
      return inside !== undefined && holdsKey(inside, part, where, key, depth + 1);
    });
  });
}

/** Whether there are files in a folder with the property's name: in the object's, or in one of its parts. */
async function hasFolder(base: Content, collection: Collection, id: string, name: string): Promise<boolean> {
  const files = await base.store.files.list(collection.settings.id, id);
  return files.some(({ path }) => path.split('/').slice(0, -1).includes(name));
}

/**
 * Rejects a name under which files have another value: a property that was removed, a key of another program. Also the
 * name of a folder, in which a part keeps its files or an editor the uploads its text links to.
 */
async function rejectOccupied(base: Content, id: string, renaming: Renaming): Promise<void> {
  const { from, to } = renaming;
  const where = carriers(base, id, renaming);
  const yielder = new Yielder();
  for (const collection of concerned(base, id)) {
    const { settings, schema } = collection;
    const collectionIndex = await base.store.catalogue.collectionIndex(settings.id);
    for (const row of [...collectionIndex.rowsById()]) {
      if (yielder.exhausted) await yielder.yieldToEventLoop();
      const stored = await readable(base, settings.id, row.id);
      if (!stored || stored === 'unreadable') continue;
      if (holdsKey(schema, stored.document, where, to)) {
        const place = `${settings.id}/${row.id}`;
        throw conflict(message('renamingHasValue', { name: to, place }), {
          to: [message('propertyUsed', { name: to, place })],
        });
      }
      if (await hasFolder(base, collection, row.id, from)) {
        const place = `${settings.id}/${row.id}`;
        throw conflict(message('renamingHasFolder', { name: from, place }), {
          from: [message('propertyHasFolder', { name: from, place })],
        });
      }
    }
  }
}

/** Schemas that inherit the property or hold it in parts, as far as they speak of it. */
async function renameElsewhere(
  base: Content & Live & Changing,
  id: string,
  renaming: Renaming,
): Promise<void> {
  for (const descendant of carriers(base, id, renaming)) {
    const document = base.library.document(descendant);
    if (document && descendant !== id) await saveDocument(base, renameMentions(document, renaming));
  }
  for (const holder of base.library.ids()) {
    const document = base.library.isBuiltIn(holder) ? undefined : base.library.document(holder);
    if (!document) continue;
    const names = [...carriers(base, id, renaming)].flatMap((part) => referencesTo(document, part));
    if (names.length > 0) await saveDocument(base, renameInside(document, names, renaming));
  }
}

async function renameInSettings(
  base: Content & Live & Changing,
  id: string,
  renaming: Renaming,
): Promise<void> {
  const where = carriers(base, id, renaming);
  for (const { settings } of concerned(base, id)) {
    if (!where.has(settings.schema)) continue;
    if (JSON.stringify(settingsRenamed(settings, renaming)) === JSON.stringify(settings)) continue;
    await changeSettings(base, settings.id, (current) => settingsRenamed(current, renaming));
    base.events.emit({ type: 'collection.updated', collection: settings.id }, base.change);
  }
}

/**
 * The schemas and collections that a renaming concerns, as text; undefined while one of the folder cannot be read, which
 * may have the property.
 */
function knownFor(base: Content, id: string): string | undefined {
  const { collections, library } = base;
  const areRead = collections.damaged().length === 0 && library.problems().every(({ usable }) => usable);
  const names = concerned(base, id).map(({ settings }) => settings.id);
  return areRead ? JSON.stringify([library.affected(id), names]) : undefined;
}

/** What is left to do once the schema has the new name. Throws what `signal` was aborted with. */
async function renameEverywhere(
  base: Content & Live & Changing,
  id: string,
  renaming: Renaming,
  signal?: AbortSignal,
): Promise<Pick<RenameResult, 'collections' | 'complete'>> {
  const known = knownFor(base, id);
  await renameElsewhere(base, id, renaming);
  await renameInSettings(base, id, renaming);
  const collections: RenameResult['collections'] = [];
  for (const collection of concerned(base, id)) {
    collections.push(await renameObjects(base, collection, signal));
  }
  // What another program has repaired or added meanwhile was not looked at.
  const isKnown = known !== undefined && known === knownFor(base, id);
  const complete = isKnown && collections.every(({ damaged }) => damaged === 0);
  if (complete) await saveDocument(base, removeFormerName(ownDocument(base, id), renaming));
  return { collections, complete };
}

/**
 * Renames a property of a custom schema in the schema, in its mentions and in every object that has it. Throws
 * `missing`, `validation` for names that cannot be exchanged, `conflict` where files have another value
 * under the new name, `stale`, `forbidden` below Pro where a deck is concerned.
 */
export async function renameProperty(
  request: WriteBase,
  id: string,
  renaming: Renaming,
  ifMatch?: string,
): Promise<RenameResult> {
  const base = { ...request, change: narrowed(request.change, 'rename') };
  return base.store.locked(SCHEMA_LOCK, async () => {
    await checkSchemaMatch(base, ifMatch, id);
    const document = ownDocument(base, id);
    const affected = base.library.affected(id).map((other) => base.library.schema(other));
    if (affected.some(holdsDeck)) requirePro(base, 'Renaming what decks, or schemas with decks, hold');
    if (!isStarted(base, id, renaming)) {
      checkRenaming(base, document, renaming);
      await rejectOccupied(base, id, renaming);
      await saveDocument(base, renameOwn(document, renaming));
    }
    const { collections, complete } = await renameEverywhere(base, id, renaming);
    const schema = rawDefinitionOf(ownDocument(base, id), { title: titleOfId(id), reserved: false });
    const etag = etagOf(JSON.stringify(schemaFor(base, id, true)));
    return { schema, etag, ...renaming, collections, complete };
  });
}

/** Every unfinished renaming. */
export const unfinishedRenamings = (base: Content): (Renaming & { schema: string })[] =>
  base.library
    .ids()
    .flatMap((schema) => renamingsIn(base, schema).map((renaming) => ({ schema, ...renaming })));

/** Continues a renaming unless it is finished. Throws what `signal` was aborted with. */
export async function finishRenaming(
  base: Content & Live & Changing,
  id: string,
  renaming: Renaming,
  signal: AbortSignal,
): Promise<void> {
  await base.store.locked(SCHEMA_LOCK, async () => {
    if (isStarted(base, id, renaming)) await renameEverywhere(base, id, renaming, signal);
  });
}
