/** What is restored into: an open form, or an object that was deleted. */
import type { Restored } from '../../api/history';
import type { FormStore } from '../../unsaved/form-store';
import { dirtyProperties } from '../../unsaved/read-form';
import type { InTurn } from '../../unsaved/turns';

/** What becomes of changes that are not saved when a version is restored as a whole. */
export type Unsaved = 'keep' | 'discard';

export interface RestoreTarget {
  /** ETag of the version that is shown. */
  etag(): string;
  /** Properties with changes that are not saved. */
  unsaved(): readonly string[];
  inTurn: InTurn;
  /** Takes over what was restored; `properties`: only these. */
  take(answer: Restored, properties: readonly string[] | undefined, unsaved: Unsaved): void;
}

/** Sent for an object that was deleted: where it exists again, it is not overwritten. */
const DELETED = '"deleted"';

export const deletedTarget: RestoreTarget = {
  etag: () => DELETED,
  unsaved: () => [],
  inTurn: (work) => work(),
  take: () => undefined,
};

/** The form of an object. */
export const formTarget = (store: FormStore, inTurn: InTurn): RestoreTarget => ({
  etag: () => (store.get().outside?.kind === 'deleted' ? DELETED : (store.get().etag ?? DELETED)),
  unsaved: () => dirtyProperties(store.get()),
  inTurn,
  take({ object, etag }, properties, unsaved) {
    if (properties !== undefined)
      for (const property of properties) store.dispatch({ type: 'reverted', property });
    else if (unsaved === 'discard') store.dispatch({ type: 'revertedAll' });
    store.dispatch({ type: 'refreshed', object, etag });
    if (properties === undefined && unsaved === 'keep') store.dispatch({ type: 'resolved', choice: 'mine' });
  },
});
