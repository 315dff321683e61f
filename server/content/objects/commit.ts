/**
 * The steps every change of an object shares: under a lock, on the version on disk, durable, then indexed and
 * announced.
 */
import { message } from '../../contract/messages/message.js';
import type { ObjectDocument } from '../../contract/objects.js';
import type { JsonObject } from '../../contract/values.js';
import type { ChangeEvent } from '../../contract/wire.js';
import { PlinthError } from '../../errors.js';
import type { Origin, Source } from '../../events.js';
import { retryUntilFound } from '../../store/disk/retry-read.js';
import { sameStamp } from '../../store/disk/stamp.js';
import type { CollectionIndex, Row } from '../../store/types/catalogue.js';
import type { StoredObject } from '../../store/types/documents.js';
import type { Stamp } from '../../store/types/stamp.js';
import { type Answer, publicAnswer, shownIn, showsMore, writerAnswer } from '../answers/answer.js';
import { namesTag, staleParts } from '../answers/versions.js';
import type { Changing, Content, Live } from '../core/base.js';
import type { Collection } from '../model/collection.js';
import { rejectTaken } from './unique-values.js';

/** How often a change is retried on a file that keeps changing. */
const ATTEMPTS = 4;

/**
 * Runs work under the lock of one object. Where objects are compared with each other the lock of the collection is taken,
 * else two changes could take the same value at once, or make a cycle of a tree. Throws `missing` for an unknown collection.
 */
export async function withObjectLock<T>(
  base: Content,
  name: string,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const { oneAtATime } = base.collections.get(name);
    let done: { value: T } | undefined;
    const one = () =>
      base.store.locked(`${name}/${id}`, async () => {
        // What a failed change left first, which this one might take for its own.
        await base.store.cleanupQueue.attempt(`${name}/${id}`);
        // A schema saved in between may require the other lock.
        if (oneAtATime || !(base.collections.has(name) && base.collections.get(name).oneAtATime))
          done = { value: await work() };
      });
    await (oneAtATime ? base.store.locked(`${name}#unique`, one) : one());
    if (done) return done.value;
  }
}

/** Retries a change when the file was changed elsewhere. Throws `busy` in the end. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FileChanged)) throw error;
      if (attempt === ATTEMPTS) {
        throw new PlinthError('busy', message('objectBusy'), { cause: error });
      }
    }
  }
}

/** Another program changed the file between our read and our write. */
export class FileChanged extends Error {}

/**
 * Makes the catalogue read the file on disk and announces the change, if there is one: of another program, or of
 * `origin` where the caller has tried to change the file.
 */
export async function applyChangeOnDisk(
  base: Content & Live,
  collection: string,
  id: string,
  origin: Origin = base.externalOrigin(),
): Promise<void> {
  const found = await base.store.catalogue.recheck(collection, id);
  if (found) base.events.emit({ type: `object.${found}`, collection, id }, origin);
}

/** The object on disk and the index; without an object there is no row either. Throws `damaged`. */
export async function readCurrent(
  base: Content & Live,
  collection: string,
  id: string,
): Promise<{ stored: StoredObject | undefined; collectionIndex: CollectionIndex }> {
  let stored = await base.store.objects.read(collection, id);
  let collectionIndex = await base.store.catalogue.collectionIndex(collection);
  if (!stored && collectionIndex.get(id)) {
    // Gone, or taken away by a program that puts another in its place.
    stored = await retryUntilFound(() => base.store.objects.read(collection, id));
    if (!stored) await applyChangeOnDisk(base, collection, id);
    collectionIndex = await base.store.catalogue.collectionIndex(collection);
  }
  return { stored, collectionIndex };
}

/** The public tag of an object on disk. A change by another program that is noticed here is announced. */
export function tagOf(
  base: Live,
  collection: string,
  collectionIndex: CollectionIndex,
  { document, stamp }: StoredObject,
): string {
  const { id } = document;
  const committed = collectionIndex.get(id);
  if (committed && sameStamp(committed.stamp, stamp)) return collectionIndex.etag(committed);
  // The catalogue has not heard of the change; the tag must be that of the disk.
  const row = collectionIndex.put(document, stamp);
  const type = committed ? 'object.updated' : 'object.created';
  void base.events.emit({ type, collection, id }, base.externalOrigin());
  return collectionIndex.etag(row);
}

