/** Object files `{collection}/{id}.json` and the folders of files beside them. */
import { setImmediate as turn } from 'node:timers/promises';
import type { ChangeOrigin } from '../../contract/changes.js';
import { message } from '../../contract/messages/message.js';
import type { ObjectDocument } from '../../contract/objects.js';
import { conflict, missing, PlinthError } from '../../errors.js';
import { inICloudAt } from '../catalogue/row.js';
import { copyTree } from '../disk/copy-tree.js';
import type { DurableFiles } from '../disk/durable.js';
import { filesToPlace } from '../disk/files-below.js';
import { notDownloaded, stale } from '../disk/fs-errors.js';
import { parseDocument, readBytes, serialise } from '../disk/json-file.js';
import type { Layout } from '../disk/layout.js';
import type { OwnWrites } from '../disk/own-writes.js';
import { retryWhileBeingWritten } from '../disk/retry-read.js';
import { isFolder, stampAt, statOf } from '../disk/stamp.js';
import type { TextFiles } from '../disk/text-files.js';
import type { JournalFiles } from '../journal/journal.js';
import type { TrashFolder } from '../trash/trash.js';
import type { Objects, ReadFile, StoredObject } from '../types/documents.js';
import type { BeforePlacing } from '../types/files.js';
import type { History } from '../types/history.js';
import type { Stamp } from '../types/stamp.js';

/** Files from this size on are printed in a turn of their own, in bytes. */
const LARGE = 256 * 1024;

export class ObjectFiles implements Objects {
  readonly #layout: Layout;
  readonly #durable: DurableFiles;
  readonly #own: OwnWrites;
  readonly #trash: TrashFolder;
  readonly #texts: TextFiles;
  readonly #journal: JournalFiles;
  readonly #history: History;

  constructor(parts: {
    layout: Layout;
    durable: DurableFiles;
    own: OwnWrites;
    trash: TrashFolder;
    texts: TextFiles;
    journal: JournalFiles;
    history: History;
  }) {
    this.#layout = parts.layout;
    this.#durable = parts.durable;
    this.#own = parts.own;
    this.#trash = parts.trash;
    this.#texts = parts.texts;
    this.#journal = parts.journal;
    this.#history = parts.history;
  }

  async read(collection: string, id: string, waits = true): Promise<StoredObject | undefined> {
    const settling = this.#journal.settling(collection);
    if (settling) await settling;
    const read = () => this.readNow(collection, id);
    return waits ? retryWhileBeingWritten(this.#layout.object(collection, id), read) : read();
  }

  /** As `read`, at once: one small file. */
  readNow(collection: string, id: string): StoredObject | undefined {
    const path = this.#layout.object(collection, id);
    if (this.#layout.linkOn(path)) return undefined;
    const file = readBytes(path);
    if (!file) {
      this.#durable.checkRoot();
      if (inICloudAt(this.#layout, collection, id)) throw notDownloaded(collection, id);
      return undefined;
    }
    const document = this.#texts.complete(collection, parseDocument(file.bytes, id));
    return { document, stamp: file.stamp, bytes: file.bytes };
  }

  async write(
    collection: string,
    document: ObjectDocument,
    expect: StoredObject | 'absent' | 'damaged',
    change: ChangeOrigin,
    read: readonly ReadFile[] = [],
  ): Promise<Stamp> {
    const target = this.#layout.object(collection, document.id);
    const key = `${collection}/${document.id}.json`;
    return this.#own.during(key, async () => {
      try {
        if (expect === 'absent' && inICloudAt(this.#layout, collection, document.id)) throw stale();
        const before = typeof expect === 'object' ? expect : undefined;
        const absent = expect === 'damaged' ? await this.#keepDamaged(collection, document.id) : 'absent';
        const existing = before?.stamp ?? absent;
        const rest = await this.#texts.place(collection, document, existing);
        // It is printed as it was read as well: what came before has held the event loop long enough.
        if (before && before.bytes.length > LARGE) await turn();
        const bytes = serialise(rest, before ? [...read, before] : read);
        this.#history.intend(key, bytes, change);
        const stamp = await this.#durable.replace(target, bytes, { expect: existing });
        this.#history.record(key, bytes, change, stamp);
        return stamp;
      } catch (error) {
        // A link is rejected by name where the write meets it.
        this.#layout.guard(target);
        if (!isFolder(this.#layout.collection(collection))) {
          throw missing(message('collectionMissing', { id: collection }));
        }
        throw error;
      }
    });
  }

  async copyFiles(
    from: { collection: string; id: string },
    to: { collection: string; id: string },
    beforePlacing?: BeforePlacing,
  ): Promise<void> {
    const source = this.#layout.files(from.collection, from.id);
    const target = this.#layout.files(to.collection, to.id);
    this.#layout.guard(target);
    if (this.#layout.linkOn(source) || !isFolder(source)) return;
    if (statOf(target)) {
      // Files of an interrupted copy have no object; those of an existing object are its own.
      if (statOf(this.#layout.object(to.collection, to.id))) {
        throw conflict(message('objectFilesThere', { id: to.id, collection: to.collection }));
      }
      await this.#trash.takeFiles(to.collection, to.id);
    }
    const temp = await this.#durable.tempPath();
    try {
      await copyTree(source, temp);
      await beforePlacing?.(await filesToPlace(temp));
      await this.#durable.move(temp, target);
    } catch (error) {
      await this.#durable.removeTree(temp);
      throw error;
    }
  }

  /** Keeps the bytes of a damaged file in the trash; the answer is what the write must then replace. */
  async #keepDamaged(collection: string, id: string): Promise<Stamp | 'absent'> {
    const path = this.#layout.object(collection, id);
    const existing = stampAt(path);
    if (!existing) return 'absent';
    if (this.#isSound(collection, id)) throw stale(message('fileRepaired'));
    await this.#trash.keepDamaged(collection, id, path);
    return existing;
  }

  #isSound(collection: string, id: string): boolean {
    try {
      return this.readNow(collection, id) !== undefined;
    } catch (error) {
      if (error instanceof PlinthError && error.kind === 'damaged') return false;
      throw error;
    }
  }
}
