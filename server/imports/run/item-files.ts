/** Files of an item on their way from the source into its object. */
import type { Collection } from '../../content/model/collection.js';
import { saveEmbedded } from '../../files/embedded-files.js';
import { linkOfEmbedded } from '../../files/links.js';
import { saveFile } from '../../files/save-file.js';
import type { Property } from '../../schemas/schema.js';
import type { Incoming } from '../../store/types/files.js';
import type { ReferredFile, Source, SourceItem } from '../source.js';
import type { ImportTexts } from '../texts/import-texts.js';
import {
  type FilesBase,
  type FileTaker,
  hashOfStream,
  NotTaken,
  type TakenFile,
  takenFacts,
} from './files.js';
import type { TakenFacts } from './record.js';
import { isOfItem, sentenceOf } from './report.js';

export interface Target {
  collection: Collection;
  id: string;
}

export interface WriterParts {
  /** The base of the import's transaction. */
  base: FilesBase;
  source: Source;
  taker: FileTaker;
  reader: ImportTexts;
  warn(place: string, sentence: string): void;
}

/** A file that was saved in an object; without facts for one that was fetched. */
export interface SavedFile {
  facts: TakenFacts | undefined;
  /** Of a file in a rich text. */
  link?: string;
}

/** A reference in a value of an item. */
export interface Place {
  item: SourceItem;
  property: Property;
  reference: string;
  target: Target;
}

export class ItemFiles {
  readonly #parts: WriterParts;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  /** The file a reference means; undefined with a warning where it cannot be taken. */
  async find(reference: string, item: SourceItem, use: 'value' | 'text'): Promise<ReferredFile | undefined> {
    const found = await this.#parts.source.file(reference, item, use);
    if (typeof found !== 'string') {
      if (!found && use === 'value') this.warn(item, reference, 'it names no file');
      return found;
    }
    this.warn(item, reference, found);
    return undefined;
  }

  warn({ place }: SourceItem, reference: string, reason: string): undefined {
    this.#parts.warn(place, `"${reference.slice(0, 200)}": ${reason}`);
  }

  /** Does the work of one file; the import goes on where the file cannot be taken. */
  async attempt<T>(item: SourceItem, reference: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof NotTaken) this.warn(item, reference, error.message);
      else if (isOfItem(error)) this.warn(item, reference, sentenceOf(error));
      else throw error;
      return undefined;
    }
  }

  /** Takes a file for some work; undefined with a warning where it cannot be taken. */
  async taken<T>(
    { item, property, reference }: Place,
    file: ReferredFile,
    work: (taken: TakenFile) => Promise<T>,
  ): Promise<T | undefined> {
    const scratch: Incoming = await this.#parts.base.store.files.incoming();
    try {
      return await this.attempt(item, reference, async () =>
        work(await this.#parts.taker.take(scratch, 'file', file, property)),
      );
    } finally {
      await scratch.discard();
    }
  }

  /** Saves a file in the folder of a rich text, under a name that is free. */
  async embed({ property, target }: Place, taken: TakenFile): Promise<SavedFile> {
    const segments = [property.name];
    const [collection, id] = [target.collection.settings.id, target.id];
    const place = { collection, id, segments };
    const { path, mime } = await saveEmbedded(this.#parts.base, place, taken.staged);
    const link = linkOfEmbedded([collection, id, property.name], path, mime);
    return { facts: await this.#facts(target, property, taken, path), link };
  }

  /** Saves a file in its property; `instead` names the file it replaces, at a version of the object. */
  async save(
    { property, target }: Place,
    taken: TakenFile,
    instead?: { path: string; ifMatch: string },
  ): Promise<SavedFile> {
    const { name, kind } = property;
    const isInPath = instead !== undefined && kind.files?.many === true && !kind.files.folders;
    const place = {
      collection: target.collection.settings.id,
      id: target.id,
      segments: isInPath ? [name, instead.path] : [name],
      ...(instead && kind.files?.folders && { instead: instead.path }),
    };
    const options = instead ? { ifMatch: instead.ifMatch } : {};
    const { item, folders } = await saveFile(this.#parts.base, place, taken.staged, options);
    return { facts: await this.#facts(target, property, taken, [...folders, item.name].join('/')) };
  }

  async #facts(
    target: Target,
    { name }: Property,
    taken: TakenFile,
    path: string,
  ): Promise<TakenFacts | undefined> {
    const stored = await this.storedHash(target, `${name}/${path}`);
    return takenFacts(taken, path, stored ?? '');
  }

  /** The SHA-256 of a file of an object; undefined where it is not there. */
  async storedHash({ collection, id }: Target, path: string): Promise<string | undefined> {
    const { files } = this.#parts.base.store;
    const { id: name } = collection.settings;
    return files.stamp(name, id, path) && hashOfStream(files.read(name, id, path));
  }
}
