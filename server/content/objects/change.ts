/** A change of one object: on the version on disk, checked, durable, announced. Every edit goes through here. */
import type { FileItem } from '../../contract/files.js';
import { message } from '../../contract/messages/message.js';
import type { ObjectDocument, SentProperties, TrashEntry } from '../../contract/objects.js';
import { PlinthError } from '../../errors.js';
import { prepare } from '../../schemas/prepare.js';
import type { CollectionIndex } from '../../store/types/catalogue.js';
import type { StoredObject } from '../../store/types/documents.js';
import type { Answer } from '../answers/answer.js';
import { countedAnswer } from '../answers/counted.js';
import { SaveWarnings, withWarnings } from '../answers/warnings.js';
import type { Base, Content, Live, WriteBase } from '../core/base.js';
import { guardDecks } from '../core/edition.js';
import { saveContext } from '../core/save-context.js';
import { dropFiles } from '../files/dropped-files.js';
import { FileChange } from '../files/file-change.js';
import { type RestoredFiles, restoreFromTrash } from '../files/files-from-trash.js';
import type { FormerFiles } from '../files/former-files.js';
import type { Collection } from '../model/collection.js';
import { timesOfSave, withTimes } from '../model/times.js';
import { noObject } from '../reading/read.js';
import {
  checkMatch,
  commit,
  type Part,
  readCurrent,
  retryOnConflict,
  savedAnswer,
  withObjectLock,
} from './commit.js';
import { type MergedChange, mergeChange } from './merge-change.js';
import { isTaken } from './unique-values.js';

export interface ChangeOptions {
  /** Value of `If-Match`: the change is made to that version or not at all. */
  ifMatch?: string;
  /** The file or deck item in the URL, whose ETag `If-Match` may name as well. */
  part?: Part;
  /** A stale version is merged with what has changed since, where that is possible. */
  merge?: boolean;
  /**
   * Values that the caller last knew, where the version of `ifMatch` has those of others: a merge starts from them, also
   * when that version is the current one.
   */
  basis?: SentProperties;
  /** The answer shows private properties. */
  writer?: boolean;
}

interface How {
  /** Former bytes of files that come back with the values. */
  former?: FormerFiles | undefined;
  mode: 'replace' | 'merge';
  /** What the caller has sent, for listeners; `edit`: what the edit returns. None where values are worked out here. */
  sent?: SentProperties | 'edit';
}

type Awaitable = SentProperties | Promise<SentProperties>;

/** The values to set, given the version on disk; called again when another program has changed that version. */
export type Edit = (collection: Collection, stored: ObjectDocument | undefined) => Awaitable;

export interface Changed {
  /** The object as the caller may see it. */
  answer: Answer;
  document: ObjectDocument;
  /** Entry of the files the change dropped. */
  trashed?: TrashEntry | undefined;
}

/** The document of a change: sent properties over the stored ones, times set. */
async function changed(
  base: Base,
  collection: Collection,
  id: string,
  change: {
    sent: SentProperties;
    mode: 'create' | 'replace' | 'merge';
    stored?: StoredObject;
    collectionIndex: CollectionIndex;
    known: ((path: string) => FileItem | undefined) | undefined;
    warned: SaveWarnings;
  },
): Promise<ObjectDocument> {
  const { sent, mode, stored, collectionIndex, known, warned } = change;
  guardDecks(base, collection, sent, stored?.document);
  const context = {
    ...saveContext(base, collection.settings.id, id),
    ...(known && { known }),
    ...warned.told,
  };
  const prepared = await prepare({
    schema: collection.schema,
    sent,
    mode,
    context,
    id,
    isTaken: isTaken(collectionIndex, id),
    ...(stored && { current: stored.document }),
  });
  return withTimes({ ...prepared, id }, timesOfSave(context.now, stored));
}

/** The object on disk; undefined where its file is damaged and may be replaced. */
export async function readOrDamaged(
  base: Content & Live,
  collection: string,
  id: string,
  mode: 'replace' | 'merge',
) {
  try {
    return await readCurrent(base, collection, id);
  } catch (error) {
    if (mode === 'replace' && error instanceof PlinthError && error.kind === 'damaged') return undefined;
    throw error;
  }
}

