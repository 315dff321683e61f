/** What `plinth check` looks at and mends. */
import { conflict } from '../errors.js';
import type { ConflictCopies } from './conflict-copies.js';
import type { Layout } from './layout.js';
import { salvage } from './salvage.js';
import { stampAt } from './stamp.js';
import type { Upkeep } from './store.js';
import { findStrays } from './strays.js';
import type { TrashFolder } from './trash.js';

export function openUpkeep(layout: Layout, trash: TrashFolder, copies: ConflictCopies): Upkeep {
  return {
    conflictCopies: () => copies.list(),
    strays: () => findStrays(layout),
    salvage: (collection, id) => salvage(layout, collection, id),
    takeDamaged: (collection, id) => trash.takeDamaged(collection, id),
    async takeFiles(collection, id) {
      if (stampAt(layout.object(collection, id))) throw conflict(`"${collection}/${id}" is there again`);
      return trash.takeFiles(collection, id);
    },
  };
}
