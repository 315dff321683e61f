/** External changes, applied one after another and announced like our own (promise: seen within 2 s). */
import type { ChangeEvent } from '../../contract/wire.js';
import type { Content, Live } from '../core/base.js';

/** Updates collections and schemas for an event; the catalogue has already applied changes of objects. */
async function applyExternalChange(base: Content, event: ChangeEvent): Promise<void> {
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

/** Listens to the store until it is stopped; `stop` resolves when the last change is applied. */
export function listenToExternalChanges(
  base: Content & Live,
  log: (level: 'warn' | 'error', message: string, error?: unknown) => void,
): { stop(): Promise<void> } {
  let last = Promise.resolve();
  const unsubscribe = base.store.onOutsideChange((event) => {
    last = last
      .then(() => applyExternalChange(base, event))
      .then(() => void base.events.emit(event, base.externalOrigin()))
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
