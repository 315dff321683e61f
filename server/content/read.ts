/** Reads of one object (spec/resources.md#object). The hot path: a row and its kept bytes, nothing read, nothing parsed. */
import { missing, type PlinthError } from '../errors.js';
import { byId } from '../query/sort.js';
import type { Row, Shelf } from '../store/store.js';
import { type Answer, publicAnswer, writerAnswer } from './answer.js';
import type { Base } from './base.js';
import type { Collection } from './collections.js';
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
export async function getObject(base: Base, collection: string, id: string, as: Reader): Promise<Answer> {
  const bound = base.collections.get(collection);
  const shelf = await base.store.catalogue.shelf(collection);
  const answer = answerIn(base, bound, shelf, id, as);
  return countedAnswer(base.counts, collection, id, answer instanceof Promise ? await answer : answer);
}

/** As `getObject`, without the counts of its files. */
export async function getUncounted(base: Base, collection: string, id: string, as: Reader): Promise<Answer> {
  const bound = base.collections.get(collection);
  return answerIn(base, bound, await base.store.catalogue.shelf(collection), id, as);
}

interface Reader {
  writer: boolean;
}

/** Without a promise where it can be: most requests come here. */
function answerIn(
  base: Base,
  bound: Collection,
  shelf: Shelf,
  id: string,
  { writer }: Reader,
): Answer | Promise<Answer> {
  const row = shelf.get(id);
  if (!row) throw noObject(shelf, bound.settings.id, id);
  return writer && bound.hasPrivate ? answerWithPrivate(base, bound, shelf, id) : publicAnswer(shelf, row);
}

async function answerWithPrivate(base: Base, bound: Collection, shelf: Shelf, id: string): Promise<Answer> {
  const collection = bound.settings.id;
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
