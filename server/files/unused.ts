/**
 * Files beside objects that are not used: by no value, no link in a text of any object. They may have been added by
 * hand, or a text no longer links to them.
 */

import { Yielder } from '../async/yielder.js';
import type { Base } from '../content/core/base.js';
import { type Looking, walkThrough } from '../content/core/walk.js';
import { titleOfFiles } from '../content/files/dropped-files.js';
import { neededElsewhere } from '../content/files/files-of-sets.js';
import type { Collection } from '../content/model/collection.js';
import { titleOfObject } from '../content/model/titles.js';
import { readCurrent, withObjectLock } from '../content/objects/commit.js';
import type { FilePlace, MediaFile, UnusedRemoval } from '../contract/media.js';
import type { ObjectDocument, TrashEntry } from '../contract/objects.js';
import type { Origin } from '../events.js';
import { namesFiles } from '../schemas/file-values.js';
import { isUnreadable } from '../store/disk/fs-errors.js';
import { looseFile } from '../store/trash/files.js';
import { typeOfName } from './embedded-files.js';
import type { UploadLinks } from './upload-links.js';

const addressOf = ({ collection, id, path }: FilePlace) => `${collection}/${id}/${path}`;

export class Unused {
  readonly #base: Base;
  readonly #links: UploadLinks;

  constructor(base: Base, links: UploadLinks) {
    this.#base = base;
    this.#links = links;
  }

  /** Whether an object needs a file: a value names it, or it holds the text of a property. */
  #isUsed({ settings, schema }: Collection, document: ObjectDocument): (path: string) => boolean {
    const texts = new Set(this.#base.store.texts.filesOf(settings.id));
    const isNamed = namesFiles(schema, document);
    return (path) => texts.has(path) || isNamed(path);
  }

  /** All of them. `named`: files that values name, of which nothing needs to be read. */
  async list(named: readonly FilePlace[], looking: Looking = {}): Promise<MediaFile[]> {
    const yielder = new Yielder(looking.signal);
    const known = new Set<string>();
    for (const file of named) {
      if (yielder.exhausted) await yielder.yieldToEventLoop();
      known.add(addressOf(file));
    }
    const files: MediaFile[] = [];
    const all = this.#base.collections.all();
    const ids = all.map(({ settings }) => settings.id);
    const walk = await walkThrough(this.#base, ids, 'folders', looking);
    for (const collection of all) {
      const { id: name } = collection.settings;
      const collectionIndex = await this.#base.store.catalogue.collectionIndex(name);
      for (const { id } of [...collectionIndex.rowsById()]) {
        if (walk.next()) await walk.pause();
        const others = await this.#base.store.files.list(
          name,
          id,
          (path) => !known.has(addressOf({ collection: name, id, path })),
        );
        // As stored: answers omit properties the schema lacks.
        const document = others.length > 0 ? await this.#stored(name, id) : undefined;
        if (!document) continue;
        const isNamed = this.#isUsed(collection, document);
        for (const { path, size, mtimeMs } of others) {
          if (!isNamed(path)) files.push(mediaFile({ collection: name, id, path }, document, size, mtimeMs));
        }
      }
    }
    return files.length === 0 ? files : this.#unneeded(files, looking);
  }

  /** Those that no text links to, and no change set needs. */
  async #unneeded(files: readonly MediaFile[], looking: Looking): Promise<MediaFile[]> {
    const { linkers } = await this.#links.all(looking);
    // Change sets are asked for the few objects that are left.
    const unused: MediaFile[] = [];
    let of: { key: string; isNeeded: (path: string) => boolean } | undefined;
    for (const file of files) {
      if (linkers.has(addressOf(file))) continue;
      const key = `${file.collection}/${file.id}`;
      if (of?.key !== key) of = { key, isNeeded: await neededElsewhere(this.#base, file) };
      if (!of.isNeeded(file.path)) unused.push(file);
    }
    return unused;
  }

  /** Moves files to the trash, each only if it is unused still; the others are answered with the reason. */
  async remove(places: readonly FilePlace[], change: Origin): Promise<UnusedRemoval> {
    const { linkers } = await this.#links.all();
    const removal: UnusedRemoval = { trashed: [], rejected: [] };
    const objects = new Map<string, FilePlace[]>();
    for (const place of places) {
      const key = `${place.collection}/${place.id}`;
      objects.set(key, [...(objects.get(key) ?? []), place]);
    }
    for (const files of objects.values()) {
      const free = files.filter((file) => {
        const used = linkers.has(addressOf(file));
        if (used) removal.rejected.push({ ...file, reason: 'A text links to it' });
        return !used;
      });
      const [first] = free;
      const entry = first && (await this.#removeFrom(first, free, removal, change));
      if (entry) removal.trashed.push(entry);
    }
    return removal;
  }

  /** An object on disk; undefined when it was deleted or cannot be read. */
  async #stored(collection: string, id: string): Promise<ObjectDocument | undefined> {
    try {
      return (await this.#base.store.objects.read(collection, id))?.document;
    } catch (error) {
      if (isUnreadable(error)) return undefined;
      throw error;
    }
  }

  async #removeFrom(
    { collection, id }: FilePlace,
    files: readonly FilePlace[],
    { rejected }: UnusedRemoval,
    change: Origin,
  ): Promise<TrashEntry | undefined> {
    const reject = (file: FilePlace, reason: string) => void rejected.push({ ...file, reason });
    if (!this.#base.collections.has(collection)) {
      for (const file of files) reject(file, 'There is no such collection');
      return undefined;
    }
    const bound = this.#base.collections.get(collection);
    return withObjectLock(this.#base, bound.settings.id, id, async () => {
      const { stored } = await readCurrent(this.#base, collection, id);
      const isNamed = stored && this.#isUsed(bound, stored.document);
      const isNeeded = await neededElsewhere(this.#base, { collection, id });
      const free = files.filter((file) => {
        const exists = this.#base.store.files.stamp(collection, id, file.path) !== undefined;
        const reason =
          !isNamed || !exists
            ? 'The file does not exist'
            : isNamed(file.path) || isNeeded(file.path)
              ? 'Its object uses it'
              : '';
        if (reason !== '') reject(file, reason);
        return reason === '';
      });
      if (free.length === 0) return undefined;
      const dropped = free.map(({ path }) => looseFile(path));
      const title = titleOfFiles(dropped);
      const entry = await this.#base.store.trash.moveDroppedToTrash(
        { collection, id, title, files: dropped },
        change,
      );
      for (const { path } of dropped) {
        this.#base.events.emit({ type: 'file.deleted', collection, id, path }, change);
      }
      return entry;
    });
  }
}

function mediaFile(place: FilePlace, document: ObjectDocument, size: number, mtimeMs: number): MediaFile {
  const name = place.path.split('/').at(-1) ?? place.path;
  return {
    ...place,
    title: titleOfObject(place.id, document),
    property: '',
    kind: undefined,
    name,
    mime: typeOfName(name),
    size,
    uploadDate: new Date(mtimeMs).toISOString(),
  };
}
