import { Yielder } from '../../async/yielder.js';
import { isLegalId } from '../../contract/names.js';
import type { TrashEntry } from '../../contract/objects.js';
import type { Layout } from '../disk/layout.js';
import { namesIn } from '../disk/names-in.js';
import { isFresh } from '../disk/retry-read.js';
import { isFolder, statOf } from '../disk/stamp.js';
import { asEntry, type EntryRecord, holdsSomething, readEntry } from './entry.js';

/** Every readable record. */
export async function readRecords(layout: Layout): Promise<EntryRecord[]> {
  if (layout.linkOn(layout.trash)) return [];
  const records: EntryRecord[] = [];
  const yielder = new Yielder();
  for (const id of (await namesIn(layout.trash)).filter(isLegalId)) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    const record = readEntry(layout.trashEntry(id), id);
    if (record) records.push(record);
  }
  return records;
}

interface KnownEntry {
  /** Of its folder: it changes with what the folder holds. */
  readonly stamp: string;
  readonly entry: TrashEntry;
}

/** The entries that hold something. A look at ones that have not changed reads no file: each change of the folder asks. */
export class ShownEntries {
  readonly #layout: Layout;
  #known: ReadonlyMap<string, KnownEntry> = new Map();

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** The newest first; `flat`: what has no entry yet. */
  async list(flat: readonly EntryRecord[]): Promise<TrashEntry[]> {
    const layout = this.#layout;
    if (layout.linkOn(layout.trash)) return [];
    const shown = flat.filter(({ id }) => !isFolder(layout.trashEntry(id))).map(asEntry);
    const known = new Map<string, KnownEntry>();
    const yielder = new Yielder();
    for (const id of (await namesIn(layout.trash)).filter(isLegalId)) {
      if (yielder.exhausted) await yielder.yieldToEventLoop();
      const stats = statOf(layout.trashEntry(id));
      if (!stats?.isDirectory()) continue;
      const stamp = `${stats.ino} ${stats.mtimeMs} ${stats.ctimeMs}`;
      const before = this.#known.get(id);
      const entry = before?.stamp === stamp ? before.entry : shownEntry(layout, id);
      if (!entry) continue;
      shown.push(entry);
      // Two changes within one tick of the clock leave the same time.
      if (!isFresh(stats)) known.set(id, { stamp, entry });
    }
    this.#known = known;
    // By id among those of one moment: a list in parts must have the same order each time.
    return shown.sort((a, b) =>
      a.deleted === b.deleted ? (a.id < b.id ? 1 : -1) : a.deleted < b.deleted ? 1 : -1,
    );
  }
}

/** The entry of an id; undefined where it has none, or holds nothing. */
export function shownEntry(layout: Layout, id: string): TrashEntry | undefined {
  const folder = layout.trashEntry(id);
  const record = readEntry(folder, id);
  return record && holdsSomething(folder) ? asEntry(record) : undefined;
}
