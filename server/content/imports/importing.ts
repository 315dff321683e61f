/** Objects written by one import: they are one transaction, and its end is an event (spec/events.md#types). */
import type { ChangeEvent } from '../../contract/wire.js';
import type { Origin } from '../../events.js';
import type { WriteBase } from '../core/base.js';

interface Counts {
  created: number;
  updated: number;
}

/**
 * Does the work of an import on the folder it is given, then announces each collection that changed. A failed import
 * is not announced: it is rolled back.
 */
export async function importing<T>(
  base: WriteBase,
  kind: 'import' | 'template',
  work: (own: WriteBase) => Promise<T>,
): Promise<T> {
  const { actor, transaction, chain } = base.change;
  // Without `managedBy`: what an import brings of automations waits for approval.
  const origin: Origin = { actor, transaction: { ...transaction, kind }, ...(chain && { chain }) };
  const counts = new Map<string, Counts>();
  const count = (event: ChangeEvent, by: Origin) => {
    if (by !== origin || (event.type !== 'object.created' && event.type !== 'object.updated')) return;
    const { created, updated } = counts.get(event.collection) ?? { created: 0, updated: 0 };
    const isNew = event.type === 'object.created';
    counts.set(event.collection, { created: created + (isNew ? 1 : 0), updated: updated + (isNew ? 0 : 1) });
  };
  const unsubscribe = base.events.on(count);
  try {
    const result = await work({ ...base, change: origin });
    for (const [collection, counted] of counts) {
      base.events.emit({ type: 'import.completed', collection, ...counted }, origin);
    }
    return result;
  } finally {
    unsubscribe();
  }
}
