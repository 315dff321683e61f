/** A folder as files in one of several formats, one way (spec/mirror.md). */

import { type Details, message } from '../contract/messages/message.js';
import type { JsonObject } from '../contract/values.js';
import { conflict, PlinthError } from '../errors.js';
import type { OutputFolder } from '../store/host/output-folder.js';
import {
  type CollectionEntry,
  type CollectionFiles,
  collectionFiles,
  MANIFEST,
  manifestText,
} from './api-copy.js';
import type { AssetUrl } from './asset-url.js';
import { type Chosen, chooseCollections } from './choose-collections.js';
import { CopiedObject, objectsIn, parsed, readable } from './copied-objects.js';
import {
  fieldsOf,
  fileText,
  type MirrorFields,
  type MirrorFormat,
  NO_FIELDS,
  pathOf,
  type ToMarkdown,
} from './mirror-file.js';
import { type MirroredEntry, type MirroredObject, MirrorMemory, type MirrorRun } from './mirror-memory.js';
import { digestOf, OwnedFiles, type WrittenCounts } from './owned-files.js';
import { readCollection } from './read-collection.js';
import type { Source } from './source.js';
import { fetchFiles, objectOf } from './static-files.js';

/** The list of what was written, and its format. */
const LIST = '.plinth-mirror.json';
const FORMAT = 1;

/** Where files are if answers keep the addresses of Plinth. */
const FILES = 'files';

export interface MirrorOptions {
  source: Source;
  folder: OutputFolder;
  as: MirrorFormat;
  /** Where the files are for readers; undefined: answers keep the addresses of Plinth. */
  url: AssetUrl | undefined;
  /** Queries of further sizes of every image value. */
  recipes: readonly string[];
  collections?: readonly string[] | undefined;
  /** Write files again that were changed since Plinth wrote them. */
  force: boolean;
  toMarkdown: ToMarkdown;
  /** Of the runs before: only what has changed since is read. */
  memory?: MirrorMemory | undefined;
  generator: string;
  /** Of a state that is not later than what is read; undefined: of the first collection. */
  cursor?: string | undefined;
  /** Called as the work goes on. */
  progress?: (collection: string, done: number, total: number) => void;
}

export interface MirrorReport extends WrittenCounts {
  collections: number;
  objects: number;
  /** How many of them were read. */
  read: number;
  problems: Record<string, string[]>;
}

/**
 * Writes or updates the copy. Throws `conflict` naming files that others have changed or written, after all other
 * files are up to date.
 */
export async function mirror(options: MirrorOptions): Promise<MirrorReport> {
  const { folder, force } = options;
  await checkFormat(folder);
  const run = (options.memory ?? new MirrorMemory()).begin();
  const list = { list: LIST, pending: '.plinth-pending', keepsEdits: !force };
  const writer = new MirrorWriter(options, run, await OwnedFiles.open(folder, list));
  const report = await writer.write().catch((error: unknown) => {
    run.forget();
    throw error;
  });
  if (Object.keys(writer.refused).length === 0) return report;
  throw conflict(message('copyChanged'), writer.refused);
}

/** Throws `conflict` for a copy of a newer version. */
async function checkFormat(folder: OutputFolder): Promise<void> {
  const format = Number(readable(await folder.read(LIST)).format ?? FORMAT);
  if (format > FORMAT) throw conflict(message('copyNewer', { path: folder.root }));
}

/** One run. */
class MirrorWriter {
  /** Files that must not be replaced, with the reasons. */
  readonly refused: Details = {};
  readonly #options: MirrorOptions;
  readonly #run: MirrorRun;
  readonly #owned: OwnedFiles;
  #cursor: string | undefined;

  constructor(options: MirrorOptions, run: MirrorRun, owned: OwnedFiles) {
    this.#options = options;
    this.#run = run;
    this.#owned = owned;
    this.#cursor = options.cursor;
  }

