import { join } from 'node:path';
import { isLegalId } from '../../contract/names.js';
import type { DurableFiles } from '../disk/durable.js';
import { serialise } from '../disk/json-file.js';
import type { Layout } from '../disk/layout.js';
import { namesIn } from '../disk/names-in.js';
import { isFolder, statOf } from '../disk/stamp.js';
import { ENTRY_FILE, type EntryRecord, FILES_FOLDER, JSON_FILE } from './entry.js';

/** `{entry}.{collection}.{object}.json`; no id has a dot. */
const NAME = /^(\d{8}-\d{6}-[0-9a-f]{10})\.([^.]+)\.([^.]+)\.(json|files)$/;

interface FlatParts {
  layout: Layout;
  durable: DurableFiles;
  machine: string;
}

export class FlatTrash {
  readonly #parts: FlatParts;

  constructor(parts: FlatParts) {
    this.#parts = parts;
  }

  /** Takes an object and its files. */
  async take(record: EntryRecord): Promise<void> {
    const { layout, durable } = this.#parts;
    const { collection, object = '' } = record;
    const files = layout.files(collection, object);
    if (!isFolder(layout.trash)) await durable.makeFolder(layout.trash);
    await durable.move(layout.object(collection, object), this.#path(record, 'json'));
    if (isFolder(files)) await durable.move(files, this.#path(record, 'files'));
  }

  /** Deleted objects without an entry, by their names. */
  async records(): Promise<EntryRecord[]> {
    const { layout, machine } = this.#parts;
    if (layout.linkOn(layout.trash)) return [];
    const names = await namesIn(layout.trash);
    const found = new Map<string, EntryRecord>();
    for (const name of names) {
      const [, id = '', collection = '', object = ''] = NAME.exec(name) ?? [];
      if (!isLegalId(collection) || !isLegalId(object)) continue;
      const deleted = statOf(join(layout.trash, name))?.ctime.toISOString() ?? '';
      const writer = { machine, pid: process.pid };
      const what = { kind: 'object', collection, object, title: object } as const;
      found.set(id, { id, ...what, deleted, files: false, ...writer });
    }
    return [...found.values()];
  }

  /** Makes an entry of it. Throws `full` as long as there is no room. */
  async adopt(record: EntryRecord): Promise<void> {
    const { layout, durable } = this.#parts;
    const folder = layout.trashEntry(record.id);
    const [json, files] = [this.#path(record, 'json'), this.#path(record, 'files')];
    if (!statOf(join(folder, ENTRY_FILE))) {
      await durable.makeFolder(folder);
      await durable.replace(join(folder, ENTRY_FILE), serialise(record), { mode: 0o600 });
    }
    if (isFolder(files)) await durable.move(files, join(folder, FILES_FOLDER));
    if (statOf(json)) await durable.move(json, join(folder, JSON_FILE));
  }

  /** Deletes it permanently. */
  async remove(record: EntryRecord): Promise<void> {
    await this.#parts.durable.remove(this.#path(record, 'json'));
    await this.#parts.durable.removeTree(this.#path(record, 'files'));
  }

  #path({ id, collection, object }: EntryRecord, ending: 'json' | 'files'): string {
    return join(this.#parts.layout.trash, `${id}.${collection}.${object}.${ending}`);
  }
}
