/**
 * Reads of one object (spec/resources.md#object). The hot path: a row and its cached bytes, without reading or
 * parsing.
 */
import { message } from '../../contract/messages/message.js';
import { missing, type PlinthError } from '../../errors.js';
import type { CollectionIndex } from '../../store/types/catalogue.js';
import { type Answer, etagOf, publicAnswer, showsMore, writerAnswer } from '../answers/answer.js';
import { countedAnswer } from '../answers/counted.js';
import { withWarnings } from '../answers/warnings.js';
import type { Base, Content, Live } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
import { liveTest } from '../core/live.js';
import type { Collection } from '../model/collection.js';
import { liveRule } from '../search/live-rule.js';
import { isReshaped, type ShapeRequest } from '../shaping/shape-request.js';
import { shapedTexts } from '../shaping/shaped-page.js';
import type { MayReadObject } from '../shaping/targets.js';

export { type ListQuery, listAt, listObjects } from './list.js';

/** Why an object has no row: `damaged` or `busy` where its file cannot be read, else `missing`. */
export function noObject(collectionIndex: CollectionIndex, collection: string, id: string): PlinthError {
  return collectionIndex.problem(id) ?? missing(message('objectMissing', { id, collection }));
}

/**
 * One object. `writer`: the caller may write it and sees private properties. Throws `missing` for an unknown
 * collection or object and `damaged` for a file that is not a complete JSON object.
 */
export async function getObject(
  base: Content & Live,
  collection: string,
  id: string,
  as: Reader,
): Promise<Answer> {
  const bound = base.collections.get(collection);
  const collectionIndex = await base.store.catalogue.collectionIndex(collection);
  const answer = answerIn(base, bound, collectionIndex, id, as);
  return countedAnswer(base.counts, collection, id, answer instanceof Promise ? await answer : answer);
}

/** As `getObject`, without the counts of its files. */
export async function getUncounted(
  base: Content & Live,
  collection: string,
  id: string,
  as: Reader,
): Promise<Answer> {
  const bound = base.collections.get(collection);
  return answerIn(base, bound, await base.store.catalogue.collectionIndex(collection), id, as);
}

/**
 * One object in a shape that is asked for. Its ETag is that of the shape's content; of the object where it has none of
 * its own. Throws as `getObject`; `missing` also for an object that is not live, `invalid` for a shape that is too large.
 */
export async function getShaped(
  base: Base,
  collection: string,
  id: string,
  shape: ShapeRequest,
  as: Reader & { mayRead: MayReadObject },
): Promise<Answer> {
  const bound = await boundCollection(base, collection);
  const row = shape.published ? bound.collectionIndex.get(id) : undefined;
  if (row && !liveTest(base, bound)(row)) {
    throw missing(message('objectUnpublished', { id, collection }));
  }
  const unknown = shape.published ? liveRule(bound.collection, base.timezone()).unknown : [];
  const answer = await getObject(base, collection, id, as);
  if (!isReshaped(shape)) return withWarnings(answer, unknown);
  const { mayRead } = as;
  const { objects, warnings } = await shapedTexts(base, bound.collection, [answer.bytes], { shape, mayRead });
  const [bytes = answer.bytes] = objects;
  return withWarnings({ bytes, etag: etagOf(bytes) }, [...unknown, ...warnings]);
}

interface Reader {
  /** The caller may write the object. Asked only where it makes a difference. */
  writer: boolean | (() => boolean);
}

const isWriter = ({ writer }: Reader): boolean => (typeof writer === 'boolean' ? writer : writer());

/** Without a promise where it can be: most requests come here. */
function answerIn(
  base: Content & Live,
  bound: Collection,
  collectionIndex: CollectionIndex,
  id: string,
  reader: Reader,
): Answer | Promise<Answer> {
  const row = collectionIndex.get(id);
  if (!row) throw noObject(collectionIndex, bound.settings.id, id);
  return showsMore(bound, collectionIndex, row) && isWriter(reader)
    ? answerWithPrivate(base, bound, collectionIndex, id)
    : publicAnswer(collectionIndex, row);
}

async function answerWithPrivate(
  base: Content & Live,
  bound: Collection,
  collectionIndex: CollectionIndex,
  id: string,
): Promise<Answer> {
  const collection = bound.settings.id;
  const stored = await base.store.objects.read(collection, id);
  if (!stored) throw noObject(collectionIndex, collection, id);
  const answer = writerAnswer(bound, stored.document, stored.stamp);
  base.versions.remember(answer);
  return answer;
}

/** Whether an object is there, damaged or not. Throws `missing` for an unknown collection. */
export async function hasObject(base: Content, collection: string, id: string): Promise<boolean> {
  base.collections.get(collection);
  const collectionIndex = await base.store.catalogue.collectionIndex(collection);
  return collectionIndex.get(id) !== undefined || collectionIndex.problem(id) !== undefined;
}
