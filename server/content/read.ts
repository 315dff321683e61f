/** Reads of one object (spec/resources.md#object). The hot path: a row and its kept bytes, nothing read, nothing parsed. */
import { missing, type PlinthError } from '../errors.js';
import { byId } from '../query/sort.js';
import type { Row, Shelf } from '../store/store.js';
import { type Answer, publicAnswer, writerAnswer } from './answer.js';
import type { Base } from './base.js';
import { countedAnswer } from './counted.js';

export { type ListQuery, listAt, listObjects } from './list.js';

/** Why an object has no row: `damaged` or `busy` where a file stands that cannot be read, else `missing`. */
export function noObject(shelf: Shelf, collection: string, id: string): PlinthError {
  return shelf.problem(id) ?? missing(`There is no object "${id}" in the collection "${collection}"`);
}

/**
 * One object. `writer`: the caller may write it and is shown private properties. Throws `missing` for an unknown
 * collection or object and `damaged` for a file that is no whole JSON object.
 */
export async function getObject(
  base: Base,
  collection: string,
  id: string,
  { writer }: { writer: boolean },
): Promise<Answer> {
  return countedAnswer(base.counts, collection, id, await getUncounted(base, collection, id, { writer }));
}

/** As `getObject`, without the counts of its files. */
export async function getUncounted(
  base: Base,
  collection: string,
  id: string,
  { writer }: { writer: boolean },
): Promise<Answer> {
  const bound = base.collections.get(collection);
  const shelf = await base.store.catalogue.shelf(collection);
  const row = shelf.get(id);
  if (!row) throw noObject(shelf, collection, id);
  if (!writer || !bound.hasPrivate) {
    const answer = publicAnswer(shelf, row);
    base.versions.remember(answer);
    return answer;
  }
  const stored = await base.store.objects.read(collection, id);
  if (!stored) throw noObject(shelf, collection, id);
  const answer = writerAnswer(bound, stored.document, stored.stamp);
  base.versions.remember(answer);
  return answer;
}

/** Whether an object is there, damaged or not. Throws `missing` for an unknown collection. */
export async function hasObject(base: Base, collection: string, id: string): Promise<boolean> {
  base.collections.get(collection);
  const shelf = await base.store.catalogue.shelf(collection);
  return shelf.get(id) !== undefined || shelf.problem(id) !== undefined;
}

/** Every row of a shelf by ascending id. */
export function rowsById(shelf: Shelf): readonly Row[] {
  return shelf.ordered('id:asc', byId);
}
