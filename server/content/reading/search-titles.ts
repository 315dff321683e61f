/** Finds objects of all collections by their titles and ids, as the user types (spec/queries.md#titles). */
import { Yielder } from '../../async/yielder.js';
import { message } from '../../contract/messages/message.js';
import type { FoundObject, FoundObjects } from '../../contract/relations.js';
import { isJsonObject } from '../../contract/values.js';
import { invalid } from '../../errors.js';
import { fold, searchFold } from '../../query/fold.js';
import { compareText, naturalOrder } from '../../query/sort.js';
import type { Row } from '../../store/types/catalogue.js';
import type { Base, Clock, Content, Live } from '../core/base.js';
import { type BoundCollection, boundCollection } from '../core/bound-collection.js';
import { liveTest, stateReader } from '../core/live.js';
import type { FoundTitles } from '../search/collection-query.js';
import { MAX_SEARCH_LENGTH } from '../search/query-params.js';
import { rankOf, wordsIn } from '../search/title-rank.js';
import { titleReader } from '../search/title-reader.js';
import type { MayReadObject } from '../shaping/targets.js';
import { readableBytesOf } from './find-rows.js';

/** Max objects of one answer. */
export const MAX_FOUND = 50;

/** So many objects of a collection are ranked, those that came last; a single letter finds most of them. */
const MAX_RANKED = 5000;

/** Above this number, found objects are cut back to the best. */
const CUT_AT = 500;

export interface TitleRequest {
  q: string;
  limit: number;
  collections: readonly string[];
  signal?: AbortSignal | undefined;
}

interface RankOptions extends Pick<TitleRequest, 'limit' | 'signal'> {
  /** The search with its marks; undefined where it has none. */
  exact: string | undefined;
  mayRead: MayReadObject;
}

interface Ranked {
  bound: BoundCollection;
  row: Row;
  title: string;
  rank: number;
}

/** `language`: the folder's; empty for none. */
function betterIn(language: string): (a: Ranked, b: Ranked) => number {
  const compare = naturalOrder(language);
  return (a, b) => a.rank - b.rank || compare(a.title, b.title) || compareText(a.row.id, b.row.id);
}

/** Asked for before each use: numbers of rows change when others ask. */
const titlesOf = (base: Content, { collection, collectionIndex }: BoundCollection): Promise<FoundTitles> =>
  base.queries.of(collection, collectionIndex).titles();

/** The rows of a collection that have one of the words of each term. */
function rowsWith(titles: FoundTitles, choices: readonly (readonly string[])[]): Row[] {
  const [first, ...others] = choices
    .map((words) => titles.numbers(words))
    .sort((a, b) => a.length - b.length);
  let found = [...(first ?? [])];
  for (const other of others) {
    const all = new Set(other);
    found = found.filter((number) => all.has(number));
  }
  return titles.rows(Uint32Array.from(found.slice(-MAX_RANKED)));
}

/** For each term the words that no title has misspelled: the same ones, else similar ones. */
async function spelled(
  base: Content,
  searched: readonly BoundCollection[],
  terms: readonly string[],
  signal: AbortSignal | undefined,
): Promise<{ choices: string[][]; corrected: boolean } | undefined> {
  const choices: string[][] = [];
  let corrected = false;
  for (const [at, term] of terms.entries()) {
    const prefix = at === terms.length - 1;
    const same = new Set<string>();
    for (const bound of searched) {
      signal?.throwIfAborted();
      for (const word of (await titlesOf(base, bound)).words(term, prefix)) same.add(word);
    }
    if (same.size > 0) {
      choices.push([...same]);
      continue;
    }
    const similar: { word: string; errors: number }[] = [];
    for (const bound of searched) {
      signal?.throwIfAborted();
      similar.push(...(await (await titlesOf(base, bound)).similar(term, prefix)));
    }
    const least = Math.min(...similar.map(({ errors }) => errors));
    const words = new Set(similar.filter(({ errors }) => errors === least).map(({ word }) => word));
    if (words.size === 0) return undefined;
    choices.push([...words]);
    corrected = true;
  }
  return { choices, corrected };
}

