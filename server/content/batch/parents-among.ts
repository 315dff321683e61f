/** The parents of objects that a batch writes, with all that it writes (spec/resources.md#tree). */
import type { ObjectDocument } from '../../contract/objects.js';
import type { Content } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
import type { Collection } from '../model/collection.js';
import { rejectCycle } from '../reading/parents.js';

interface Written {
  readonly operation: { readonly collection: string };
  readonly bound: Collection;
  readonly plan?: { readonly document: ObjectDocument };
}

/** Throws `validation` when a parent would be below its own child. */
export async function checkParents(base: Content, step: Written, steps: readonly Written[]): Promise<void> {
  const { bound, plan, operation } = step;
  if (bound.settings.tree === undefined || plan === undefined) return;
  const { collectionIndex } = await boundCollection(base, operation.collection);
  const others = steps
    .filter((one) => one.operation.collection === operation.collection)
    .flatMap((one) => one.plan?.document ?? []);
  rejectCycle(bound, collectionIndex, plan.document, others);
}
