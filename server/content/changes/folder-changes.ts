/** Which objects have changed since a cursor (decision 188). */
import { hash } from 'node:crypto';
import { newOrigin } from '../../origins.js';
import { isBefore } from '../../store/history/log-days.js';
import type { CollectionIndex } from '../../store/types/catalogue.js';
import type { ChangeLog, LoggedChange, LogPosition } from '../../store/types/changes.js';
import type { Base } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
import type { ChangedObject, ChangedPage, Cursors, ToldChange } from './cursors.js';
import { type Difference, differences, filesByCollection, noteObjects, type Present } from './differences.js';

/** More differences at once are in the log, but not sent as events. */
const MAX_EVENTS = 500;
/** More missed events are not sent to a client that resumes. */
const MAX_MISSED = 10_000;

/** The end of a cursor. */
const HASH_LENGTH = 8;
const HASH = /^_[0-9a-f]{8}$/;

/** The index of a collection, from when on its changes are logged as they are noticed. */
interface Followed {
  readonly collectionIndex: CollectionIndex | undefined;
  readonly from: LogPosition;
  isCompared: boolean;
}

export class FolderChanges implements Cursors {
  readonly #base: Base;
  readonly #log: ChangeLog;
  readonly #report: (message: string, error: unknown) => void;
  readonly #followed = new Map<string, Followed>();
  /** Whether the objects of collections that are gone were looked for. */
  #isGoneCompared = false;
  #work: Promise<unknown> = Promise.resolve();
  #answers: { key: string; hash: string } | undefined;

  constructor(base: Base, report: (message: string, error: unknown) => void) {
    this.#base = base;
    this.#log = base.store.changes;
    this.#report = report;
    base.events.on((event) => {
      if (event.type !== 'collection.deleted') return;
      this.#followed.delete(event.collection);
      this.#isGoneCompared = false;
    });
  }

  cursorFor(collection: string): string | undefined {
    return this.#followed.has(collection) ? this.cursor() : undefined;
  }

