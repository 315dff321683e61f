/** Objects from an archive of this or another folder: as they were, as far as the schema still allows. */
import { message } from '../../contract/messages/message.js';
import { isLegalId, SYSTEM_PROPERTIES } from '../../contract/names.js';
import type { ObjectDocument, SentProperties, TrashEntry } from '../../contract/objects.js';
import { conflict } from '../../errors.js';
import { prepare } from '../../schemas/prepare.js';
import type { Schema } from '../../schemas/schema.js';
import type { StoredObject } from '../../store/types/documents.js';
import type { Incoming } from '../../store/types/files.js';
import type { Base, Content, Live, WriteBase } from '../core/base.js';
import { guardDecks } from '../core/edition.js';
import { newContext } from '../core/save-context.js';
import { FileChange } from '../files/file-change.js';
import type { Collection } from '../model/collection.js';
import { timesOf, withTimes } from '../model/times.js';
import { titleOfObject } from '../model/titles.js';
import { commit, readCurrent, withObjectLock } from './commit.js';
import { checkObjectId } from './create.js';
import { isInUse } from './plan.js';
import { isTaken } from './unique-values.js';

/** The moment of a save is not the moment of an archive: dates the schema sets by itself stay as they were. */
const isStamped = (schema: Schema, name: string): boolean => {
  const { definition } = schema.properties.get(name) ?? {};
  const flags = [definition?.settings?.onCreate, definition?.settings?.onUpdate];
  return [...flags, definition?.onCreate, definition?.onUpdate].includes(true);
};

/**
 * The document as it would be stored: checked and normalized like any other, but nothing is filled in that was not
 * there, and its times stay. Throws `validation`, `forbidden` for a deck below Pro.
 */
export async function planRestore(
  base: Base,
  { schema, settings }: Collection,
  found: ObjectDocument,
): Promise<ObjectDocument> {
  const { id } = found;
  checkObjectId(id);
  if (settings.singleton && id !== settings.id)
    throw conflict(message('collectionHoldsOne', { id: settings.id }));
  const collectionIndex = await base.store.catalogue.collectionIndex(settings.id);
  const known: SentProperties = {};
  const unknown: ObjectDocument = { id };
  for (const [name, value] of Object.entries(found)) {
    if (name === 'id' || SYSTEM_PROPERTIES.has(name)) continue;
    if (schema.properties.has(name)) known[name] = value;
    else unknown[name] = value;
  }
  guardDecks(base, { schema, settings }, known, undefined);
  const now = base.now();
  const prepared = await prepare({
    schema,
    current: unknown,
    sent: known,
    mode: 'create',
    context: { ...newContext(base), now },
    id,
    isTaken: isTaken(collectionIndex, id),
  });
  for (const [name, property] of schema.properties) {
    const before = Object.hasOwn(known, name) ? known[name] : undefined;
    if (isStamped(schema, name) && typeof before === 'string') prepared[name] = before;
    else if (before === undefined && !property.required && name !== 'id') delete prepared[name];
  }
  const stamp = { size: 0, mtimeMs: now.getTime(), ino: 0 };
  return withTimes({ ...prepared, id }, timesOf(found, stamp));
}

/** An existing object that would be replaced. Throws `conflict` unless that is allowed, `damaged`. */
async function replaced(
  base: Content & Live,
  name: string,
  id: string,
  replace: boolean,
): Promise<StoredObject | undefined> {
  const { stored, collectionIndex } = await readCurrent(base, name, id);
  if (!replace && (stored || isInUse(collectionIndex, id)))
    throw conflict(message('nameExists', { name: id }));
  return stored;
}

/** What became of an object and of the one it replaced. */
export interface Restored {
  etag: string;
  /** Entry of the former object in the trash. */
  former?: TrashEntry;
}

export interface RestoreOptions {
  /** Whether an object of the same id goes to the trash first, with its files. */
  replace: boolean;
  /** Rejects for an object that must not be replaced; asked while nothing else can change it. */
  check?: ((stored: StoredObject) => Promise<void>) | undefined;
  files?: Incoming | undefined;
}

/**
 * Puts an object and its files in place. Throws `validation`, `conflict` when it is there and may not be replaced, what
 * `check` throws.
 */
export async function restoreObject(
  base: WriteBase,
  name: string,
  found: ObjectDocument,
  { replace, check, files }: RestoreOptions,
): Promise<Restored> {
  const { id } = found;
  if (!isLegalId(id)) checkObjectId(id);
  const work = async (change: FileChange) => {
    const before = await replaced(base, name, id, replace);
    if (before) await check?.(before);
    const document = await planRestore(base, base.collections.get(name), found);
    const former =
      before &&
      (await base.store.trash.trashObject(name, id, titleOfObject(id, before.document), base.change));
    if (former) (await base.store.catalogue.collectionIndex(name)).drop(id);
    await files?.place(name, id, (paths) => change.expect(paths), base.change);
    const type = before ? 'object.updated' : 'object.created';
    const { collectionIndex, row } = await commit(base, name, document, 'absent', {
      type,
      collection: name,
      id,
    });
    change.saved();
    return { etag: collectionIndex.etag(row), ...(former && { former }) };
  };
  return withObjectLock(base, name, id, () => FileChange.of(base, { collection: name, id }, work));
}
