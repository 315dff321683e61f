/** Makes the object of an item with its files at once, or merges what has changed in the source into it. */
import { changeObject } from '../../content/objects/change.js';
import { isInUse, planCreate } from '../../content/objects/plan.js';
import { restoreObject } from '../../content/objects/restore.js';
import { isTaken } from '../../content/objects/unique-values.js';
import type { FileItem } from '../../contract/files.js';
import type { ObjectDocument, SentProperties } from '../../contract/objects.js';
import type { JsonValue } from '../../contract/values.js';
import { linkOfEmbedded } from '../../files/links.js';
import { removedFrom } from '../../properties/markup/clean.js';
import type { Property } from '../../schemas/schema.js';
import type { ReferredFile, SourceItem } from '../source.js';
import type { ItemText } from '../texts/jobs.js';
import type { FileReference } from './convert.js';
import type { FilesBase } from './files.js';
import { ItemFiles, type Place, type SavedFile, type Target, type WriterParts } from './item-files.js';
import { type KnownObject, type TakenFacts, takenKey } from './record.js';
import { ReplacedFiles } from './replaced-files.js';
import { Stage } from './stage.js';
import { hashOf, type ItemValues } from './values.js';

/** What is noted of an object that is complete. */
export type Written = Required<Pick<KnownObject, 'etag' | 'links' | 'files' | 'taken'>> &
  Pick<KnownObject, 'sent'>;

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
  readonly #files: ItemFiles;
  readonly #replaced: ReplacedFiles;

  constructor(parts: WriterParts) {
    this.#parts = parts;
    this.#base = parts.base;
    this.#files = new ItemFiles(parts);
    this.#replaced = new ReplacedFiles(parts, this.#files);
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
      for (const [property, text] of values.texts) {
        sent[property.name] = await this.#textWithFiles(
          item,
          property,
          text,
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
      return { etag, links, files: hashesOf(values), taken: stage.taken };
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
    const { document, warnings: lost } = await planCreate(
      this.#base,
      collection,
      id,
      { sent },
      isTaken(index, id),
    );
    await this.#warnOfLost(item, lost, sent, document);
    const created = item.created ?? document.created;
    const modified = item.modified ?? item.created ?? document.modified;
    return {
      ...document,
      ...(created !== undefined && { created }),
      ...(modified !== undefined && { modified }),
    };
  }

  /** Names what sanitizing has left out of texts. */
  async #warnOfLost(
    { place }: SourceItem,
    lost: readonly string[],
    sent: SentProperties,
    document: ObjectDocument,
  ): Promise<void> {
    for (const name of lost) {
      const [before, after] = [sent[name], document[name]];
      const parts =
        typeof before === 'string' && typeof after === 'string'
          ? await removedFrom(before, after, this.#base)
          : [];
      this.#parts.warn(place, `"${name}" without what rich text may not have: ${parts.join(', ')}`);
    }
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
      const file = await this.#files.find(one.reference, item, 'value');
      if (!files || !file) continue;
      const entry = await this.#files.attempt(item, one.reference, () =>
        this.#staged(property, file, one, stage),
      );
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
    const name = await stage.keep(taken, property.name, reference.reference);
    return this.#parts.taker.itemOf(property.kind, taken, name, textsOf(reference, file));
  }

  async #textWithFiles(
    item: SourceItem,
    property: Property,
    { html, references }: ItemText,
    { collection, id }: Target,
    stage: Stage,
    links: Record<string, string>,
  ): Promise<string> {
    /** The first reference to each file. */
    const first = new Map<string, string>();
    for (const reference of references) {
      const file = await this.#files.find(reference, item, 'text');
      if (!file) continue;
      const path = 'url' in file.from ? file.from.url : file.path;
      const same = path === undefined ? undefined : first.get(path);
      const link = same === undefined ? undefined : links[same];
      if (same !== undefined && link !== undefined) {
        links[reference] = link;
        stage.again(property.name, same, reference);
        continue;
      }
      if (path !== undefined) first.set(path, reference);
      await this.#files.attempt(item, reference, async () => {
        const taken = await this.#parts.taker.take(stage.scratch, stage.path(), file, property);
        const name = await stage.keep(taken, property.name, reference);
        links[reference] = linkOfEmbedded([collection.settings.id, id, property.name], name, taken.mime);
      });
    }
    return this.#parts.reader.withReferences(html, new Map(Object.entries(links)));
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
    const taken = { ...known.taken };
    const sent: SentProperties = { ...values.sent };
    for (const [property, { html, references }] of values.texts) {
      for (const reference of references) {
        if (links[reference] !== undefined) continue;
        const saved = await this.#embed({ item, property, reference, target });
        if (saved?.link !== undefined) links[reference] = saved.link;
        if (saved?.facts) taken[takenKey(property.name, reference)] = saved.facts;
      }
      sent[property.name] = await this.#parts.reader.withReferences(html, new Map(Object.entries(links)));
    }
    const ifMatch = known.etag;
    const options = {
      mode: 'merge',
      merge: true,
      writer: true,
      ...(ifMatch !== undefined && { ifMatch }),
      ...(known.sent && { basis: known.sent }),
    } as const;
    const { answer, document } = await changeObject(this.#base, name, id, options, () => sent);
    await this.#warnOfLost(item, answer.warnings ?? [], sent, document);
    const files = hashesOf(values);
    for (const [property, list] of values.files) {
      if (files[property.name] !== known.files?.[property.name])
        await this.#addFiles(item, property, list, target, taken);
    }
    const dryRun = false;
    const refreshed = await this.#replaced.refresh(item, values, target, { taken, links }, { dryRun });
    const etag = (await this.etagOf(target)) ?? answer.etag;
    // The next import must not take edits that were kept for values of this one.
    const isEdited = (answer.merged?.length ?? 0) > 0;
    return { etag, links: refreshed.links, files, taken: refreshed.taken, ...(isEdited && { sent }) };
  }

  /**
   * Replaces the files of an item that is otherwise unchanged, and how many; `written` where there is something to
   * note.
   */
  async refresh(
    item: SourceItem,
    values: ItemValues,
    target: Target,
    known: KnownObject,
    { dryRun }: { dryRun: boolean },
  ): Promise<{ replaced: number; written?: KnownObject }> {
    const before = await this.etagOf(target);
    const { replaced, isNew, taken, links } = await this.#replaced.refresh(item, values, target, known, {
      dryRun,
    });
    if (!isNew) return { replaced };
    // What others have changed since the last import is still to be merged by the next one.
    const etag = before === known.etag ? await this.etagOf(target) : known.etag;
    return { replaced, written: { ...known, ...(etag !== undefined && { etag }), taken, links } };
  }

  async #embed(place: Place): Promise<SavedFile | undefined> {
    const file = await this.#files.find(place.reference, place.item, 'text');
    return file && this.#files.taken(place, file, (taken) => this.#files.embed(place, taken));
  }

  /** Adds the files of a property that earlier imports have not taken; an only file is replaced. */
  async #addFiles(
    item: SourceItem,
    property: Property,
    list: readonly FileReference[],
    target: Target,
    facts: Record<string, TakenFacts>,
  ): Promise<void> {
    const isMany = property.kind.files?.many === true;
    for (const { reference } of isMany ? list : list.slice(0, 1)) {
      const key = takenKey(property.name, reference);
      if (facts[key]) continue;
      const place = { item, property, reference, target };
      const file = await this.#files.find(reference, item, 'value');
      const saved = file && (await this.#files.taken(place, file, (taken) => this.#files.save(place, taken)));
      if (!saved) continue;
      // The file that was there before is gone.
      for (const other of isMany ? [] : Object.keys(facts))
        if (other.startsWith(takenKey(property.name, ''))) delete facts[other];
      if (saved.facts) facts[key] = saved.facts;
    }
  }
}
