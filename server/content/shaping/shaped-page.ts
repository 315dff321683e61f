/** The objects of a page in the shape that is asked for. */
import { isJsonObject, type JsonObject } from '../../contract/values.js';
import type { Base } from '../core/base.js';
import type { Collection } from '../model/collection.js';
import { isReshaped, type ShapeRequest } from './shape-request.js';
import { Shaper } from './shaper.js';
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

/** Objects from their answers, each finished by `finish`. Throws `invalid` for a shape that is too large. */
export async function shapedObjects<T>(
  base: Base,
  { schema }: Collection,
  answers: readonly Buffer[],
  { shape, mayRead }: Shaping,
  finish: (object: JsonObject) => T,
): Promise<ShapedPage<T>> {
  const shaper = shape && isReshaped(shape) ? new Shaper(base, schema, shape, mayRead) : undefined;
  const objects: T[] = [];
  for (const bytes of answers) {
    const object = parsed(bytes);
    objects.push(finish(shaper ? await shaper.object(object) : object));
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
  return shapedObjects(base, collection, answers, shaping, (object) =>
    Buffer.from(JSON.stringify(finish ? finish(object) : object)),
  );
}
