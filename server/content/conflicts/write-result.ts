/** Writes the result of a conflict over the file in use. */
import { isSame } from '../../contract/merge/equality.js';
import { message } from '../../contract/messages/message.js';
import type { ObjectDocument, SentProperties } from '../../contract/objects.js';
import type { JsonObject } from '../../contract/values.js';
import { PlinthError } from '../../errors.js';
import { relinked } from '../../schemas/embedded-links.js';
import { placeOfSet } from '../../store/disk/layout.js';
import { revisionOf } from '../../store/history/revision.js';
import { changeCollection } from '../collections/manage-collections.js';
import type { Content, WriteBase } from '../core/base.js';
import { dropFiles } from '../files/dropped-files.js';
import { FileChange } from '../files/file-change.js';
import { restoreFromTrash } from '../files/files-from-trash.js';
import { timesOfSave, withTimes } from '../model/times.js';
import { commit, readCurrent, retryOnConflict, withObjectLock } from '../objects/commit.js';
import { checkObjectId } from '../objects/create.js';
import { planRestore, restoreObject } from '../objects/restore.js';
import { saveSchema } from '../schemas/manage-schemas.js';
import { fileOf, placeOf, type ReadConflict } from './read-conflict.js';

export const staleVersions = (): PlinthError => new PlinthError('stale', message('conflictFileChanged'));

/** Saves the settings of the folder; they are approved where they are saved. */
export type SaveSettings = (before: JsonObject, after: JsonObject) => Promise<void>;

export interface WriteOptions {
  saveSettings: SaveSettings;
  /** A person has decided: the object is modified now. Otherwise the times are those of the versions. */
  byHand: boolean;
}

function checkRevision(base: Content, collection: string, id: string, expected: string): void {
  const bytes = base.store.files.document(collection, id);
  if ((bytes ? revisionOf(bytes) : '') !== expected) throw staleVersions();
}

/** The same bytes on each machine that merges the same versions, unless it is done by hand. */
function writeObject(
  base: WriteBase,
  { conflict, mine }: ReadConflict,
  result: ObjectDocument,
  byHand: boolean,
): Promise<void> {
  const { collection, name: id, kind } = conflict;
  const expected = mine?.revision ?? '';
  const event = { type: 'object.updated', collection, id } as const;
  const work = (files: FileChange) =>
    retryOnConflict(async () => {
      checkRevision(base, collection, id, expected);
      const stored = kind === 'markers' ? undefined : (await readCurrent(base, collection, id)).stored;
      const bound = base.collections.get(collection);
      const whole = base.store.texts.complete(collection, result);
      const back = await restoreFromTrash(base, files, {
        collection,
        schema: bound.schema,
        id,
        sent: whole,
        stored: stored?.document,
      });
      const planned = await planRestore(base, bound, whole);
      const document = byHand && stored ? withTimes(planned, timesOfSave(base.now(), stored)) : planned;
      if (stored) await dropFiles(files, bound.schema, stored.document, document);
      await commit(base, collection, document, stored ?? 'damaged', event);
      files.saved();
      await back?.keep();
    });
  return withObjectLock(base, collection, id, () => FileChange.of(base, { collection, id }, work));
}

/** What has to be sent to make one document of another. */
function changesOf(before: JsonObject, after: JsonObject): SentProperties {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const sent: SentProperties = {};
  for (const key of keys) {
    if (!isSame(before[key], after[key])) sent[key] = after[key] ?? null;
  }
  return sent;
}

function checkFile(base: Content, { conflict, mine }: ReadConflict): void {
  const now = base.store.maintenance.readVersion(placeOf(conflict), fileOf(conflict.original));
  if (now?.revision !== mine?.revision) throw staleVersions();
}

/** Makes the file in use hold a document. Throws `stale` where it has changed since it was read, `validation`. */
export async function writeResult(
  base: WriteBase,
  read: ReadConflict,
  result: JsonObject,
  { saveSettings, byHand }: WriteOptions,
): Promise<void> {
  const { conflict, comparison, grouping } = read;
  const { subject, collection, name } = conflict;
  if (subject === 'object') {
    const document = { ...result, id: name };
    if (read.mine) return writeObject(base, read, document, byHand);
    await restoreObject(base, collection, document, { replace: false });
    return;
  }
  if (subject === 'changeSet') {
    const { changeSets } = base.store;
    await base.store.locked(placeOfSet(name), async () => {
      checkFile(base, read);
      await changeSets.writeInfo(name, result, false, base.change);
    });
    return;
  }
  checkFile(base, read);
  const before = grouping.together(comparison?.mine ?? {});
  if (subject === 'schema') {
    await saveSchema(base, { ...result, id: name }, { create: read.mine === undefined, id: name });
  } else if (subject === 'collection') {
    const { updated: _updated, count: _count, id: _id, ...changes } = changesOf(before, result);
    const ifMatch = conflict.kind === 'markers' ? '*' : undefined;
    await changeCollection(base, collection, changes, { ifMatch });
  } else await saveSettings(before, result);
}

/** Creates an object of its own from the copy, with the files of the object it is a version of. */
export async function writeOwnObject(
  base: WriteBase,
  { collection, name }: { collection: string; name: string },
  copy: JsonObject,
  id: string,
): Promise<void> {
  checkObjectId(id);
  const [source, target] = [
    { collection, id: name },
    { collection, id },
  ];
  const work = async (files: FileChange) => {
    const { schema } = base.collections.get(collection);
    const linked = { ...relinked(schema, copy, source, target), id };
    if ((await readCurrent(base, collection, id)).stored) {
      throw new PlinthError('taken', message('objectExists', { id }), {
        details: { id: [message('nameTaken', { name: id })] },
      });
    }
    const document = await planRestore(base, base.collections.get(collection), linked);
    await base.store.objects.copyFiles(source, target, (paths) => files.expect(paths), base.change);
    await commit(base, collection, document, 'absent', { type: 'object.created', ...target });
    files.saved();
  };
  await withObjectLock(base, collection, id, () => FileChange.of(base, target, work));
}