  async write(): Promise<MirrorReport> {
    const { source, as } = this.#options;
    const { chosen, answer } = await chooseCollections(source, this.#options.collections);
    await this.#keepFolders(chosen);
    const problems: Record<string, string[]> = {};
    const entries: CollectionEntry[] = [];
    let objects = 0;
    for (const one of chosen) {
      const { all, entry } = await this.#collection(one);
      objects += all.size;
      if (entry) entries.push(entry);
      const left = [...new Set([...all.values()].flatMap((object) => object.problems))];
      if (left.length > 0) problems[one.id] = left.sort();
    }
    if (as === 'api') {
      const collections = chosen.map(({ summary }) => summary);
      await this.#put('collections.json', JSON.stringify({ ...answer, collections }));
      await this.#manifest(entries);
    }
    const files = Object.fromEntries(this.#owned.current());
    const list = `${JSON.stringify({ format: FORMAT, as, files }, undefined, 2)}\n`;
    for (const path of await this.#owned.finish([[LIST, list]])) this.refused[path] = [message('copyOfGone')];
    return { ...this.#owned.counts, collections: chosen.length, objects, read: this.#run.read, problems };
  }

  /** Programs that watch a copy, such as Hugo, may not see folders that are made later: all are there from the first run. */
  async #keepFolders(chosen: readonly Chosen[]): Promise<void> {
    const { as, folder, memory, url } = this.#options;
    if (!memory || as === 'api') return;
    for (const name of [...chosen.map(({ id }) => id), url?.folder ?? FILES]) await folder.keepFolder(name);
  }

  /** Writes what has changed of a collection. */
  async #collection({ id, schema }: Chosen) {
    const { source, as, url, progress } = this.#options;
    const run = this.#run;
    const ids = run.idsOf(id);
    const written = new Map<string, MirroredObject>();
    // Lists and indexes name all objects.
    let entry = run.entryOf(id);
    const isWhole = ids === undefined || (as === 'api' && (ids.length > 0 || entry?.isRefused === true));
    if (isWhole) {
      const copy = await readCollection(source, id);
      // Cursors of change sets end with the connection.
      if (!source.throughSets) this.#cursor ??= copy.cursor;
      const fields = fieldsOf(parsed(copy.schema));
      const copied = new Map<string, JsonObject>();
      let done = 0;
      for (const page of copy.pages) {
        const objects = objectsIn(page);
        for (const one of await this.#objects(id, objects, { fields, changed: ids })) {
          written.set(one.id, one.mirrored);
          copied.set(one.id, one.object);
        }
        done += objects.length;
        progress?.(id, done, copy.total);
      }
      if (as === 'api') {
        const paths = new Map([...written.values()].flatMap(({ files }) => [...files]));
        entry = await this.#besideObjects(collectionFiles(copy, copied, { schema, url, paths }));
      }
    } else {
      const found = await Promise.all(ids.map((one) => source.object(id, one)));
      const there = found.filter((object) => object !== undefined);
      const fields = ids.length > 0 ? fieldsOf(await source.json(`/collections/${id}/schema`)) : NO_FIELDS;
      for (const one of await this.#objects(id, there, { fields, changed: ids }))
        written.set(one.id, one.mirrored);
      for (const path of entry?.paths ?? []) this.#owned.keep(path);
    }
    const all = run.objectsOf(id, { gone: isWhole ? undefined : ids, written, entry });
    run.keep(this.#owned, all);
    return { all, entry: entry?.entry };
  }

  /** Writes objects and the files they show; of those that have not `changed` only says what they are. */
  async #objects(
    collection: string,
    objects: readonly JsonObject[],
    { fields, changed }: { fields: MirrorFields; changed: readonly string[] | undefined },
  ) {
    const { source, url, as, recipes } = this.#options;
    const known = (id: string) =>
      !changed || changed.includes(id) ? undefined : this.#run.objectOf(collection, id);
    const copies = objects.map((object) => new CopiedObject(object, recipes));
    const wanted = copies.filter(({ id }) => !known(id)).flatMap(({ addresses }) => addresses);
    const fetched = await fetchFiles(wanted, { source, owned: this.#owned, folder: url?.folder ?? FILES });
    const results: { id: string; object: JsonObject; mirrored: MirroredObject }[] = [];
    for (const copy of copies) {
      const { id } = copy;
      const path = pathOf(as, collection, id);
      const before = known(id);
      const object = copy.at(path, url, before?.files ?? fetched.paths);
      if (before) {
        results.push({ id, object, mirrored: before });
        continue;
      }
      const { addresses } = copy;
      const isRefused = !(await this.#put(path, await fileText(object, fields, this.#options)));
      const mirrored: MirroredObject = {
        path,
        isRefused,
        files: new Map(addresses.flatMap((address) => entryOf(fetched.paths, address))),
        owners: addresses.flatMap((address) => objectOf(address)?.join('/') ?? []),
        problems: addresses
          .flatMap((address) => entryOf(fetched.problems, address))
          .map(([address, reason]) => `${address}: ${reason}`),
      };
      this.#run.read += 1;
      results.push({ id, object, mirrored });
    }
    return results;
  }

  /** Writes what there is of a collection beside its objects. */
  async #besideObjects({ files, entry }: CollectionFiles): Promise<MirroredEntry> {
    let isRefused = false;
    for (const [path, text] of files) isRefused = !(await this.#put(path, text)) || isRefused;
    return { entry, paths: [...files.keys()], isRefused };
  }

  /** Writes the manifest after all other files. */
  async #manifest(collections: readonly CollectionEntry[]): Promise<void> {
    const { source, folder, url, recipes, generator } = this.#options;
    const facts = {
      generator,
      published: !source.drafts && !source.throughSets,
      recipes,
      collections,
      cursor: this.#cursor,
    };
    const files = digestOf(JSON.stringify(this.#owned.current()));
    const filesUrl = url?.of('', '').replace(/\/$/, '');
    const former = await folder.read(MANIFEST);
    await this.#put(MANIFEST, manifestText(former, { ...facts, filesUrl, files }));
  }

  /** Writes a file; false, and it is added to `refused`, where it must not be replaced. */
  async #put(path: string, content: string | Buffer): Promise<boolean> {
    try {
      await this.#owned.put(path, content);
      return true;
    } catch (error) {
      if (!(error instanceof PlinthError) || error.kind !== 'conflict') throw error;
      const problems = Object.values(error.details ?? {}).flat();
      this.refused[path] = problems.length > 0 ? problems : [error.reason];
      this.#owned.keep(path);
      return false;
    }
  }
}

function entryOf(map: ReadonlyMap<string, string>, key: string): [string, string][] {
  const value = map.get(key);
  return value === undefined ? [] : [[key, value]];
}