/**
 * The objects whose title or id has all the words; the last word may be a prefix, and words that no title has may be
 * misspelled. Only public values of what `mayRead` allows are searched. `signal`: ends it before the next collection.
 * Throws `invalid`.
 */
export async function searchTitles(
  base: Base,
  { q, limit, collections, signal }: TitleRequest,
  mayRead: MayReadObject,
): Promise<FoundObjects> {
  if (q.length > MAX_SEARCH_LENGTH) {
    throw invalid(message('searchTooLong'), {
      q: [message('maxLength', { limit: MAX_SEARCH_LENGTH })],
    });
  }
  const terms = wordsIn(q);
  if (terms.length === 0) return { objects: [] };
  const searched: BoundCollection[] = [];
  for (const collection of collections) {
    signal?.throwIfAborted();
    if (!base.collections.has(collection)) continue;
    searched.push(await boundCollection(base, collection));
  }
  const known = await spelled(base, searched, terms, signal);
  if (!known) return { objects: [] };
  // Marks that are typed are meant: titles with the same ones are better.
  const exact = fold(q.trim()) === searchFold(q.trim()) ? undefined : fold(q.trim());
  const best = await ranked(base, searched, terms, known, { limit, exact, mayRead, signal });
  const objects: FoundObject[] = [];
  const yielder = new Yielder(signal);
  for (const one of best) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    objects.push(shown(base, one));
  }
  return { objects, ...(known.corrected && { corrected: true }) };
}

async function ranked(
  base: Content & Clock,
  searched: readonly BoundCollection[],
  terms: readonly string[],
  { choices, corrected }: { choices: readonly (readonly string[])[]; corrected: boolean },
  { limit, exact, mayRead, signal }: RankOptions,
): Promise<Ranked[]> {
  const better = betterIn(base.language());
  let found: Ranked[] = [];
  const yielder = new Yielder(signal);
  for (const bound of searched) {
    signal?.throwIfAborted();
    const titleOf = titleReader(bound.collection, bound.collectionIndex);
    for (const row of rowsWith(await titlesOf(base, bound), choices)) {
      if (yielder.exhausted) await yielder.yieldToEventLoop();
      if (!mayRead(bound.collection.settings.id, row.id)) continue;
      const title = titleOf(row);
      const rank = corrected ? 2 : (rankOf(wordsIn(title), terms) ?? rankOf(wordsIn(row.id), terms) ?? 3);
      const isExact = exact !== undefined && fold(title).includes(exact);
      found.push({ bound, row, title: title || row.id, rank: isExact ? rank - 0.5 : rank });
      if (found.length >= CUT_AT) found = found.sort(better).slice(0, limit);
    }
  }
  return found.sort(better).slice(0, limit);
}

function shown(base: Clock & Live, { bound, row, title }: Ranked): FoundObject {
  const { collection } = bound;
  const image = imageOf(base, bound, row);
  const state = stateReader(base, bound)?.(row).state;
  return {
    collection: collection.settings.id,
    id: row.id,
    title: title.slice(0, 200),
    live: liveTest(base, bound)(row),
    ...(state && { state }),
    ...(image !== undefined && { image }),
  };
}

/** The address of the first image of an object; undefined where it has none. */
export function imageOf(
  base: Live,
  { collection, collectionIndex }: BoundCollection,
  row: Row,
): string | undefined {
  const kinds = [...collection.schema.properties.values()].filter(({ kind }) => kind.files?.images);
  if (kinds.length === 0) return undefined;
  const name = collection.settings.id;
  const bytes = readableBytesOf(base, name, collectionIndex, row);
  const object: unknown = bytes && JSON.parse(bytes.toString());
  if (!isJsonObject(object)) return undefined;
  for (const { name: property, kind } of kinds) {
    const [first] = kind.files?.list(object[property]) ?? [];
    if (first) return kind.files?.link(`/${name}/${row.id}/${property}`, first.item);
  }
  return undefined;
}
