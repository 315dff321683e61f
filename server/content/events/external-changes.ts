/** Changes made by others, taken in one after the other and told like our own (promise: seen within 2 s). */
import type { ChangeEvent } from '../../contract/wire.js';
import type { Base } from '../core/base.js';

/** Brings collections and schemas up to what an event says; objects the catalogue has taken in already. */
async function applyExternalChange(base: Base, event: ChangeEvent): Promise<void> {
  switch (event.type) {
    case 'collection.created':
    case 'collection.updated':
    case 'collection.deleted':
      await base.collections.reload(event.collection);
      return;
    case 'schema.saved':
    case 'schema.deleted':
      await base.library.refresh();
      base.collections.rebind();
      return;
    default:
  }
}

/** Listens to the store until it is stopped; `stop` resolves when the last change is taken in. */
export function listenToExternalChanges(
  base: Base,
  log: (level: 'warn' | 'error', message: string, error?: unknown) => void,
): { stop(): Promise<void> } {
  let last = Promise.resolve();
  const unsubscribe = base.store.onOutsideChange((event) => {
    last = last
      .then(() => applyExternalChange(base, event))
      .then(() => void base.events.emit(event))
      .catch((error: unknown) =>
        log('error', `An external change could not be applied (${event.type})`, error),
      );
  });
  return {
    async stop() {
      unsubscribe();
      await last;
    },
  };
}
