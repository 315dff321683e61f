/** What `plinth check` looks at and mends. */
import { join } from 'node:path';
import { conflict } from '../errors.js';
import type { ConflictCopies } from './conflict-copies.js';
import { isImportRecord } from './import-records.js';
import { JOURNAL_FOLDER, ownerOf } from './journal-record.js';
import { journalNames } from './journal-recovery.js';
import { type Layout, SYSTEM_FOLDER } from './layout.js';
import { salvage } from './salvage.js';
import { stampAt, statOf } from './stamp.js';
import type { LeftInJournal, Upkeep } from './store.js';
import { findStrays } from './strays.js';
import type { TrashFolder } from './trash.js';

/** Changes younger than this may be under way in another process. */
const UNDER_WAY_MS = 60_000;

export interface UpkeepParts {
  layout: Layout;
  trash: TrashFolder;
  copies: ConflictCopies;
  machine: string;
}

export function openUpkeep({ layout, trash, copies, machine }: UpkeepParts): Upkeep {
  return {
    conflictCopies: () => copies.list(),
    strays: () => findStrays(layout),
    journal: () => leftInJournal(layout, machine),
    salvage: (collection, id) => salvage(layout, collection, id),
    async takeFiles(collection, id) {
      if (stampAt(layout.object(collection, id))) throw conflict(`"${collection}/${id}" is there again`);
      return trash.takeFiles(collection, id);
    },
  };
}

async function leftInJournal(layout: Layout, machine: string): Promise<LeftInJournal[]> {
  const left: LeftInJournal[] = [];
  for (const name of (await journalNames(layout)).sort()) {
    const stats = statOf(join(layout.system, JOURNAL_FOLDER, name));
    if (!stats || isImportRecord(name) || Math.abs(Date.now() - stats.mtimeMs) < UNDER_WAY_MS) continue;
    const owner = ownerOf(name);
    left.push({
      path: `${SYSTEM_FOLDER}/${JOURNAL_FOLDER}/${name}`,
      begun: stats.mtime.toISOString(),
      here: owner && owner.machine === machine,
    });
  }
  return left;
}