/** Times are ignored: they are set by saves, or taken from the file, and do not show what was changed. */
const partsOfObject = ({ created: _created, modified: _modified, ...parts }: JsonObject): JsonObject => parts;

/** A part of an object with a separate ETag: a file, an item of a deck. */
export interface Part {
  /** Its ETags in this version: of the document as stored, and of the object in each form it is answered in. */
  tags(document: ObjectDocument, shown: readonly JsonObject[]): readonly string[];
  /** The name of the part when one of its former tags is rejected; undefined for any other tag. */
  nameIf(ifMatch: string): string | undefined;
}

export interface Condition {
  ifMatch?: string | undefined;
  part?: Part | undefined;
}

/**
 * Checks `If-Match` against the version on disk, in its public or its private form, or against that of the part the
 * request is about. Throws `stale`, with the names of the changed properties as far as they are known, when no tag
 * matches; `*` matches any version.
 */
export function checkMatch(
  base: Live,
  { ifMatch, part }: Condition,
  collection: Collection,
  collectionIndex: CollectionIndex,
  stored: StoredObject | undefined,
): void {
  if (ifMatch === undefined) return;
  const reason = message('objectStale');
  if (!stored) throw new PlinthError('stale', reason);
  const { document } = stored;
  const { id } = collection.settings;
  if (namesTag(ifMatch, [tagOf(base, id, collectionIndex, stored)])) return;
  const answers = [answerFor(collection, collectionIndex, stored, false)];
  const whole = answerFor(collection, collectionIndex, stored, true);
  if (whole.etag !== answers[0]?.etag) {
    if (namesTag(ifMatch, [whole.etag])) return;
    answers.push(whole);
  }
  const shown = answers.map(shownIn);
  if (part && namesTag(ifMatch, part.tags(document, shown))) return;
  const name = part?.nameIf(ifMatch);
  if (name !== undefined) throw staleParts(reason, [name]);
  throw base.versions.stale(ifMatch, reason, shown, partsOfObject);
}

/** Where the document of a change is filed. */
interface Committed {
  row: Row;
  collectionIndex: CollectionIndex;
  stamp: Stamp;
}

/** An object on disk as a caller is shown it. `writer`: private properties are shown. */
export function answerFor(
  collection: Collection,
  collectionIndex: CollectionIndex,
  { document, stamp }: StoredObject,
  writer: boolean,
): Answer {
  const row = collectionIndex.get(document.id) ?? collectionIndex.put(document, stamp);
  if (writer && showsMore(collection, collectionIndex, row)) return writerAnswer(collection, document, stamp);
  return publicAnswer(collectionIndex, row);
}

/** The answer to a change. `writer`: its caller is shown private properties. */
export function savedAnswer(
  base: Live,
  collection: Collection,
  document: ObjectDocument,
  { row, collectionIndex, stamp }: Committed,
  { writer }: { writer?: boolean | undefined },
): Answer {
  if (!writer || !showsMore(collection, collectionIndex, row)) return publicAnswer(collectionIndex, row);
  const answer = writerAnswer(collection, document, stamp);
  base.versions.remember(answer);
  return answer;
}

/**
 * Writes a document durably, indexes its row and notifies the listeners; without an event none is notified. Every
 * document of an object goes through here, so unique values are compared once more. Throws `validation` for one that
 * another object has, `FileChanged` when the file on disk is not the expected one.
 */
export async function commit(
  base: Content & Live & Changing,
  collection: string,
  document: ObjectDocument,
  expect: StoredObject | 'absent' | 'damaged',
  event?: ChangeEvent,
  source?: Source,
): Promise<Committed> {
  // A collection removed while this change waited must not come back as a folder without settings.
  base.collections.get(collection);
  await rejectTaken(base, collection, document);
  let stamp: Stamp;
  try {
    stamp = await base.store.objects.write(collection, document, expect, base.change, base.read);
  } catch (error) {
    if (error instanceof PlinthError && error.kind === 'stale') {
      throw new FileChanged(error.message, { cause: error });
    }
    // A write that failed late, as when the folder could not be synced, may be in place.
    await applyChangeOnDisk(base, collection, document.id, base.change).catch(() => {});
    throw error;
  }
  // Looked up after the write: an index dropped in between is filled from files that may lack it.
  const collectionIndex = await base.store.catalogue.collectionIndex(collection);
  const row = collectionIndex.put(document, stamp);
  const listening = event && base.events.emit(event, base.change, source);
  if (listening) await listening;
  return { row, collectionIndex, stamp };
}
