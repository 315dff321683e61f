/** Makes the object of an item with its files at once, or merges what has changed in the source into it. */
import type { Collection } from '../../content/model/collection.js';
import { changeObject } from '../../content/objects/change.js';
import { isInUse, planCreate } from '../../content/objects/plan.js';
import { restoreObject } from '../../content/objects/restore.js';
import { isTaken } from '../../content/objects/unique-values.js';
import type { FileItem } from '../../contract/files.js';
import type { ObjectDocument, SentProperties } from '../../contract/objects.js';
import type { JsonValue } from '../../contract/values.js';
import { saveEmbedded } from '../../files/embedded-files.js';
import { linkOfEmbedded } from '../../files/links.js';
import { saveFile } from '../../files/save-file.js';
import type { Property } from '../../schemas/schema.js';
import type { Incoming } from '../../store/types/files.js';
import type { ReferredFile, Source, SourceItem } from '../source.js';
import type { FileReference } from './convert.js';
import { copyStaged, type FilesBase, type FileTaker, NotTaken } from './files.js';
import type { KnownObject } from './record.js';
import { isOfItem, sentenceOf } from './report.js';
import { referencesIn, withReferences } from './rich-text.js';
import { Stage } from './stage.js';
import { hashOf, type ItemValues } from './values.js';

export interface Target {
  collection: Collection;
  id: string;
}

/** What is noted of an object that is complete. */
export type Written = Required<Pick<KnownObject, 'etag' | 'links' | 'files'>>;

export interface WriterParts {
  base: FilesBase;
  source: Source;
  taker: FileTaker;
  warn(place: string, sentence: string): void;
}

const textsOf = ({ alt = '', caption = '' }: FileReference, file: ReferredFile) => ({
  ...((alt || file.alt) && { alt: alt || file.alt || '' }),
  ...(caption && { caption }),
});

const hashesOf = ({ files }: ItemValues): Record<string, string> =>
  Object.fromEntries([...files].map(([{ name }, list]) => [name, hashOf(list)]));

export class ItemWriter {
  readonly #parts: WriterParts;
  /** The base of the import's transaction. */
  readonly #base: FilesBase;

  constructor(parts: WriterParts) {
    this.#parts = parts;
    this.#base = parts.base;
  }

