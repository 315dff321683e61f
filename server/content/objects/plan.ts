/**
 * What a change would write, without writing it: for changes that happen together and for dry runs. The caller holds
 * the locks of the objects, or does not mean to write.
 */
import { isDeepStrictEqual } from 'node:util';
import { message } from '../../contract/messages/message.js';
import { isLegalId, RESERVED_OBJECT_IDS, SYSTEM_PROPERTIES } from '../../contract/names.js';
import type { ObjectDocument, SentProperties } from '../../contract/objects.js';
import type { JsonObject, JsonValue } from '../../contract/values.js';
import { failed } from '../../errors.js';
import { relinked } from '../../schemas/embedded-links.js';
import { prepare, withValues } from '../../schemas/prepare.js';
import type { Schema } from '../../schemas/schema.js';
import type { CollectionIndex } from '../../store/types/catalogue.js';
import type { ReadFile, StoredObject } from '../../store/types/documents.js';
import { SaveWarnings } from '../answers/warnings.js';
import type { Base, Clock, Content, Live } from '../core/base.js';
import { guardDecks } from '../core/edition.js';
import { newContext, saveContext } from '../core/save-context.js';
import type { Collection } from '../model/collection.js';
import { timesOfSave, withTimes } from '../model/times.js';
import { noObject } from '../reading/read.js';
import { checkMatch, readCurrent } from './commit.js';
import { chosenId, idTakenError, proposals } from './create.js';
import { nextOrdinal } from './ordinal.js';

/** Whether another object than this one holds a value of a property. */
export type Taken = (property: string, value: JsonValue) => boolean;

export interface Plan {
  document: ObjectDocument;
  /** What the plan was made on. */
  expect: StoredObject | 'absent';
  stored?: StoredObject;
  /** Files the document has values of, beside the one that is replaced. */
  read?: readonly ReadFile[];
  /** What the save tells of properties (`SaveWarnings`). */
  warnings: readonly string[];
}

/** Whether an id is in use in a collection, also by a damaged file. */
export const isInUse = (collectionIndex: CollectionIndex, id: string): boolean =>
  collectionIndex.get(id) !== undefined || collectionIndex.problem(id) !== undefined;

/**
 * The id of a new object: the sent one, the collection's own where it holds one object, else the first of the
 * schema's proposals that is neither in use nor `reserved`. Throws `validation`.
 */
export async function idForNew(
  base: Content & Clock,
  { settings, schema, ...bound }: Collection,
  sent: SentProperties,
  explicit: unknown,
  reserved: (id: string) => boolean,
): Promise<string> {
  const chosen = explicit === undefined || explicit === null ? undefined : chosenId(explicit);
  if (settings.singleton) {
    if (chosen === undefined || chosen === settings.id) return settings.id;
    throw failed({ id: [message('idOfSingleton', { id: settings.id })] });
  }
  if (chosen !== undefined) return chosen;
  const collection = { settings, schema, ...bound };
  const collectionIndex = await base.store.catalogue.collectionIndex(settings.id);
  for (const id of proposals(base, collection, sent, nextOrdinal(collection, collectionIndex))) {
    if (!isLegalId(id) || RESERVED_OBJECT_IDS.has(id)) continue;
    if (!isInUse(collectionIndex, id) && !reserved(id)) return id;
  }
  throw failed({ id: [message('idNotGenerated')] });
}

/** A new object under an id, of what is sent and of `stored` values, which are checked, too. Throws `validation`, `taken`, `forbidden` for a deck below Pro. */
export async function planCreate(
  base: Base,
  collection: Collection,
  id: string,
  { sent, stored }: { sent: SentProperties; stored?: JsonObject },
  isTaken: Taken,
): Promise<Plan> {
  const { schema, settings } = collection;
  const collectionIndex = await base.store.catalogue.collectionIndex(settings.id);
  if (isInUse(collectionIndex, id) || (await base.store.objects.read(settings.id, id)))
    throw idTakenError(settings.id, id);
  guardDecks(base, collection, sent, undefined);
  const now = base.now();
  const warned = new SaveWarnings();
  const context = { ...newContext(base), now, ...warned.told };
  const given = { schema, sent, context, id, isTaken, ...(stored && { current: { ...stored, id } }) };
  const prepared = await prepare({ ...given, mode: 'create' });
  const document = withTimes({ ...prepared, id }, timesOfSave(now, undefined));
  return { document, expect: 'absent', warnings: warned.names };
}

