/** All files of the folder, whichever object they belong to: what the media page lists. */

import type { Base } from '../content/core/base.js';
import { RecentSearch } from '../content/core/recent-search.js';
import { type Looking, walkThrough } from '../content/core/walk.js';
import type { Collection } from '../content/model/collection.js';
import { titleOfObject } from '../content/model/titles.js';
import type { FilePlace, MediaDetails, MediaFile, MediaList } from '../contract/media.js';
import { message } from '../contract/messages/message.js';
import type { ObjectDocument } from '../contract/objects.js';
import type { JsonValue } from '../contract/values.js';
import { missing } from '../errors.js';
import { type DocumentFile, filesOfDocument, holdsFiles } from '../schemas/file-values.js';
import type { CollectionIndex } from '../store/types/catalogue.js';
import { typeOfName } from './embedded-files.js';
import { FileConflicts } from './file-conflicts.js';
import { LinkedFiles } from './linked-files.js';
import { MeasuredImages } from './measured-images.js';
import { DetailsOfFiles } from './media-details.js';
import { type MediaQuery, pageInOrder, SortedFiles } from './media-page.js';
import { PartsOfObjects } from './parts-of-objects.js';
import { addressOf, type SameFile, SameFiles } from './same-files.js';
import { Unused } from './unused.js';
import { type Linker, UploadLinks } from './upload-links.js';

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

/** Keeps the list of a collection's files until one of its objects changes. */
export class Media {
  readonly unused: Unused;
  readonly conflicts: FileConflicts;
  readonly #base: Base;
  readonly #same: SameFiles;
  readonly #details: DetailsOfFiles;
  readonly #measured: MeasuredImages;
  readonly #linked: LinkedFiles;
  readonly #listed = new Map<string, Listed>();
  readonly #ofObjects = new PartsOfObjects<MediaFile>('files');
  #sorted: { of: readonly (readonly MediaFile[])[]; files: SortedFiles } | undefined;
  /** Files with the same bytes as others, and those that nothing names. */
  readonly #groups: RecentSearch<readonly MediaFile[]>;
  readonly #unused: RecentSearch<SortedFiles>;
  readonly #unheard: () => void;
  #events = 0;
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
    this.#unheard = base.events.on(() => {
      this.#events += 1;
    });
    const events = () => this.#events;
    this.#groups = new RecentSearch(events, async (looking) =>
      (await this.#same.groups((await this.#all(looking)).files, looking)).flat(),
    );
    this.#unused = new RecentSearch(
      events,
      async (looking) => new SortedFiles(await this.unused.list(await this.named(looking), looking)),
    );
  }

  /** Files that objects name, in values and in texts. */
  async list(query: MediaQuery, looking: Looking = {}): Promise<MediaList> {
    const page = query.duplicates ? await this.#duplicates(query, looking) : await this.#page(query, looking);
    return { ...page, files: await this.#measured.of(page.files) };
  }

  async #page(query: MediaQuery, looking: Looking): Promise<MediaList> {
    const all = await this.#all(looking);
    this.#prepare(all.files);
    return all.page(query, this.#labelOf);
  }

  async #duplicates(query: MediaQuery, looking: Looking): Promise<MediaList> {
    // The pages that follow are those of the same list.
    const files = query.offset === 0 ? await this.#groups.again(looking) : await this.#groups.found(looking);
    return pageInOrder(files, query, this.#labelOf);
  }

  /** Ends what is done in the pauses, and no longer hears of changes. */
  close(): Promise<void> {
    this.#unheard();
    this.conflicts.close();
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
  async details(place: FilePlace, looking: Looking = {}): Promise<MediaDetails> {
    const { files } = await this.#all(looking);
    const file = files.find((one) => addressOf(one) === addressOf(place));
    if (!file)
      throw missing(
        message('fileMissingOf', { path: place.path, id: place.id, collection: place.collection }),
      );
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
    return this.#same.of((await this.#all()).files, place);
  }

  /** All files; the same list until one of them changes. */
  async #all(looking: Looking = {}): Promise<SortedFiles> {
    const lists = [...(await this.#lists(looking)), await this.#linked.list(looking)];
    const known = this.#sorted;
    const isKnown = known?.of.length === lists.length && known.of.every((list, at) => list === lists[at]);
    if (known && isKnown) return known.files;
    const files = new SortedFiles(lists.flat());
    this.#sorted = { of: lists, files };
    return files;
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
  async named(looking: Looking = {}): Promise<readonly MediaFile[]> {
    return (await this.#lists(looking)).flat();
  }

  /** Those of each collection. */
  async #lists(looking: Looking): Promise<(readonly MediaFile[])[]> {
    const lists: (readonly MediaFile[])[] = [];
    const collections = this.#collections();
    const ids = collections.map(({ settings }) => settings.id);
    const walk = await walkThrough(this.#base, ids, 'files', looking);
    for (const collection of collections) {
      const index = await this.#base.store.catalogue.collectionIndex(collection.settings.id);
      lists.push(await this.#filesOf(collection, index, walk.part()));
      walk.passed(index.size);
    }
    return lists;
  }

  /** Files that nothing names, by collection and id. */
  async unusedFiles(looking: Looking = {}): Promise<readonly MediaFile[]> {
    return (await this.#unused.found(looking)).files;
  }

  /** A page of these. */
  async unnamed(query: MediaQuery, looking: Looking = {}): Promise<MediaList> {
    const files = await this.#unused.found(looking);
    return files.page({ ...query, withoutAlt: false, duplicates: false }, this.#labelOf);
  }

  /** What the schema calls a property; undefined where it says nothing. */
  readonly #labelOf = (collection: string, property: string): string | undefined => {
    if (!this.#base.collections.has(collection)) return undefined;
    const { schema } = this.#base.collections.get(collection);
    return text(schema.properties.get(property)?.definition.label) || undefined;
  };

  #collections(): Collection[] {
    const all = this.#base.collections.all();
    const present = new Set(all.map(({ settings }) => settings.id));
    for (const id of this.#listed.keys()) if (!present.has(id)) this.#listed.delete(id);
    return all.filter(({ schema }) => holdsFiles(schema));
  }

  async #filesOf(
    { settings, schema }: Collection,
    index: CollectionIndex,
    looking: Looking,
  ): Promise<readonly MediaFile[]> {
    const { id } = settings;
    const { version } = index;
    const listed = this.#listed.get(id);
    if (listed?.version === version) return listed.files;
    const find = (object: string, json: string) => {
      const shown: ObjectDocument = JSON.parse(json);
      const title = titleOfObject(object, shown);
      return filesOfDocument(schema, shown).map((file) => asMedia(id, object, title, file));
    };
    const files = await this.#ofObjects.all(index, find, looking);
    this.#listed.set(id, { version, files });
    return files;
  }
}