  async firstCursorFor(...collections: readonly string[]): Promise<string> {
    const fresh: Present[] = [];
    for (const collection of collections) {
      if (this.#followed.has(collection)) continue;
      const { collectionIndex } = await boundCollection(this.#base, collection);
      fresh.push({ collection, collectionIndex });
    }
    if (fresh.length > 0 && this.#log.isDurable) await this.#inOrder(() => this.#begin(fresh));
    for (const present of fresh) this.#follow(present);
    return this.cursor();
  }

  cursor(position = this.#log.end()): string {
    return `${this.#log.textOf(position)}_${this.#answersHash()}`;
  }

  /** The place of a cursor, whatever has become of the answers; undefined for one that is not of the log. */
  position(cursor: string): LogPosition | undefined {
    const end = cursor.length - HASH_LENGTH - 1;
    return HASH.test(cursor.slice(Math.max(0, end))) ? this.#log.position(cursor.slice(0, end)) : undefined;
  }

  async since(
    cursor: string,
    { collections, limit }: { collections?: readonly string[]; limit: number },
  ): Promise<ChangedPage | undefined> {
    const position = this.position(cursor);
    if (!position || !cursor.endsWith(`_${this.#answersHash()}`) || !this.#log.isDurable) return undefined;
    if (!(await this.compare(position, collections))) return undefined;
    const isAsked = (collection: string) => !collections || collections.includes(collection);
    const changed = new Map<string, ChangedObject>();
    let [end, more] = [position, false];
    for await (const { change, lost, end: lineEnd = end } of this.#log.after(position)) {
      if (lost === true || (lost !== undefined && isAsked(lost))) return undefined;
      if (change && 'id' in change.event && change.event.type.startsWith('object.')) {
        const { collection, id } = change.event;
        const key = `${collection}/${id}`;
        more = isAsked(collection) && changed.size === limit && !changed.has(key);
        if (more) break;
        changed.delete(key);
        if (isAsked(collection)) changed.set(key, { collection, id, at: change.at });
      }
      end = lineEnd;
    }
    // The log may have been lost meanwhile.
    return this.position(cursor) && { changed: [...changed.values()], cursor: this.cursor(end), more };
  }

  async missedSince(id: string): Promise<readonly LoggedChange[] | undefined> {
    const position = this.position(id);
    if (!position) return undefined;
    // What other programs changed before this run of the server is found out first.
    if (!this.#log.isOfThisRun(position) && !(await this.compare(position))) return undefined;
    const recent = this.#log.recent(position);
    if (recent) return recent;
    const missed: LoggedChange[] = [];
    for await (const { change, lost, end } of this.#log.after(position)) {
      if (lost === true || missed.length > MAX_MISSED) return undefined;
      if (change) missed.push({ ...change, end });
    }
    return missed;
  }

  after(missed: readonly ToldChange[]): readonly ToldChange[] | undefined {
    const end = missed.findLast((change) => change.end)?.end;
    return end ? this.#log.recent(end) : [];
  }

  /**
   * Logs what other programs have changed in collections, all by default, so that the log is complete from a place on.
   * Returns false where that is not possible.
   */
  compare(position: LogPosition, collections?: readonly string[]): Promise<boolean> {
    return this.#inOrder(() => this.#compare(position, collections));
  }

  /** Resolves when running work is done. */
  async close(): Promise<void> {
    await this.#work;
  }

  #inOrder(work: () => Promise<void>): Promise<boolean> {
    const done = this.#work.then(work).then(
      () => true,
      (error: unknown) => {
        this.#report('The folder could not be compared with the log of changes', error);
        return false;
      },
    );
    this.#work = done;
    return done;
  }

  #follow({ collection, collectionIndex }: Present, isCompared = false): Followed {
    const followed = { collectionIndex, from: this.#log.end(), isCompared };
    this.#followed.set(collection, followed);
    return followed;
  }

  async #begin(present: readonly Present[]): Promise<void> {
    await noteObjects(this.#base.store, await this.#base.store.history.noted(), present);
  }

  async #compare(position: LogPosition, collections: readonly string[] | undefined): Promise<void> {
    const { store } = this.#base;
    const present: Present[] = [];
    for (const collection of collections ?? this.#base.collections.all().map(({ settings }) => settings.id)) {
      if (!this.#base.collections.has(collection)) continue;
      const { collectionIndex } = await boundCollection(this.#base, collection);
      const one = { collection, collectionIndex };
      if (!this.#isFollowed(one, position)) present.push(one);
    }
    const withGone = collections === undefined && !this.#isGoneCompared;
    if (present.length === 0 && !withGone) return;
    const names = new Set(present.map(({ collection }) => collection));
    const known = await store.history.known((folder) => withGone || names.has(folder));
    const noted = await noteObjects(store, known.isComplete ? undefined : known, present);
    const files = filesByCollection(known);
    for (const one of [...present, ...(withGone ? this.#gone(files.keys()) : [])]) {
      if (!noted.has(one.collection))
        this.#announce(await differences(store, known, one, files.get(one.collection) ?? []));
      this.#follow(one, true);
    }
    this.#isGoneCompared ||= withGone;
  }

  /** Whether all changes of a collection after a place are in the log. */
  #isFollowed({ collection, collectionIndex }: Present, position: LogPosition): boolean {
    const followed = this.#followed.get(collection);
    if (!followed || followed.collectionIndex !== collectionIndex) return false;
    return followed.isCompared || !isBefore(position, followed.from);
  }

  /** Those of some collections that are gone. Settings that cannot be read do not mean that. */
  #gone(known: Iterable<string>): Present[] {
    const { collections } = this.#base;
    const damaged = new Set(collections.damaged().map(({ collection }) => collection));
    return [...known]
      .filter((collection) => !collections.has(collection) && !damaged.has(collection))
      .map((collection) => ({ collection, collectionIndex: undefined }));
  }

  /** Logs differences as changes by other programs. */
  #announce(found: readonly Difference[]): void {
    if (found.length === 0) return;
    const now = this.#base.now();
    const { actor, transaction } = newOrigin({ kind: 'external' }, 'external', now);
    const changes = found.map(({ event, stamp }) => ({
      event,
      stamp,
      at: now.getTime(),
      actor,
      transaction,
    }));
    if (changes.length > MAX_EVENTS) this.#log.appendAll(changes);
    else for (const { stamp, ...change } of changes) this.#log.append(change, () => stamp);
    for (const { event } of found)
      this.#base.store.history.changedOutside(`${event.collection}/${event.id}.json`);
  }

  /** Of all that decides what answers show: a cursor is too old after a change of that. */
  #answersHash(): string {
    const { answersKey } = this.#base.collections;
    if (this.#answers?.key !== answersKey)
      this.#answers = { key: answersKey, hash: hash('sha1', answersKey, 'hex').slice(0, HASH_LENGTH) };
    return this.#answers.hash;
  }
}