type VersionOptions = Pick<ChangeOptions, 'part' | 'merge' | 'basis'> & {
  ifMatch: string | undefined;
  writer: boolean;
};

/** The edit of an earlier version, merged; undefined where the version is the current one or no merge is asked for. */
export async function mergedIfStale(
  base: Base,
  collection: Collection,
  { ifMatch, part, merge, basis, writer }: VersionOptions,
  found: { stored?: StoredObject | undefined; collectionIndex: CollectionIndex } | undefined,
  edit: Edit,
): Promise<MergedChange | undefined> {
  if (!merge || ifMatch === undefined || !found?.stored) return undefined;
  const { stored, collectionIndex } = found;
  const mergeFrom = (error: PlinthError) =>
    mergeChange(base, collection, { stored, collectionIndex, ifMatch, basis, writer, error }, edit);
  try {
    checkMatch(base, { ifMatch, part }, collection, collectionIndex, stored);
  } catch (error) {
    if (!(error instanceof PlinthError) || error.kind !== 'stale') throw error;
    return mergeFrom(error);
  }
  return basis && mergeFrom(new PlinthError('stale', message('objectChanged')));
}

/**
 * Changes an object. With `replace` a damaged file is replaced and its bytes go to the trash, with `merge` it is an
 * error. Throws `missing`, `validation`, `stale`, `forbidden` for a deck below Pro, and what `edit` throws.
 */
export async function changeObject(
  base: WriteBase,
  name: string,
  id: string,
  { mode, ifMatch, part, merge = false, basis, writer = false, sent: given, former }: ChangeOptions & How,
  edit: Edit,
): Promise<Changed> {
  const event = { type: 'object.updated', collection: name, id } as const;
  let back: RestoredFiles | undefined;
  const attempt = (files: FileChange) =>
    retryOnConflict(async () => {
      const collection = base.collections.get(name);
      const found = await readOrDamaged(base, name, id, mode);
      const collectionIndex = found?.collectionIndex ?? (await base.store.catalogue.collectionIndex(name));
      if (found && !found.stored) throw noObject(collectionIndex, name, id);
      const stored = found?.stored;
      const version = { ifMatch, part, merge, writer, ...(basis && { basis }) };
      const merged = await mergedIfStale(base, collection, version, found, edit);
      let sent = merged?.sent ?? (await edit(collection, stored?.document));
      if (!merged) checkMatch(base, { ifMatch, part }, collection, collectionIndex, stored);
      const { schema } = collection;
      const values = { schema, id, sent, stored: stored?.document };
      await former?.place(files, values);
      back ??= await restoreFromTrash(base, files, { collection: name, ...values, except: former?.lost });
      if (former) sent = former.withoutLost(base, name, values);
      const formerItem = former?.knownIn(values);
      const warned = new SaveWarnings();
      const document = await changed(base, collection, id, {
        sent,
        known: (back || formerItem) && ((path) => formerItem?.(path) ?? back?.known(path)),
        warned,
        mode: stored ? mode : 'create',
        collectionIndex,
        ...(stored && { stored }),
      });
      const trashed = stored && (await dropFiles(files, schema, stored.document, document));
      const committed = await commit(
        base,
        name,
        document,
        stored ?? 'damaged',
        event,
        given && { sent: given === 'edit' ? (merged?.asked ?? sent) : given },
      );
      files.saved();
      const answer = savedAnswer(base, collection, document, committed, { writer });
      const counted = countedAnswer(base.counts, name, id, answer);
      const told = withWarnings(counted, warned.names);
      return { answer: merged ? { ...told, merged: merged.changed } : told, document, trashed };
    });
  return withObjectLock(base, name, id, () =>
    FileChange.of(base, { collection: name, id }, async (files) => {
      const done = await attempt(files);
      await back?.keep();
      return done;
    }),
  );
}
