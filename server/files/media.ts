/** All files of the folder, whichever object they belong to: what the media page lists. */

import { Yielder } from '../async/yielder.js';
import type { Base } from '../content/core/base.js';
import type { Collection } from '../content/model/collection.js';
import { titleOfObject } from '../content/model/titles.js';
import {
  type FilePlace,
  type MediaDetails,
  type MediaFile,
  type MediaList,
  type MediaSort,
  type MediaType,
  mediaType,
} from '../contract/media.js';
import type { JsonValue } from '../contract/values.js';
import { missing } from '../errors.js';
import { type DocumentFile, filesOfDocument, holdsFiles } from '../schemas/file-values.js';
import { typeOfName } from './embedded-files.js';
import { FileConflicts } from './file-conflicts.js';
import { LinkedFiles } from './linked-files.js';
import { MeasuredImages } from './measured-images.js';
import { DetailsOfFiles } from './media-details.js';
import { shownObject } from './object-text.js';
import { addressOf, type SameFile, SameFiles } from './same-files.js';
import { Unused } from './unused.js';
import { type Linker, UploadLinks } from './upload-links.js';

export interface MediaQuery {
  type?: MediaType | undefined;
  collection?: string | undefined;
  /** Words of names, titles and alternative texts; all must be found. */
  search?: string | undefined;
  /** Only images without alternative text. */
  withoutAlt: boolean;
  /** Only files whose bytes another one has, too; those with the same bytes follow each other. */
  duplicates: boolean;
  /** Min bytes of a file. */
  minSize: number;
  sort: MediaSort;
  limit: number;
  offset: number;
}

interface Listed {
  version: number;
  files: readonly MediaFile[];
}

const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
const number = (value: JsonValue | undefined): number => (typeof value === 'number' ? value : 0);

function asMedia(collection: string, id: string, title: string, file: DocumentFile): MediaFile {
  const { item, property, keys, path } = file;
  const mime = text(item.mime) || typeOfName(item.name);
  const image = property.kind.files?.images === true;
  const tags = Array.isArray(item.tags) ? item.tags.map(text).filter((tag) => tag !== '') : [];
  // Images among other files have metadata, too.
  const pictured = image || mime.startsWith('image/');
  return {
    collection,
    id,
    title,
    property: keys.join('/'),
    kind: property.kindName,
    name: item.name,
    path,
    mime,
    size: number(item.size),
    ...(pictured && { alt: text(item.alt) }),
    ...(image && { width: number(item.width), height: number(item.height), hash: text(item.hash) }),
    url: text(item.url),
    uploadDate: text(item.uploadDate),
    ...(tags.length > 0 && { tags }),
  };
}

const words = (search: string | undefined) =>
  (search ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

function matches(file: MediaFile, query: MediaQuery, searched: readonly string[]): boolean {
  if (query.collection !== undefined && file.collection !== query.collection) return false;
  if (query.type !== undefined && mediaType(file.mime) !== query.type) return false;
  if (query.withoutAlt && file.alt !== '') return false;
  if (file.size < query.minSize) return false;
  if (searched.length === 0) return true;
  const all =
    `${file.name} ${file.title} ${file.alt ?? ''} ${file.property} ${file.tags?.join(' ') ?? ''}`.toLowerCase();
  return searched.every((word) => all.includes(word));
}

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);

/** One for all comparisons: making one for each takes most of the time of a list. */
const NAMES = new Intl.Collator('en', { numeric: true });

const ORDERS: Readonly<Record<MediaQuery['sort'], (a: MediaFile, b: MediaFile) => number>> = {
  newest: (a, b) => compare(b.uploadDate ?? '', a.uploadDate ?? ''),
  largest: (a, b) => b.size - a.size,
  name: (a, b) => NAMES.compare(a.name, b.name),
};

/** Ties by place, so that pages do not overlap. */
const byPlace = (a: MediaFile, b: MediaFile) =>
  `${a.collection}/${a.id}/${a.path}` < `${b.collection}/${b.id}/${b.path}` ? -1 : 1;

function pageOf(files: readonly MediaFile[], query: MediaQuery): MediaList {
  const searched = words(query.search);
  const found = files.filter((file) => matches(file, query, searched));
  if (!query.duplicates) found.sort((a, b) => ORDERS[query.sort](a, b) || byPlace(a, b));
  const page = found.slice(query.offset, query.offset + query.limit);
  const { limit, offset } = query;
  const size = found.reduce((sum, file) => sum + file.size, 0);
  return { total: found.length, count: page.length, limit, offset, size, files: page };
}

