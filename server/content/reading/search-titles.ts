/** Finds objects of all collections by their titles and ids, as the user types. */

import { Yielder } from '../../async/yielder.js';
import type { FoundObject, FoundObjects } from '../../contract/relations.js';
import { invalid } from '../../errors.js';
import { compareNatural } from '../../query/natural.js';
import { searchFold } from '../../query/searchable.js';
import { compareText } from '../../query/sort.js';
import { eachWord, unitsOf } from '../../query/words.js';
import type { CollectionIndex, Row } from '../../store/types/catalogue.js';
import type { Base } from '../core/base.js';
import type { Collection } from '../model/collection.js';
import { MAX_SEARCH_LENGTH } from '../search/query-params.js';
import { isShown, RowValues } from '../search/row-values.js';

/** Max objects of one answer. */
export const MAX_FOUND = 50;

/** Properties that usually name an object, best first. */
const TITLES = ['title', 'name', 'label', 'headline', 'subject'];

/** In larger collections titles are looked for only where the catalogue has them: files would have to be read. */
const FEW = 2000;

/** Above this number, found objects are cut back to the best. */
const CUT_AT = 1000;

interface Ranked extends FoundObject {
  rank: number;
}

function wordsOf(text: string): string[] {
  const words: string[] = [];
  const folded = searchFold(text);
  eachWord(unitsOf(folded), folded.length, (start, end) => words.push(folded.slice(start, end)));
  return words;
}

/** How well a text answers: 0 is it, 1 begins with it, 2 has all words in it; undefined: not at all. */
function rankOf(text: string, terms: readonly string[]): number | undefined {
  const words = wordsOf(text);
  const last = terms.length - 1;
  const fits = (word: string, one: string, at: number) => (at === last ? word.startsWith(one) : word === one);
  if (!terms.every((one, at) => words.some((word) => fits(word, one, at)))) return undefined;
  if (!terms.every((one, at) => fits(words[at] ?? '', one, at))) return 2;
  return words.length === terms.length && words[last] === terms[last] ? 0 : 1;
}

/** Reads the title of a row; empty where it has none. */
export function titleReader({ schema }: Collection, collectionIndex: CollectionIndex): (row: Row) => string {
  const values = new RowValues(collectionIndex, schema);
  const names = TITLES.filter((name) => schema.properties.has(name) && isShown(schema, name));
  const readers = names
    .filter((name) => collectionIndex.size <= FEW || schema.index.includes(name))
    .map((name) => values.reader(name));
  return (row) => {
    for (const read of readers) {
      const value = read(row);
      if (typeof value === 'string' && value.trim() !== '') return value.trim();
    }
    return '';
  };
}

const better = (a: Ranked, b: Ranked): number =>
  a.rank - b.rank || compareNatural(a.title, b.title, compareText) || compareText(a.id, b.id);

/**
 * The objects whose title or id has all the words; the last word may be a prefix. Only collections that `mayRead`
 * allows are searched, and only public values. Throws `invalid`.
 */
export async function searchTitles(
  base: Base,
  text: string,
  limit: number,
  mayRead: (collection: string) => boolean,
): Promise<FoundObjects> {
  if (text.length > MAX_SEARCH_LENGTH) {
    throw invalid('The search is too long', { q: [`must have at most ${MAX_SEARCH_LENGTH} characters`] });
  }
  const terms = wordsOf(text);
  if (terms.length === 0) return { objects: [] };
  let found: Ranked[] = [];
  const yielder = new Yielder();
  for (const bound of base.collections.all()) {
    const collection = bound.settings.id;
    if (!mayRead(collection)) continue;
    const collectionIndex = await base.store.catalogue.collectionIndex(collection);
    const titleOf = titleReader(bound, collectionIndex);
    for (const row of [...collectionIndex.rows()]) {
      const title = titleOf(row);
      const rank = rankOf(title, terms) ?? rankOf(row.id, terms);
      if (rank !== undefined) found.push({ collection, id: row.id, title: title || row.id, rank });
      if (found.length >= CUT_AT) found = found.sort(better).slice(0, limit);
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
  }
  const best = found.sort(better).slice(0, limit);
  return {
    objects: best.map(({ collection, id, title }) => ({ collection, id, title: title.slice(0, 200) })),
  };
}
