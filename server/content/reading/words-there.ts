/** What a search can use of the words of collections while they are being made (spec/queries.md#while-texts-are-indexed). */
import type { PartialWords } from '../../contract/relations.js';
import type { Content } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
import type { Making } from '../search/folder-words.js';

/** How long a search that can do with less waits for all, in ms. */
const MOST_MS = 300;

/** The words of a folder's collections. */
const makingIn = (base: Content): Making => ({
  isThere: (name) => {
    if (!base.collections.has(name)) return true;
    const known = base.queries.known(base.collections.get(name));
    return known?.finder.hasWords === true && base.store.catalogue.isCurrent(name, known.collectionIndex);
  },
  make: async (name, isWaitedFor) => {
    const { collection, collectionIndex } = await boundCollection(base, name);
    await base.queries.of(collection, collectionIndex).makeWords(isWaitedFor);
  },
});

/** Waits for the words of all collections, or for `signal`: made one after another, they would take twice as long. */
export function allWords(
  base: Content,
  collections: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  return base.queries.words.until(collections, makingIn(base), signal);
}

/** Words that are not all there. */
export interface WordsThere {
  /** The collections whose words are being made. */
  readonly without: ReadonlySet<string>;
  readonly progress: PartialWords;
}

/** The same for a moment. Undefined where all are there, or cannot be made: a search of them meets the error. */
export async function wordsThere(
  base: Content,
  collections: readonly string[],
  signal?: AbortSignal,
): Promise<WordsThere | undefined> {
  const missing = await base.queries.words.within(MOST_MS, collections, makingIn(base), signal);
  signal?.throwIfAborted();
  const known = collections.filter((name) => base.collections.has(name));
  const without = new Set(known.filter((name) => missing.has(name)));
  if (without.size === 0) return undefined;
  const objects = { done: 0, of: 0 };
  for (const name of known) {
    const size = base.store.catalogue.filled(name)?.size ?? 0;
    objects.of += size;
    if (!without.has(name)) objects.done += size;
    else objects.done += base.queries.known(base.collections.get(name))?.finder.indexed ?? 0;
  }
  return {
    without,
    progress: { collections: { done: known.length - without.size, of: known.length }, objects },
  };
}
