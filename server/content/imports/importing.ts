/** Objects written by one import: their changes carry its origin, and its end is an event (spec/events.md#types). */
import type { ChangeEvent } from '../../contract/wire.js';
import type { Origin } from '../../events.js';
import type { Base } from '../core/base.js';

interface Counts {
  created: number;
  updated: number;
}

/**
 * Does the work of an import on the folder it is given, then announces each collection that changed. A failed import
 * is not announced: it is rolled back.
 */
export async function importing<T>(base: Base, work: (own: Base) => Promise<T>): Promise<T> {
  const origin: Origin = { kind: 'import' };
  const counts = new Map<string, Counts>();
  const count = (event: ChangeEvent, by: Origin | undefined) => {
    if (by !== origin || (event.type !== 'object.created' && event.type !== 'object.updated')) return;
    const { created, updated } = counts.get(event.collection) ?? { created: 0, updated: 0 };
    const isNew = event.type === 'object.created';
    counts.set(event.collection, { created: created + (isNew ? 1 : 0), updated: updated + (isNew ? 0 : 1) });
  };
  const unsubscribe = base.events.on(count);
  try {
    const result = await work({ ...base, events: base.events.by(origin) });
    for (const [collection, counted] of counts) {
      base.events.emit({ type: 'import.completed', collection, ...counted });
    }
    return result;
  } finally {
    unsubscribe();
  }
}
