/** What a collection opens to everyone. */
import type { Base } from '../content/base.js';
import type { PublicOperation } from '../contract/objects.js';

/** Nothing for collections there are not, so that their absence stays unseen. */
export function publicOperationsOf(base: Base, collection: unknown): readonly PublicOperation[] {
  if (typeof collection !== 'string' || !base.collections.has(collection)) return [];
  return base.collections.get(collection).settings.publicOperations;
}
