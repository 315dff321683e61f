/**
 * A search that finds nothing, with similar words in place of those that no text has. Only then: tolerance for every
 * word finds too much. Words of the folder are the candidates and no dictionary, so that a corrected word always
 * finds something in any language.
 */
import type { Search, SearchTerm } from '../../query/search-terms.js';
import type { Content } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
import { IndexLost } from '../text-index/index-thread.js';
import type { TextIndex } from '../text-index/text-index.js';

/** The indexes of words of some collections, as far as they have been searched. */
async function indexesOf(
  base: Content,
  collections: readonly string[],
  signal: AbortSignal | undefined,
): Promise<TextIndex[]> {
  const indexes: TextIndex[] = [];
  for (const name of collections) {
    signal?.throwIfAborted();
    if (!base.collections.has(name)) continue;
    const { collection, collectionIndex } = await boundCollection(base, name);
    const { index } = base.queries.of(collection, collectionIndex);
    if (index && !index.busy && !index.lost) indexes.push(index);
  }
  return indexes;
}

const termOf = (word: string): SearchTerm => ({
  text: word,
  words: [word],
  steps: [0],
  prefix: false,
  plain: true,
});

/** How many texts have a term. */
async function countIn(indexes: readonly TextIndex[], term: SearchTerm): Promise<number> {
  let count = 0;
  for (const index of indexes) {
    if (index.busy) continue;
    try {
      count += (await index.candidates(term)).length;
    } catch (error) {
      // The next search makes it again.
      if (!(error instanceof IndexLost)) throw error;
    }
  }
  return count;
}

/** The most similar word of all texts, of several the most frequent one; undefined where there is none. */
async function similarTo(
  indexes: readonly TextIndex[],
  { text, prefix }: SearchTerm,
): Promise<SearchTerm | undefined> {
  const similar = new Map<string, number>();
  for (const index of indexes) {
    for (const { word, errors } of await index.similar(text, prefix)) similar.set(word, errors);
  }
  const least = Math.min(...similar.values());
  const best = [...similar].filter(([, errors]) => errors === least).map(([word]) => termOf(word));
  const counts = new Map<SearchTerm, number>();
  for (const term of best) counts.set(term, await countIn(indexes, term));
  return best.sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))[0];
}

/** Undefined where all words occur somewhere, or one has no similar word. Phrases are not corrected. */
export async function correctedSearch(
  base: Content,
  collections: readonly string[],
  { any, terms }: Search,
  signal?: AbortSignal,
): Promise<{ search: Search; text: string } | undefined> {
  const indexes = await indexesOf(base, collections, signal);
  const next: SearchTerm[] = [];
  for (const term of terms) {
    signal?.throwIfAborted();
    const isWord = term.plain && term.words.length === 1;
    if (!isWord || (await countIn(indexes, term)) > 0) {
      next.push(term);
      continue;
    }
    const similar = await similarTo(indexes, term);
    if (!similar) return undefined;
    next.push(similar);
  }
  if (next.every((term, at) => term === terms[at])) return undefined;
  return { search: { any, terms: next }, text: next.map(({ text }) => text).join(' ') };
}
