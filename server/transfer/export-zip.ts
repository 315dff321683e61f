/** Exports a collection or an object as a zip archive (spec/import-export.md#export), with unchanged files. */
import type { Readable } from 'node:stream';
import type { Clock, Content } from '../content/core/base.js';
import { hasObject } from '../content/reading/read.js';
import { message } from '../contract/messages/message.js';
import { missing, PlinthError } from '../errors.js';
import { type ZipEntry, zipOf } from '../zip/write.js';

export interface Archive {
  filename: string;
  /** How many objects it holds. */
  total: number;
  body: AsyncGenerator<Uint8Array>;
}

/** A file deleted while the archive is being created has an empty entry. */
function orNothing(read: () => Buffer | Readable | undefined): Buffer | Readable {
  try {
    return read() ?? Buffer.alloc(0);
  } catch (error) {
    if (error instanceof PlinthError && error.kind === 'missing') return Buffer.alloc(0);
    throw error;
  }
}

/** The object's own file, then its files. `prefix` is the folder in the archive. */
async function* entriesOf(
  base: Content & Clock,
  collection: string,
  id: string,
  prefix: string,
): AsyncGenerator<ZipEntry> {
  const { files } = base.store;
  const row = (await base.store.catalogue.collectionIndex(collection)).get(id);
  yield {
    path: `${prefix}${id}.json`,
    size: row?.stamp.size ?? 0,
    modified: row ? new Date(row.stamp.mtimeMs) : base.now(),
    content: () => orNothing(() => files.document(collection, id)),
  };
  for (const { path, mtimeMs, size } of await files.list(collection, id)) {
    yield {
      path: `${prefix}${id}/${path}`,
      size,
      modified: new Date(mtimeMs),
      content: () => orNothing(() => files.read(collection, id, path)),
    };
  }
}

/**
 * A collection: its settings, every object file unchanged, damaged ones included, and the files of all objects, in one
 * folder with its name. Throws `missing`.
 */
export async function collectionZip(base: Content & Clock, collection: string): Promise<Archive> {
  const { settings } = base.collections.get(collection);
  const collectionIndex = await base.store.catalogue.collectionIndex(collection);
  const ids = [
    ...collectionIndex.rowsById().map(({ id }) => id),
    ...collectionIndex.damaged().map(({ id }) => id),
  ].sort();
  async function* entries(): AsyncGenerator<ZipEntry> {
    const stored = (await base.store.collections.read(collection)) ?? settings;
    const bytes = Buffer.from(`${JSON.stringify(stored, null, 2)}\n`);
    yield {
      path: `${collection}/.meta.json`,
      size: bytes.length,
      modified: base.now(),
      content: () => bytes,
    };
    for (const id of ids) yield* entriesOf(base, collection, id, `${collection}/`);
  }
  return { filename: `collection-${collection}.zip`, total: ids.length, body: zipOf(entries()) };
}

/** One object and its files. Throws `missing`. */
export async function objectZip(base: Content & Clock, collection: string, id: string): Promise<Archive> {
  if (!(await hasObject(base, collection, id))) {
    throw missing(message('objectMissing', { id, collection }));
  }
  const body = zipOf(entriesOf(base, collection, id, ''));
  return { filename: `${collection}--${id}.zip`, total: 1, body };
}
