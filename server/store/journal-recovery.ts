/** At open: changes of several objects that a crash cut off are finished, or forgotten where they never began. */
import { readdir } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DurableFiles } from './durable.js';
import { isAbsent } from './fs-errors.js';
import type { JournalFiles } from './journal.js';
import { JOURNAL_FOLDER, ownerOf, readRecord } from './journal-record.js';
import type { Layout } from './layout.js';
import type { Log } from './log.js';
import { isAlive } from './process-alive.js';
import { isFolder, statOf } from './stamp.js';
import { thisMachine } from './trash-entry.js';

const list = promisify(readdir);

/** No change takes this long once its files are laid down; then the number belongs to another process. */
const PATIENCE_MS = 60_000;

export interface RecoveryParts {
  layout: Layout;
  durable: DurableFiles;
  journal: JournalFiles;
  log: Log;
}

/** Settles every change this machine left half done. A folder that cannot be written stays as it is. */
export async function recoverJournal(parts: RecoveryParts): Promise<void> {
  const { layout, log } = parts;
  const journal = join(layout.system, JOURNAL_FOLDER);
  if (layout.linkOn(journal)) return;
  const names = await list(journal).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  for (const name of names) {
    const owner = ownerOf(name);
    const folder = join(journal, name);
    // Another machine's change is its own to finish; links and strange names are not ours at all.
    if (owner?.machine !== thisMachine() || !isFolder(folder)) continue;
    try {
      await settle(parts, folder, owner.pid);
    } catch (error) {
      log('error', `The change ${name} of several objects could not be finished`, error);
    }
  }
}

async function settle({ durable, journal, log }: RecoveryParts, folder: string, pid: number): Promise<void> {
  const age = Math.abs(Date.now() - (statOf(folder)?.mtimeMs ?? 0));
  if (age < PATIENCE_MS && isAlive(pid)) return;
  const record = readRecord(folder);
  if (record) {
    await journal.finish(record, folder);
    log(
      'warn',
      `A change of ${record.writes.length + record.removals.length} objects was finished after a crash`,
    );
  }
  await durable.removeFolder(folder);
}