/** Caches each collection's file metadata until one of its objects changes. */
export class Media {
  readonly unused: Unused;
  readonly conflicts: FileConflicts;
  readonly #base: Base;
  readonly #same: SameFiles;
  readonly #details: DetailsOfFiles;
  readonly #measured: MeasuredImages;
  readonly #linked: LinkedFiles;
  readonly #listed = new Map<string, Listed>();
  readonly #ahead: boolean;
  /** The versions of the collections whose files were compared ahead. */
  #prepared = '';

  /** `ahead`: files are compared in the pauses once they have been listed, for those who ask for duplicates next. */
  constructor(base: Base, { ahead = false } = {}) {
    this.#base = base;
    this.#ahead = ahead;
    this.#same = new SameFiles(base);
    this.#details = new DetailsOfFiles(base);
    const links = new UploadLinks(base);
    this.#measured = new MeasuredImages(base);
    this.#linked = new LinkedFiles(base, links);
    this.unused = new Unused(base, links);
    this.conflicts = new FileConflicts(base);
  }

  /** Files that objects name, in values and in texts. */
  async list(query: MediaQuery): Promise<MediaList> {
    const files = await this.#all();
    if (!query.duplicates) this.#prepare(files);
    const page = pageOf(query.duplicates ? (await this.#same.groups(files)).flat() : files, query);
    return { ...page, files: await this.#measured.of(page.files) };
  }

  /** Ends what is done in the pauses. */
  close(): Promise<void> {
    return this.#same.close();
  }

  #prepare(files: readonly MediaFile[]): void {
    if (!this.#ahead) return;
    const versions = [...this.#listed].map(([id, { version }]) => `${id} ${version}`).join();
    if (versions === this.#prepared) return;
    this.#prepared = versions;
    this.#same.prepare(files);
  }

  /** A file, with all that have the same bytes. Throws `missing`. */
  async details(place: FilePlace): Promise<MediaDetails> {
    const files = await this.#all();
    const file = files.find((one) => addressOf(one) === addressOf(place));
    if (!file) throw missing(`There is no file "${place.path}" of "${place.id}" in "${place.collection}"`);
    const same = await this.#same.of(files, place);
    const links: MediaDetails['links'] = [];
    for (const one of same.length > 0 ? same.map((each) => each.file) : [file]) {
      if (!one.linked) continue;
      const { collection, id, path } = one;
      links.push({ collection, id, path, from: await this.#linked.linkersOf(one) });
    }
    return { ...(await this.#details.of(file, same)), links };
  }

  /** The files with the bytes of one, itself among them. */
  async sameAs(place: FilePlace): Promise<SameFile[]> {
    return this.#same.of(await this.#all(), place);
  }

  async #all(): Promise<MediaFile[]> {
    return [...(await this.named()), ...(await this.#linked.list())];
  }

  /** The objects whose texts link to files of rich texts, by the address of the file. */
  async linkersOf(same: readonly SameFile[]): Promise<Map<string, Linker[]>> {
    const linked = same.filter(({ file }) => file.linked);
    const found = await Promise.all(
      linked.map(async ({ file }) => [addressOf(file), await this.#linked.linkersOf(file)] as const),
    );
    return new Map(found);
  }

  /** All files that values of objects name, by collection and id. */
  async named(): Promise<MediaFile[]> {
    const files: MediaFile[][] = [];
    for (const collection of this.#collections()) files.push([...(await this.#filesOf(collection))]);
    return files.flat();
  }

  /** Files that nothing names. */
  async unnamed(query: MediaQuery): Promise<MediaList> {
    return pageOf(await this.unused.list(), { ...query, withoutAlt: false, duplicates: false });
  }

  #collections(): Collection[] {
    const all = this.#base.collections.all();
    const present = new Set(all.map(({ settings }) => settings.id));
    for (const id of this.#listed.keys()) if (!present.has(id)) this.#listed.delete(id);
    return all.filter(({ schema }) => holdsFiles(schema));
  }

  async #filesOf({ settings, schema }: Collection): Promise<readonly MediaFile[]> {
    const { id: collection } = settings;
    const collectionIndex = await this.#base.store.catalogue.collectionIndex(collection);
    const { version } = collectionIndex;
    const listed = this.#listed.get(collection);
    if (listed?.version === version) return listed.files;
    const yielder = new Yielder();
    const files: MediaFile[] = [];
    for (const { id } of [...collectionIndex.rowsById()]) {
      if (yielder.exhausted) await yielder.yieldToEventLoop();
      const shown = shownObject(collectionIndex, id);
      if (!shown) continue;
      const title = titleOfObject(id, shown);
      for (const file of filesOfDocument(schema, shown)) files.push(asMedia(collection, id, title, file));
    }
    this.#listed.set(collection, { version, files });
    return files;
  }
}
