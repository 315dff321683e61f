/** Compares the folder with what is known and emits the differences. Each function returns whether to check again. */
import { join } from 'node:path';
import { Yielder } from '../../async/yielder.js';
import type { ChangeEvent } from '../../contract/wire.js';
import type { FolderCatalogue } from '../catalogue/catalogue.js';
import { objectIds } from '../catalogue/fill.js';
import { parseObject, readBytes } from '../disk/json-file.js';
import { type Layout, SCHEMA_FOLDER, SETTINGS_FILE } from '../disk/layout.js';
import type { Log } from '../disk/log.js';
import type { OwnWrites } from '../disk/own-writes.js';
import { isFresh } from '../disk/retry-read.js';
import { settingsStamp } from '../disk/settings-stamp.js';
import { sameStamp, stampAt } from '../disk/stamp.js';
import type { TextFiles } from '../disk/text-files.js';
import type { CustomSchemaFiles } from '../documents/schema-files.js';
import type { SettingsFiles } from '../documents/settings-files.js';
import { type ConflictCopies, firstVersion } from '../maintenance/conflict-copies.js';
import type { Stamp } from '../types/stamp.js';

export interface CompareParts {
  /** Whether the data folder is at its path. */
  isAvailable(): boolean;
  layout: Layout;
  own: OwnWrites;
  catalogue: FolderCatalogue;
  collections: SettingsFiles;
  schemas: CustomSchemaFiles;
  texts: TextFiles;
  copies: ConflictCopies;
  log: Log;
}

type Emit = (event: ChangeEvent) => void;

function isWhole(path: string): boolean {
  try {
    const file = readBytes(path);
    return file !== undefined && parseObject(file.bytes) !== undefined;
  } catch {
    return false;
  }
}

/** Whether a file with settled notifications seems to be in progress: missing, or just written and incomplete. */
function isBeingWritten(
  { own }: CompareParts,
  key: string,
  { path, existing }: { path: string; existing: Stamp | undefined },
): boolean {
  const known = own.known(key);
  if (sameStamp(known, existing)) return false;
  return stampAt(path) && existing ? isFresh(existing) && !isWhole(path) : known !== undefined;
}

/** The change of a file; undefined when there is none. */
function changeOf(
  { own }: CompareParts,
  key: string,
  existing: Stamp | undefined,
): 'created' | 'updated' | 'deleted' | undefined {
  const known = own.known(key);
  if (sameStamp(known, existing)) return undefined;
  own.recordStamp(key, existing);
  if (!existing) return 'deleted';
  return known ? 'updated' : 'created';
}

/** `{collection}/.meta.json`. `again`: it was being written at the first check. */
export function compareSettings(
  parts: CompareParts,
  { collection, again }: { collection: string; again: boolean },
  emit: Emit,
): boolean {
  const key = `${collection}/${SETTINGS_FILE}`;
  const path = parts.layout.settings(collection);
  const existing = settingsStamp(parts.layout, collection);
  if (parts.own.isBusy(key) || (!again && isBeingWritten(parts, key, { path, existing }))) return true;
  const change = changeOf(parts, key, existing);
  // A collection that came or went is one event, not one for each of its objects.
  if (change === 'created' || change === 'deleted') parts.catalogue.forget(collection);
  if (change) emit({ type: `collection.${change}`, collection });
  return false;
}

/** Every file of `.schemas/`. `again`: some were being written at the first check. */
export async function compareSchemas(
  parts: CompareParts,
  { again: second }: { again: boolean },
  emit: Emit,
): Promise<boolean> {
  const prefix = `${SCHEMA_FOLDER}/`;
  const keys = new Set((await parts.schemas.ids()).map((id) => `${prefix}${id}.json`));
  for (const key of parts.own.knownKeys()) if (key.startsWith(prefix)) keys.add(key);
  let again = false;
  for (const key of keys) {
    const schema = key.slice(prefix.length, -'.json'.length);
    const path = parts.layout.schema(schema);
    const existing = stampAt(path);
    if (parts.own.isBusy(key) || (!second && isBeingWritten(parts, key, { path, existing }))) {
      again = true;
      continue;
    }
    const change = changeOf(parts, key, existing);
    if (change) emit({ type: change === 'deleted' ? 'schema.deleted' : 'schema.saved', schema });
  }
  return again;
}

/** One object file. Nothing is known of a collection that was not requested yet, so nothing changes. */
export function compareObject(
  parts: CompareParts,
  look: { collection: string; id: string; force: boolean; again: boolean },
  emit: Emit,
): boolean {
  const { collection, id } = look;
  if (parts.own.isBusy(`${collection}/${id}.json`) || parts.catalogue.isFilling(collection)) return true;
  const collectionIndex = parts.catalogue.filled(collection);
  if (!collectionIndex) return false;
  const found = collectionIndex.reconcile(id, { force: look.force, debounceNew: !look.again });
  if (found === 'later') return true;
  if (found) emit({ type: `object.${found}`, collection, id });
  return false;
}

/** Every object file of a collection; `suspect` receives those to check again. */
export async function compareFolder(
  parts: CompareParts,
  collection: string,
  emit: Emit,
  suspect: (id: string) => void,
): Promise<boolean> {
  const { own, catalogue, layout } = parts;
  if (own.isBusy(`${collection}/${SETTINGS_FILE}`) || catalogue.isFilling(collection)) return true;
  if (!catalogue.filled(collection)) return false;
  const yielder = new Yielder();
  const existing = await objectIds(layout, collection);
  for (const id of new Set([...existing, ...(catalogue.filled(collection)?.ids() ?? [])])) {
    const look = { collection, id, force: false, again: false };
    if (compareObject(parts, look, emit)) suspect(id);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return false;
}

/** A file that a sync tool has put beside another, or taken away. */
export function compareCopy(
  { copies, layout }: CompareParts,
  { collection, name }: { collection: string; name: string },
  reported: Set<string>,
  emit: Emit,
): boolean {
  const path = `${collection}/${name}`;
  const copy = copies.look(collection, name);
  copies.forget();
  if (copies.wasTaken(path) && copy === undefined) {
    reported.delete(path);
    return false;
  }
  const original = copy?.id ?? firstVersion(join(layout.root, collection), name)?.slice(0, -'.json'.length);
  if (original === undefined || (copy !== undefined && reported.has(path))) return false;
  if (copy) reported.add(path);
  else reported.delete(path);
  emit({ type: copy ? 'conflict.found' : 'conflict.gone', collection, id: original, path });
  return false;
}
