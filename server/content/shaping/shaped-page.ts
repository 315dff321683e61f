/**
 * The objects of a page in the shape that is asked for. Reads that ask for no shape never come here: their bytes are
 * sent as they are kept. With `expand` the ETag is made of the bytes of the answer, as versions of all collections in
 * it would change with every object of them.
 */
import { Yielder } from '../../async/yielder.js';
import { isJsonObject, type JsonObject } from '../../contract/values.js';
import type { Base } from '../core/base.js';
import { jsonBytes } from '../core/json-text.js';
import type { Collection } from '../model/collection.js';
import { isReshaped, type ShapeRequest } from './shape-request.js';
import { LARGE, Shaper } from './shaper.js';
import type { MayReadObject } from './targets.js';

/** A shape, and what the caller who asks for it may read. */
export interface Shaping {
  readonly shape: ShapeRequest | undefined;
  readonly mayRead: MayReadObject;
}

export interface ShapedPage<T> {
  readonly objects: T[];
  /** Names to warn of. */
  readonly warnings: readonly string[];
}

const parsed = (bytes: Buffer): JsonObject => {
  const object: unknown = JSON.parse(bytes.toString());
  return isJsonObject(object) ? object : {};
};

/**
 * Objects from their answers, each finished by `finish`, which is told the length of what was put into it. Throws
 * `invalid` for a shape that is too large.
 */
export async function shapedObjects<T>(
  base: Base,
  { schema }: Collection,
  answers: readonly Buffer[],
  { shape, mayRead }: Shaping,
  finish: (object: JsonObject, length: number) => T | Promise<T>,
): Promise<ShapedPage<T>> {
  const shaper = shape && isReshaped(shape) ? new Shaper(base, schema, shape, mayRead) : undefined;
  const objects: T[] = [];
  const yielder = new Yielder();
  for (const bytes of answers) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    const object = parsed(bytes);
    const before = shaper?.expandedLength ?? 0;
    const shaped = shaper ? await shaper.object(object) : object;
    objects.push(await finish(shaped, (shaper?.expandedLength ?? 0) - before));
  }
  return { objects, warnings: shaper?.warnings ?? [] };
}

/** JSON texts of objects: the answers themselves where nothing is changed. Throws as `shapedObjects`. */
export async function shapedTexts(
  base: Base,
  collection: Collection,
  answers: Buffer[],
  shaping: Shaping,
  finish?: (object: JsonObject) => JsonObject,
): Promise<ShapedPage<Buffer>> {
  if (!finish && !(shaping.shape && isReshaped(shaping.shape))) return { objects: answers, warnings: [] };
  return shapedObjects(base, collection, answers, shaping, async (object, length) => {
    const finished = finish ? finish(object) : object;
    return length > LARGE ? jsonBytes(finished) : Buffer.from(JSON.stringify(finished));
  });
}
