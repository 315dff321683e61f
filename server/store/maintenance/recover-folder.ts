/** What happens to leftovers of crashes when a folder is opened. */
import type { DurableFiles } from '../disk/durable.js';
import { lockDataFolder } from '../disk/folder-lock.js';
import type { Layout } from '../disk/layout.js';
import type { Log } from '../disk/log.js';
import type { JournalFiles } from '../journal/journal.js';
import { recoverJournal } from '../journal/recovery.js';
import { recoverTrash } from '../trash/recovery.js';
import type { TrashFolder } from '../trash/trash.js';
import { sweepTemp } from './sweep-temp.js';

const HOUR_MS = 3_600_000;

interface RecoveredParts {
  layout: Layout;
  durable: DurableFiles;
  trash: TrashFolder;
  journal: JournalFiles;
  machine: string;
  log: Log;
}

/**
 * Removes leftovers of crashes, unless another process has the folder and may still work on them. A read-only folder
 * can be read, too. Leftovers of other machines are checked again from time to time.
 */
export async function recover(
  parts: RecoveredParts,
  given: boolean | undefined,
): Promise<{ exclusive: boolean; stop(): void }> {
  const { layout, durable, log } = parts;
  const lock = given === undefined ? await lockDataFolder(layout.root) : undefined;
  const exclusive = given ?? lock !== undefined;
  let later: string[] = [];
  try {
    if (exclusive) {
      if (!layout.linkOn(layout.temp)) await sweepTemp(layout.temp, durable);
      later = await recoverJournal(parts);
      await recoverTrash(parts);
    }
  } catch (error) {
    log('warn', 'Leftovers of an earlier crash could not be removed', error);
  } finally {
    await lock?.release();
  }
  const again = async () => {
    if (later.length > 0) later = await recoverJournal(parts, later);
  };
  const timer = setInterval(again, HOUR_MS).unref();
  return { exclusive, stop: () => clearInterval(timer) };
}