/** A copy of an object under another id, with its times and what the schema does not know. Throws `taken`, `missing`. */
export async function planCopy(
  base: Base,
  { settings, schema }: Collection,
  { from, id, make }: { from: string; id: string; make: (source: ObjectDocument) => ObjectDocument },
): Promise<Plan> {
  const { stored, collectionIndex } = await readCurrent(base, settings.id, from);
  if (!stored) throw noObject(collectionIndex, settings.id, from);
  if (isInUse(collectionIndex, id) || (await base.store.objects.read(settings.id, id)))
    throw idTakenError(settings.id, id);
  const [source, target] = [from, id].map((one) => ({ collection: settings.id, id: one }));
  const made = make(stored.document);
  const linked = source && target ? relinked(schema, made, source, target) : made;
  return {
    document: withTimes({ ...linked, id }, timesOfSave(base.now(), stored)),
    expect: 'absent',
    read: [stored],
    warnings: [],
  };
}

/** The current object, to be changed or removed. Throws `missing`, `damaged`, and `stale` by `ifMatch`. */
export async function currentObject(
  base: Content & Live,
  collection: Collection,
  id: string,
  ifMatch: string | undefined,
): Promise<StoredObject> {
  const { stored, collectionIndex } = await readCurrent(base, collection.settings.id, id);
  if (!stored) throw noObject(collectionIndex, collection.settings.id, id);
  checkMatch(base, { ifMatch }, collection, collectionIndex, stored);
  return stored;
}

/** Sent properties over the current ones. Throws `validation`, `forbidden` for a deck below Pro. */
export async function planEdit(
  base: Base,
  collection: Collection,
  stored: StoredObject,
  sent: SentProperties,
  mode: 'replace' | 'merge',
  isTaken: Taken,
): Promise<Plan> {
  const { document: before } = stored;
  const { id } = before;
  guardDecks(base, collection, sent, before);
  const { schema, settings } = collection;
  const warned = new SaveWarnings();
  const context = { ...saveContext(base, settings.id, id), ...warned.told };
  const prepared = await prepare({ schema, current: before, sent, mode, context, id, isTaken });
  return {
    document: withTimes({ ...prepared, id }, timesOfSave(context.now, stored)),
    expect: stored,
    stored,
    warnings: warned.names,
  };
}

/**
 * Other values of the current version, stored as they are; undefined where there is nothing to change, or no object any
 * more. Throws `validation`.
 */
export async function planRewrite(
  base: Base,
  { schema, settings }: Collection,
  id: string,
  rewrite: (current: ObjectDocument) => SentProperties | undefined,
): Promise<Plan | undefined> {
  const { stored } = await readCurrent(base, settings.id, id);
  const values = stored && rewrite(stored.document);
  if (!values) return undefined;
  const context = saveContext(base, settings.id, id);
  const document = await withValues(schema, stored.document, values, context);
  return {
    document: withTimes(document, timesOfSave(context.now, stored)),
    expect: stored,
    stored,
    warnings: [],
  };
}

/** Names of the properties in which a plan differs from the object; dates that saves set do not count. */
export function changesIn(schema: Schema, before: ObjectDocument, after: ObjectDocument): string[] {
  const isStamped = (name: string) => {
    const { definition } = schema.properties.get(name) ?? {};
    return definition?.settings?.onUpdate === true || definition?.onUpdate === true;
  };
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) =>
      !SYSTEM_PROPERTIES.has(name) && !isStamped(name) && !isDeepStrictEqual(before[name], after[name]),
  );
}
