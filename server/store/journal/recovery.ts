import { join } from 'node:path';
import type { DurableFiles } from '../disk/durable.js';
import type { Layout } from '../disk/layout.js';
import type { Log } from '../disk/log.js';
import { namesIn } from '../disk/names-in.js';
import { isFolder, statOf } from '../disk/stamp.js';
import { isAbandoned, isOfThisDisk, type Writer } from '../host/machine.js';
import type { JournalFiles } from './journal.js';
import { JOURNAL_FOLDER, ownerOf, readRecord } from './record.js';
import { isMixed } from './undo.js';

export interface RecoveryParts {
  layout: Layout;
  durable: DurableFiles;
  journal: JournalFiles;
  machine: string;
  log: Log;
}

/** Names in the journal; none where there is no such folder. */
export async function journalNames(layout: Layout): Promise<readonly string[]> {
  const journal = join(layout.system, JOURNAL_FOLDER);
  return layout.linkOn(journal) ? [] : namesIn(journal);
}

/** Finishes every interrupted change. Resolves with the names of those to check again later. */
export async function recoverJournal(parts: RecoveryParts, only?: readonly string[]): Promise<string[]> {
  const { layout, log } = parts;
  const later: string[] = [];
  for (const name of only ?? (await journalNames(layout))) {
    const owner = ownerOf(name);
    const folder = join(layout.system, JOURNAL_FOLDER, name);
    // Links and strange names are not ours.
    if (!owner || !isFolder(folder)) continue;
    try {
      if (!(await finish(parts, name, owner))) later.push(name);
    } catch (error) {
      log('error', `The change ${name} of several objects could not be undone`, error);
    }
  }
  return later;
}

/** Finishes one; false when it may still arrive by sync. */
async function finish(parts: RecoveryParts, name: string, owner: Writer): Promise<boolean> {
  const { layout, durable, journal, log, machine } = parts;
  const folder = join(layout.system, JOURNAL_FOLDER, name);
  const record = readRecord(folder);
  if (record === 'strange') {
    log('error', `The record of the change ${name} is not recognized and is left as it is`);
    return true;
  }
  const writer = record ?? owner;
  const at = record ? Date.parse(record.begun) : (statOf(folder)?.mtimeMs ?? 0);
  const isDue = () => isAbandoned(writer, { at, path: folder, here: machine });
  const synced = writer.machine !== machine && !isOfThisDisk(writer, folder);
  if (!isDue() && (synced || !record)) return false;
  // Another machine made it whole, or not at all: only its record has not gone yet.
  if (record && !(synced && !isMixed(parts, record))) await journal.recover(name, folder, record, isDue);
  else await durable.removeFolder(folder);
  return true;
}