  /** The file a reference means; undefined with a warning where it cannot be taken. */
  async #file(reference: string, item: SourceItem, use: 'value' | 'text'): Promise<ReferredFile | undefined> {
    const found = await this.#parts.source.file(reference, item, use);
    if (typeof found !== 'string') {
      if (!found && use === 'value') this.#warn(item, reference, 'it names no file');
      return found;
    }
    this.#warn(item, reference, found);
    return undefined;
  }

  #warn({ place }: SourceItem, reference: string, reason: string): void {
    this.#parts.warn(place, `"${reference.slice(0, 200)}": ${reason}`);
  }

  /** Does the work of one file; the import goes on where the file cannot be taken. */
  async #attempt<T>(item: SourceItem, reference: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof NotTaken) this.#warn(item, reference, error.message);
      else if (isOfItem(error)) this.#warn(item, reference, sentenceOf(error));
      else throw error;
      return undefined;
    }
  }

  /** Creates the object. Throws the problems of the item. */
  async create(item: SourceItem, values: ItemValues, { collection, id }: Target): Promise<Written> {
    const { settings } = collection;
    const { files: store } = this.#base.store;
    const [scratch, incoming] = await Promise.all([store.incoming(), store.incoming()]);
    try {
      const sent: SentProperties = { ...values.sent };
      const stage = new Stage(scratch, incoming);
      for (const [property, list] of values.files) {
        const value = await this.#fileValue(item, property, list, stage);
        if (value !== undefined) sent[property.name] = value;
      }
      const links: Record<string, string> = {};
      for (const [property, html] of values.texts) {
        sent[property.name] = await this.#textWithFiles(
          item,
          property,
          html,
          { collection, id },
          stage,
          links,
        );
      }
      const document = await this.#document(item, sent, { collection, id });
      const { etag } = await restoreObject(this.#base, settings.id, document, {
        replace: false,
        ...(stage.hasFiles && { files: incoming }),
      });
      return { etag, links, files: hashesOf(values) };
    } finally {
      await Promise.all([scratch.discard(), incoming.discard()]);
    }
  }

  /** The document of a new object, with the times of the source. */
  async #document(
    item: SourceItem,
    sent: SentProperties,
    { collection, id }: Target,
  ): Promise<ObjectDocument> {
    const index = await this.#base.store.catalogue.collectionIndex(collection.settings.id);
    const { document } = await planCreate(this.#base, collection, id, sent, isTaken(index, id));
    const created = item.created ?? document.created;
    const modified = item.modified ?? item.created ?? document.modified;
    return {
      ...document,
      ...(created !== undefined && { created }),
      ...(modified !== undefined && { modified }),
    };
  }

  async #fileValue(
    item: SourceItem,
    property: Property,
    list: readonly FileReference[],
    stage: Stage,
  ): Promise<JsonValue | undefined> {
    const { files } = property.kind;
    let value: JsonValue | undefined;
    for (const one of files?.many ? list : list.slice(0, 1)) {
      const file = await this.#file(one.reference, item, 'value');
      if (!files || !file) continue;
      const entry = await this.#attempt(item, one.reference, () => this.#staged(property, file, one, stage));
      if (entry) value = files.place(value, entry);
    }
    return value;
  }

  async #staged(
    property: Property,
    file: ReferredFile,
    reference: FileReference,
    stage: Stage,
  ): Promise<FileItem | undefined> {
    const taken = await this.#parts.taker.take(stage.scratch, stage.path(), file, property);
    const name = stage.name(property.name, taken.name);
    await copyStaged(taken.staged, stage.incoming, `${property.name}/${name}`);
    return this.#parts.taker.itemOf(property.kind, taken, name, textsOf(reference, file));
  }

  async #textWithFiles(
    item: SourceItem,
    property: Property,
    html: string,
    { collection, id }: Target,
    stage: Stage,
    links: Record<string, string>,
  ): Promise<string> {
    for (const reference of referencesIn(html)) {
      const file = await this.#file(reference, item, 'text');
      if (!file) continue;
      await this.#attempt(item, reference, async () => {
        const taken = await this.#parts.taker.take(stage.scratch, stage.path(), file, property);
        const name = stage.name(property.name, taken.name);
        await copyStaged(taken.staged, stage.incoming, `${property.name}/${name}`);
        links[reference] = linkOfEmbedded([collection.settings.id, id, property.name], name, taken.mime);
      });
    }
    return withReferences(html, new Map(Object.entries(links)));
  }

  /** Whether the object of an earlier import is still there. */
  async isThere({ collection, id }: Target): Promise<boolean> {
    return isInUse(await this.#base.store.catalogue.collectionIndex(collection.settings.id), id);
  }

  /** The ETag of an object; undefined for a damaged one. */
  async etagOf({ collection, id }: Target): Promise<string | undefined> {
    const index = await this.#base.store.catalogue.collectionIndex(collection.settings.id);
    const row = index.get(id);
    return row && index.etag(row);
  }

  /**
   * Merges the item into its object: what others have changed since the last import stays. Throws `clash` where both
   * changed the same value, and the problems of the item.
   */
  async update(item: SourceItem, values: ItemValues, target: Target, known: KnownObject): Promise<Written> {
    const { collection, id } = target;
    const name = collection.settings.id;
    const links = { ...known.links };
    const sent: SentProperties = { ...values.sent };
    for (const [property, html] of values.texts) {
      for (const reference of referencesIn(html)) {
        if (links[reference] === undefined) await this.#embed(item, property, reference, target, links);
      }
      sent[property.name] = withReferences(html, new Map(Object.entries(links)));
    }
    const ifMatch = known.etag;
    const options = {
      mode: 'merge',
      merge: true,
      writer: true,
      ...(ifMatch !== undefined && { ifMatch }),
    } as const;
    let { etag } = (await changeObject(this.#base, name, id, options, () => sent)).answer;
    const hashes = hashesOf(values);
    for (const [property, list] of values.files) {
      if (hashes[property.name] === known.files?.[property.name]) continue;
      etag = (await this.#replaceFiles(item, property, list, target)) ?? etag;
    }
    return { etag: (await this.etagOf(target)) ?? etag, links, files: hashes };
  }

  async #embed(
    item: SourceItem,
    property: Property,
    reference: string,
    { collection, id }: Target,
    links: Record<string, string>,
  ): Promise<void> {
    const file = await this.#file(reference, item, 'text');
    if (!file) return;
    await this.#withScratch(item, reference, async (scratch) => {
      const { staged } = await this.#parts.taker.take(scratch, 'file', file, property);
      const place = { collection: collection.settings.id, id, segments: [property.name] };
      const { path, mime } = await saveEmbedded(this.#base, place, staged);
      links[reference] = linkOfEmbedded([collection.settings.id, id, property.name], path, mime);
    });
  }

  /** Adds the files of a property whose references have changed; an only file is replaced. */
  async #replaceFiles(
    item: SourceItem,
    property: Property,
    list: readonly FileReference[],
    { collection, id }: Target,
  ): Promise<string | undefined> {
    let etag: string | undefined;
    for (const one of property.kind.files?.many ? list : list.slice(0, 1)) {
      const file = await this.#file(one.reference, item, 'value');
      if (!file) continue;
      await this.#withScratch(item, one.reference, async (scratch) => {
        const { staged } = await this.#parts.taker.take(scratch, 'file', file, property);
        const place = { collection: collection.settings.id, id, segments: [property.name] };
        etag = (await saveFile(this.#base, place, staged)).answer.etag;
      });
    }
    return etag;
  }

  async #withScratch(
    item: SourceItem,
    reference: string,
    work: (scratch: Incoming) => Promise<void>,
  ): Promise<void> {
    const scratch = await this.#base.store.files.incoming();
    try {
      await this.#attempt(item, reference, () => work(scratch));
    } finally {
      await scratch.discard();
    }
  }
}
