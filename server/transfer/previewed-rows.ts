/**
 * Rows of an import that was previewed: each is applied to the object as it was then and merged with what has changed
 * since, so that an import overwrites nothing that its preview has not shown.
 */
import type { Base } from '../content/core/base.js';
import { documentAt, storedVersions } from '../content/history/stored-versions.js';
import type { Collection } from '../content/model/collection.js';
import { applied } from '../content/objects/merge-change.js';
import { isSame } from '../contract/merge/equality.js';
import { mergeDocuments } from '../contract/merge/merge.js';
import type { Clash } from '../contract/merge/rules.js';
import { SYSTEM_PROPERTIES } from '../contract/names.js';
import type { ObjectDocument, SentProperties } from '../contract/objects.js';
import type { JsonValue } from '../contract/values.js';
import { PlinthError } from '../errors.js';
import { mergeFieldsOf } from '../schemas/merge-fields.js';
import type { StoredObject } from '../store/types/documents.js';

/** The times of files are some milliseconds behind those of the history. */
const FILE_TIME_MARGIN_MS = 1_000;
/** Longer values are cut in messages. */
const MAX_SHOWN = 100;

/** The values that a row sets in an object. Throws the problems of the row. */
export type RowValues = (object: ObjectDocument) => SentProperties;

const notMerged = (reason: string) =>
  new PlinthError('stale', `It has changed since the preview, and cannot be merged: ${reason}`);

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
    const three = { base: before, mine, theirs: now };
    const { document, clashes } = mergeDocuments(three, mergeFieldsOf(schema));
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
  async #before({ document, stamp }: StoredObject): Promise<ObjectDocument> {
    const { id } = document;
    const { collections, store } = this.#base;
    const name = this.#collection.settings.id;
    this.#changed ??= this.#pathsChangedSince();
    const isOld = stamp.mtimeMs < this.#since - FILE_TIME_MARGIN_MS;
    if (isOld && !(await this.#changed).has(`${name}/${id}.json`)) return document;
    const stored = await storedVersions({ collections, history: store.history }, name, id);
    if (!stored.entries.some(({ at }) => at >= this.#since)) return document;
    const entry = stored.entries.findLast(({ at }) => at < this.#since);
    if (!entry) throw notMerged('its version of then is not known');
    if (entry.revision === null) throw notMerged('it did not exist then');
    const before = await documentAt(store.history, stored, id, entry);
    if (!before) throw notMerged('its version of then is no longer kept');
    return before;
  }

  /** Also files that another program has put in place with an older time. */
  async #pathsChangedSince(): Promise<Set<string>> {
    const { history } = this.#base.store;
    await history.settle();
    const first = new Date(this.#since).toISOString().slice(0, 10);
    const paths = new Set<string>();
    for (const day of history.days()) {
      if (day < first) continue;
      for (const { path, at } of await history.activityOf(day)) if (at >= this.#since) paths.add(path);
    }
    return paths;
  }

  #clash(clashes: readonly Clash[]): PlinthError {
    const details = clashes.map(({ path, order, mine, theirs }): [string, string[]] => {
      const [name = ''] = path;
      const { kind } = this.#collection.schema.properties.get(name) ?? {};
      const isHidden = order || kind?.private || kind?.keepWhenBlank || kind?.files;
      const values = isHidden ? '' : `: ${shown(theirs)} now, ${shown(mine)} in the file`;
      return [path.join('.'), [`was also changed by others${values}`]];
    });
    return new PlinthError('clash', 'Others have changed the same values since the preview', {
      details: Object.fromEntries(details),
    });
  }
}

function shown(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
