/** `.meta.json` of every collection (spec/resources.md#collection). */
import { readdir } from 'node:fs';
import { promisify } from 'node:util';
import type { ChangeOrigin } from '../../contract/changes.js';
import { message } from '../../contract/messages/message.js';
import type { CollectionSettings } from '../../contract/objects.js';
import type { JsonObject } from '../../contract/values.js';
import type { DurableFiles } from '../disk/durable.js';
import { stale } from '../disk/fs-errors.js';
import { fileToReplace, parseObject, readBytes, serialise, stampOfBytes } from '../disk/json-file.js';
import { isCollectionName, type Layout, SETTINGS_FILE } from '../disk/layout.js';
import type { OwnWrites } from '../disk/own-writes.js';
import { retryUntilFound, retryWhileBeingWritten } from '../disk/retry-read.js';
import { settingsStamp, settingsWithoutFile } from '../disk/settings-stamp.js';
import { isFolder, sameStamp, stampAt } from '../disk/stamp.js';
import type { TrashFolder } from '../trash/trash.js';
import type { CollectionFiles, ReplaceOptions } from '../types/documents.js';
import type { History } from '../types/history.js';
import type { Stamp } from '../types/stamp.js';

const list = promisify(readdir);

export class SettingsFiles implements CollectionFiles {
  readonly #layout: Layout;
  readonly #durable: DurableFiles;
  readonly #own: OwnWrites;
  readonly #trash: TrashFolder;
  readonly #history: History;
  /** What the last read of this process saw: a save onto anything else is rejected. */
  readonly #seen = new Map<string, Stamp>();

  constructor(parts: {
    layout: Layout;
    durable: DurableFiles;
    own: OwnWrites;
    trash: TrashFolder;
    history: History;
  }) {
    this.#layout = parts.layout;
    this.#durable = parts.durable;
    this.#own = parts.own;
    this.#trash = parts.trash;
    this.#history = parts.history;
  }

  async ids(): Promise<string[]> {
    const folders = await this.folders();
    return folders.filter((id) => settingsStamp(this.#layout, id) !== undefined);
  }

  /** Every top folder that could be a collection, with settings or without. */
  async folders(): Promise<string[]> {
    const items = await list(this.#layout.root, { withFileTypes: true });
    const names = items.filter((item) => item.isDirectory()).map((item) => item.name);
    return names.filter(isCollectionName).sort();
  }

  async read(id: string): Promise<JsonObject | undefined> {
    const path = this.#layout.settings(id);
    if (this.#layout.linkOn(path)) return undefined;
    const read = () =>
      retryWhileBeingWritten(path, () => {
        const file = readBytes(path);
        if (file) this.#seen.set(id, file.stamp);
        return file && parseObject(file.bytes);
      });
    // Settings may be missing only while another program rewrites them.
    const document = this.#seen.has(id) ? await retryUntilFound(read) : await read();
    if (!document) {
      this.#durable.checkRoot();
      this.#seen.delete(id);
    }
    return document ?? settingsWithoutFile(this.#layout, id);
  }

  async write(
    id: string,
    settings: CollectionSettings,
    { keep = false }: ReplaceOptions,
    change: ChangeOrigin,
  ): Promise<void> {
    const path = this.#layout.settings(id);
    this.#layout.guard(path);
    const key = `${id}/${SETTINGS_FILE}`;
    await this.#own.during(key, async () => {
      const folder = this.#layout.collection(id);
      if (!isFolder(folder)) await this.#durable.makeFolder(folder);
      const existing = stampAt(path);
      const seen = this.#seen.get(id);
      if (seen && existing && !sameStamp(seen, existing)) {
        throw stale(message('settingsChangedElsewhere', { id }));
      }
      const before = existing && fileToReplace(path, parseObject);
      const bytes = serialise(settings, before ? [before] : []);
      const kept = existing && (!before || (keep && !before.bytes.equals(bytes)));
      if (kept) await this.#trash.keepDamaged(id, undefined, path);
      const expect = existing ?? 'absent';
      this.#history.intend(key, bytes, change);
      const stamp = await this.#durable.replace(path, bytes, { expect }).catch((error: unknown) => {
        // Written, although the disk failed to confirm it: the next try starts from the file as it is now.
        const ours = stampOfBytes(path, bytes);
        if (ours) this.#seen.set(id, ours);
        throw error;
      });
      this.#seen.set(id, stamp);
      this.#own.recordStamp(key, stamp);
      this.#history.record(key, bytes, change, stamp);
    });
  }
}
