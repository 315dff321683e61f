/**
 * Rows of an import that was previewed: each is applied to the object as it was then and merged with what has changed
 * since, so that an import overwrites nothing that its preview has not shown.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inSlices, Yielder } from '../async/yielder.js';
import type { Base, Clock, Content } from '../content/core/base.js';
import {
  documentAt,
  type StoredVersions,
  storedVersions,
  versionsWhere,
} from '../content/history/stored-versions.js';
import type { Collection } from '../content/model/collection.js';
import { textFilesOf } from '../content/model/text-files.js';
import { applied } from '../content/objects/merge-change.js';
import { isInUse } from '../content/objects/plan.js';
import { isSame } from '../contract/merge/equality.js';
import { mergeSteps } from '../contract/merge/merge.js';
import type { Clash } from '../contract/merge/rules.js';
import { type Message, message } from '../contract/messages/message.js';
import { SYSTEM_PROPERTIES } from '../contract/names.js';
import type { ObjectDocument, SentProperties } from '../contract/objects.js';
import type { JsonValue } from '../contract/values.js';
import { PlinthError } from '../errors.js';
import { withoutPasswords } from '../properties/fitting.js';
import { mergeFieldsOf } from '../schemas/merge-fields.js';
import { statOf } from '../store/disk/stamp.js';
import { isOfSet } from '../store/history/kept-paths.js';
import type { StoredObject } from '../store/types/documents.js';
import { seenAt } from '../store/types/history.js';

/** The clock of a file system is some milliseconds behind. */
const FILE_TIME_MARGIN_MS = 1_000;
/** Longer values are cut in messages. */
const MAX_SHOWN = 100;

/** `blog/first` of `blog/first.json` and of `blog/first/code.js`. */
const objectOf = (path: string): string => {
  const [collection, name = ''] = path.split('/');
  return `${collection}/${name.replace(/\.json$/, '')}`;
};

const countOf = ({ json, texts }: StoredVersions): number => json.length + [...texts.values()].flat().length;

/** The values that a row sets in an object. Throws the problems of the row. */
export type RowValues = (object: ObjectDocument) => SentProperties;

const notMerged = (reason: string) => new PlinthError('stale', message('rowNotMerged', { reason }));

/**
 * Called before a preview begins: takes in what its objects hold, so that their versions of then are known. Where that
 * fails, the import says so of the objects that change meanwhile.
 */
export async function takeInForPreview(
  base: Content & Clock,
  collection: string,
  ids: Iterable<string>,
): Promise<void> {
  const { store } = base;
  const collectionIndex = await store.catalogue.collectionIndex(collection);
  const yielder = new Yielder();
  for (const id of ids) {
    if (isInUse(collectionIndex, id)) store.history.changedOutside(`${collection}/${id}.json`);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  await store.history.settle().catch(() => {});
  // All this was seen before the preview begins: it does not begin in the same millisecond.
  const end = base.now().getTime();
  do await pause(1);
  while (base.now().getTime() === end);
}

export class PreviewedRows {
  readonly #base: Base;
  readonly #collection: Collection;
  readonly #since: number;
  #changed: Promise<Set<string>> | undefined;

  /** `since`: when the preview began, in ms since 1970. */
  constructor(base: Base, collection: Collection, since: number) {
    this.#base = base;
    this.#collection = collection;
    this.#since = since;
  }

  /** The values to save in an object as it is now. Throws `clash`, `stale`, and what `values` throws. */
  async sentOver(stored: StoredObject, values: RowValues): Promise<SentProperties> {
    const now = stored.document;
    const before = await this.#before(stored);
    if (before === now) return values(now);
    const { schema } = this.#collection;
    const mine = await applied(this.#base, this.#collection, before, values(before));
    const steps = mergeSteps({ base: before, mine, theirs: now }, mergeFieldsOf(schema));
    const { document, clashes } = await inSlices(steps, new Yielder());
    if (clashes.length > 0) throw this.#clash(clashes);
    const names = [...new Set([...Object.keys(before), ...Object.keys(mine)])].filter(
      (name) => name !== 'id' && !SYSTEM_PROPERTIES.has(name) && !isSame(before[name], mine[name]),
    );
    return Object.fromEntries(names.map((name) => [name, document[name] ?? null]));
  }

  /** Throws `stale` for an object that has changed since. */
  async expectUnchanged(stored: StoredObject): Promise<void> {
    const before = await this.#before(stored);
    if (before !== stored.document) throw notMerged('an archived object replaces the whole object');
  }

  /** The object as it was at the preview; the same document where it has not changed since. */
  async #before({ document }: StoredObject): Promise<ObjectDocument> {
    const { id } = document;
    const { collections, store } = this.#base;
    const name = this.#collection.settings.id;
    this.#changed ??= this.#changedSince();
    if (!this.#isFresh(id) && !(await this.#changed).has(`${name}/${id}`)) return document;
    const stored = await storedVersions({ collections, history: store.history }, name, id);
    const then = versionsWhere(stored, (entry) => seenAt(entry) < this.#since);
    if (countOf(then) === countOf(stored) && !store.history.problem) return document;
    const entry = then.entries.at(-1);
    if (!entry || store.history.problem) throw notMerged('its version of then is not known');
    if (entry.revision === null) throw notMerged('it did not exist then');
    const before = await documentAt(store.history, then, id, entry);
    if (!before) throw notMerged('its version of then is no longer kept');
    return before;
  }

  /** Whether one of its files came to its place since, whatever time of writing it bears. */
  #isFresh(id: string): boolean {
    const place = join(this.#base.store.root, this.#collection.settings.id, id);
    const texts = [...textFilesOf(this.#collection.schema).values()];
    return [`${place}.json`, ...texts.map((file) => join(place, file))].some(
      (file) => (statOf(file)?.ctimeMs ?? 0) >= this.#since - FILE_TIME_MARGIN_MS,
    );
  }

  /** Objects with entries since: also those whose file system has another clock. */
  async #changedSince(): Promise<Set<string>> {
    const { history } = this.#base.store;
    await history.settle();
    const objects = new Set<string>();
    for (const day of history.days(this.#since)) {
      for await (const entries of history.activityOf(day))
        for (const entry of entries)
          if (seenAt(entry) >= this.#since && !isOfSet(entry.path)) objects.add(objectOf(entry.path));
    }
    return objects;
  }

  #clash(clashes: readonly Clash[]): PlinthError {
    const details = clashes.map(({ path, order, mine, theirs }): [string, Message[]] => {
      const [name = ''] = path;
      const { kind } = this.#collection.schema.properties.get(name) ?? {};
      const isHidden = order || kind?.private || kind?.keepWhenBlank || kind?.files;
      const problem = isHidden
        ? message('changedInFile')
        : message('changedInFileTo', { theirs: shown(theirs), mine: shown(mine) });
      return [path.join('.'), [problem]];
    });
    return new PlinthError('clash', message('valuesChangedSincePreview'), {
      details: Object.fromEntries(details),
    });
  }
}

function shown(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(withoutPasswords(value));
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
