/**
 * Files that rich texts show (spec/files.md#editor-uploads), as the media page lists them. To replace one, the new
 * file gets a name of its own and the links are rewritten: other bytes under the same address would be shown from
 * caches.
 */
import { Yielder } from '../async/yielder.js';
import type { Base } from '../content/core/base.js';
import type { Looking } from '../content/core/walk.js';
import { titleOfObject } from '../content/model/titles.js';
import type { FilePlace, MediaFile, MediaLinker } from '../contract/media.js';
import { isLegalId } from '../contract/names.js';
import { PlinthError } from '../errors.js';
import type { Stamp } from '../store/types/stamp.js';
import { embedFolderIn } from './address.js';
import { typeOfName } from './embedded-files.js';
import { linkOfEmbedded } from './links.js';
import { shownObject } from './object-text.js';
import type { Linker, UploadLinks } from './upload-links.js';

const addressOf = ({ collection, id, path }: FilePlace) => `${collection}/${id}/${path}`;

export class LinkedFiles {
  readonly #base: Base;
  readonly #links: UploadLinks;
  #listed: { version: string; files: readonly MediaFile[] } | undefined;

  constructor(base: Base, links: UploadLinks) {
    this.#base = base;
    this.#links = links;
  }

  /** Those that are in the folder of a rich text and that some object links to. */
  async list(looking: Looking = {}): Promise<readonly MediaFile[]> {
    const { version, linkers } = await this.#links.all(looking);
    if (this.#listed?.version === version) return this.#listed.files;
    const yielder = new Yielder(looking.signal);
    const files: MediaFile[] = [];
    for (const address of linkers.keys()) {
      if (yielder.exhausted) await yielder.yieldToEventLoop();
      const file = await this.#fileAt(address);
      if (file) files.push(file);
    }
    this.#listed = { version, files };
    return files;
  }

  /** The objects whose texts show a file, by collection and id. */
  async linkersOf(place: FilePlace): Promise<MediaLinker[]> {
    const { linkers } = await this.#links.all();
    const found: MediaLinker[] = [];
    for (const one of linkers.get(addressOf(place)) ?? []) {
      found.push({ ...one, title: await this.#titleOf(one) });
    }
    return found;
  }

  async #titleOf({ collection, id }: Linker): Promise<string> {
    const shown = shownObject(await this.#base.store.catalogue.collectionIndex(collection), id);
    return shown ? titleOfObject(id, shown) : id;
  }

  async #fileAt(address: string): Promise<MediaFile | undefined> {
    const [collection = '', id = '', ...segments] = address.split('/');
    if (!isLegalId(collection) || !isLegalId(id) || !this.#base.collections.has(collection)) return undefined;
    const document = shownObject(await this.#base.store.catalogue.collectionIndex(collection), id);
    const { schema } = this.#base.collections.get(collection);
    const found = document && embedFolderIn(schema, document, segments);
    const path = segments.join('/');
    const stamp = found && found.rest.length > 0 ? this.#stampOf({ collection, id, path }) : undefined;
    if (!document || !found || !stamp) return undefined;
    const name = found.rest.at(-1) ?? '';
    const mime = typeOfName(name);
    return {
      collection,
      id,
      path,
      name,
      mime,
      title: titleOfObject(id, document),
      property: found.keys.join('/'),
      kind: found.kind,
      size: stamp.size,
      url: linkOfEmbedded([collection, id, ...found.keys], found.rest.join('/'), mime),
      uploadDate: new Date(stamp.mtimeMs).toISOString(),
      linked: true,
    };
  }

  /** Undefined for a path that names no file. */
  #stampOf({ collection, id, path }: FilePlace): Stamp | undefined {
    try {
      return this.#base.store.files.stamp(collection, id, path);
    } catch (error) {
      if (error instanceof PlinthError) return undefined;
      throw error;
    }
  }
}
