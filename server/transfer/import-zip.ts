/** Imports objects with their files from a zip archive, as created by the export (spec/import-export.md#import). */

import type { ZipFile } from 'yauzl';
import type { WriteBase } from '../content/core/base.js';
import { inFlight } from '../content/core/in-flight.js';
import { checkCount, checkNumbers } from '../content/core/json-shape.js';
import type { Undo } from '../content/imports/undo.js';
import type { Collection } from '../content/model/collection.js';
import { isInUse } from '../content/objects/plan.js';
import { planRestore, restoreObject } from '../content/objects/restore.js';
import { message } from '../contract/messages/message.js';
import type { ObjectDocument } from '../contract/objects.js';
import type { ImportAnswer } from '../contract/transfer.js';
import { isJsonObject } from '../contract/values.js';
import { failed, invalid } from '../errors.js';
import type { Schema } from '../schemas/schema.js';
import type { Incoming } from '../store/types/files.js';
import {
  type Archive,
  type ArchivedFile,
  type ArchivedObject,
  asRefusal,
  bytesOf,
  MAX_FILE_BYTES,
  openArchive,
} from './archive.js';
import { ImportLog } from './import-log.js';
import type { ImportOptions } from './import-rows.js';
import { PreviewedRows, takeInForPreview } from './previewed-rows.js';
import { digestOfFile, recorded } from './recorded.js';

/** The document of an archived object. Throws `invalid`. */
async function documentOf(
  zip: ZipFile,
  { id, entry }: ArchivedObject,
  sound: (value: unknown) => void,
): Promise<ObjectDocument> {
  const bytes = await bytesOf(zip, entry);
  let value: unknown;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid(message('fileNotText'));
  }
  checkCount(text);
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid(message('fileNotJson'));
  }
  checkNumbers(text);
  sound(value);
  if (!isJsonObject(value)) throw invalid(message('fileNotObject'));
  if (value.id !== id) throw invalid(message('fileOtherId', { id }));
  return { ...value, id };
}

/** The property of a path, in the schema's spelling: the reference system writes folders in lower case. */
function propertyOf(schema: Schema, path: string): string | undefined {
  const [folder = ''] = path.split('/', 1);
  if (schema.properties.has(folder)) return folder;
  return [...schema.properties.keys()].find((name) => name.toLowerCase() === folder.toLowerCase());
}

/** Files by their target. Throws `validation` for unknown properties. */
function placesOf(schema: Schema, files: readonly ArchivedFile[]): (ArchivedFile & { to: string })[] {
  return files.map((file) => {
    const property = propertyOf(schema, file.path);
    if (property === undefined || property === 'id') {
      throw failed({}, message('fileOfNoProperty', { path: file.path, schema: schema.id }));
    }
    return { ...file, to: `${property}${file.path.slice(file.path.indexOf('/'))}` };
  });
}

class ZipImport {
  readonly #base: WriteBase;
  readonly #collection: Collection;
  readonly #archive: Archive;
  readonly #options: ImportOptions & { sound: (value: unknown) => void };
  readonly #log: ImportLog;
  readonly #undo: Undo;
  readonly #done: (row: number) => Promise<void>;
  readonly #previewed: PreviewedRows | undefined;

  constructor(
    base: WriteBase,
    collection: Collection,
    archive: Archive,
    options: ImportOptions & { sound: (value: unknown) => void },
    parts: { log: ImportLog; undo: Undo; done: (row: number) => Promise<void> },
  ) {
    const { log, undo, done } = parts;
    this.#base = base;
    this.#undo = undo;
    this.#done = done;
    this.#collection = collection;
    this.#archive = archive;
    this.#options = options;
    this.#log = log;
    const { since } = options;
    this.#previewed = since === undefined ? undefined : new PreviewedRows(base, collection, since);
  }

  async object(object: ArchivedObject, at: number): Promise<void> {
    const { settings, schema } = this.#collection;
    const { update, dryRun, sound } = this.#options;
    const collectionIndex = await this.#base.store.catalogue.collectionIndex(settings.id);
    const exists = isInUse(collectionIndex, object.id);
    if (exists && !update) return this.#log.skip(at, object.id);
    const found = await documentOf(this.#archive.zip, object, sound);
    const files = placesOf(schema, object.files);
    const done = (etag?: string) => {
      if (exists)
        this.#log.update(
          at,
          object.id,
          Object.keys(found).filter((name) => name !== 'id'),
        );
      else this.#log.create(at, object.id, etag);
    };
    if (dryRun) {
      await planRestore(this.#base, this.#collection, found);
      return done();
    }
    const incoming = files.length > 0 ? await this.#unpacked(files) : undefined;
    try {
      const { etag, former } = await restoreObject(this.#base, settings.id, found, {
        replace: update,
        check: (stored) => this.#previewed?.expectUnchanged(stored) ?? Promise.resolve(),
        ...(incoming && { files: incoming }),
      });
      if (former) this.#undo.replaced(settings.id, object.id, etag, former);
      else this.#undo.created(settings.id, object.id, etag);
      await this.#done(at);
      done(etag);
    } finally {
      await incoming?.discard();
    }
  }

  async #unpacked(files: readonly (ArchivedFile & { to: string })[]): Promise<Incoming> {
    const incoming = await this.#base.store.files.incoming();
    try {
      for (const { entry, to } of files) {
        const content = await this.#archive.zip.openReadStreamPromise(entry);
        await incoming.write(to, content, Math.min(entry.uncompressedSize, MAX_FILE_BYTES));
      }
      return incoming;
    } catch (error) {
      await incoming.discard();
      throw asRefusal(error);
    }
  }
}

/** The checksums of all files of an archive, from its directory. */
const contentsOf = ({ objects }: Archive): string =>
  JSON.stringify(
    objects.map(({ id, entry, files }) => [
      id,
      entry.crc32,
      files.map((file) => [file.path, file.entry.crc32]),
    ]),
  );

/**
 * Imports the archive of a collection or an object from a path. Existing objects are skipped; with `update` they are
 * moved to the trash and replaced by the archived ones, unless they have changed since the preview. `sound` as for JSON.
 * Throws `missing`, `invalid` for a damaged or dangerous archive, `tooLarge`, the reason of `signal`; then nothing was imported.
 */
export async function importZip(
  base: WriteBase,
  collection: string,
  path: string,
  options: ImportOptions & { sound: (value: unknown) => void },
): Promise<ImportAnswer> {
  const bound = base.collections.get(collection);
  const archive = await openArchive(path);
  try {
    const ids = archive.objects.map(({ id }) => id);
    if (options.update && options.dryRun) await takeInForPreview(base, collection, ids);
    const at = base.now().toISOString();
    const log = new ImportLog(options.dryRun);
    const { signal } = options;
    const { objects } = archive;
    const digest = digestOfFile(collection, options, contentsOf(archive));
    const { dryRun } = options;
    await recorded(base, { collection, digest, total: objects.length, dryRun }, async (undo, own, done) => {
      const work = new ZipImport(own, bound, archive, options, { log, undo, done });
      const rows = objects.map((object, at) => ({ object, row: at + 1 }));
      await inFlight(rows, async ({ object, row }) => {
        signal?.throwIfAborted();
        await log.attempt(row, object.id, () => work.object(object, row));
      });
      signal?.throwIfAborted();
    });
    const { unknownFiles } = archive;
    return {
      ...log.answer(),
      ...(dryRun && { at }),
      ...(unknownFiles.length > 0 && { ignored: unknownFiles.slice(0, 200) }),
    };
  } finally {
    archive.zip.close();
  }
}
