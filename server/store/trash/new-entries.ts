/** Makes entries of the trash: the record first, then what is deleted is moved beside it. */
import { join } from 'node:path';
import { message } from '../../contract/messages/message.js';
import { missing } from '../../errors.js';
import { serialise } from '../disk/json-file.js';
import { statOf } from '../disk/stamp.js';
import type { DroppedFiles } from '../types/trash.js';
import { ENTRY_FILE, type EntryRecord, FILES_FOLDER, freshEntryId } from './entry.js';
import { droppable } from './files.js';
import { type FinishParts, finishLater } from './recovery.js';

export type FreshEntry = Pick<
  EntryRecord,
  'kind' | 'collection' | 'object' | 'set' | 'title' | 'files' | 'dropped' | 'file'
> & {
  /** Its id, if it was chosen before. */
  id?: string | undefined;
};

export interface EntryParts extends FinishParts {
  machine: string;
  now: () => Date;
}

export class NewEntries {
  readonly #parts: EntryParts;

  constructor(parts: EntryParts) {
    this.#parts = parts;
  }

  /** Opens an entry and moves `source` into it; an entry nothing came into is taken away again. */
  async take(fresh: FreshEntry, source: string, name: string): Promise<EntryRecord> {
    const record = await this.open(fresh);
    const folder = this.#parts.layout.trashEntry(record.id);
    const target = join(folder, name);
    try {
      await this.#parts.durable.move(source, target);
    } catch (error) {
      // The rename may have happened, though the disk failed to confirm it.
      if (!statOf(source) && statOf(target)) await this.#parts.durable.move(target, source).catch(() => {});
      if (!statOf(target)) await this.#parts.durable.removeFolder(folder).catch(() => {});
      else finishLater(this.#parts, record);
      // Another program was faster.
      if (!statOf(source) && !statOf(target))
        throw missing(message('nameExistsNoLonger', { name: fresh.title }));
      throw error;
    }
    return record;
  }

  /** An entry with its record, durable; nothing is in it yet. */
  async open({ id, ...fresh }: FreshEntry): Promise<EntryRecord> {
    const now = this.#parts.now();
    const { machine } = this.#parts;
    const named = { id: id ?? freshEntryId(now), ...fresh };
    const folder = this.#parts.layout.trashEntry(named.id);
    try {
      await this.#parts.durable.makeFolder(folder);
      const writer = { machine, pid: process.pid, folder: statOf(folder)?.ino };
      const record = { ...named, deleted: now.toISOString(), ...writer };
      await this.#parts.durable.replace(join(folder, ENTRY_FILE), serialise(record), { mode: 0o600 });
      return record;
    } catch (error) {
      await this.#parts.durable.removeTree(folder);
      throw error;
    }
  }

  /** An entry for the files that are there; undefined for none. */
  async openForFiles(
    { collection, id: object, title, files }: DroppedFiles,
    id?: string,
  ): Promise<EntryRecord | undefined> {
    const dropped = droppable(this.#parts.layout, { collection, id: object, files });
    if (dropped.length === 0) return undefined;
    return this.open({ id, kind: 'file', collection, object, title, files: false, dropped });
  }

  /** After the commit point: a failure does not undo the deletion, it is finished later. */
  async takeFolder(record: EntryRecord, folder: string): Promise<void> {
    try {
      await this.#parts.durable.move(folder, join(this.#parts.layout.trashEntry(record.id), FILES_FOLDER));
    } catch (error) {
      this.#parts.log(
        'warn',
        `The files of ${record.collection}/${record.object} are not in the trash yet`,
        error,
      );
      finishLater(this.#parts, record);
    }
  }
}
