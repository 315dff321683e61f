/**
 * A file of the folder as the source of an upload (spec/files.md#copies): another object gets a copy of its bytes and
 * of what describes them, so that each object stays whole.
 */
import type { Content, Live } from '../content/core/base.js';
import { readCurrent, withObjectLock } from '../content/objects/commit.js';
import { noObject } from '../content/reading/read.js';
import type { FileItem } from '../contract/files.js';
import type { CopySource, FilePlace } from '../contract/media.js';
import { message } from '../contract/messages/message.js';
import { missing, PlinthError } from '../errors.js';
import { filesOfDocument } from '../schemas/file-values.js';
import type { Incoming } from '../store/types/files.js';
import type { Stamp } from '../store/types/stamp.js';
import { resolveEmbedFolder } from './address.js';
import { typeOfName } from './embedded-files.js';
import type { StagedFile } from './inspect-file.js';

/** How often a source that is being replaced is looked at again. */
const ATTEMPTS = 3;

const noFile = ({ collection, id, path }: FilePlace) =>
  missing(message('fileMissingOf', { path, id, collection }));

/** The item that names a file, with its stamp. The caller holds the lock of its object. Throws `missing`. */
async function sourceOf(base: Content & Live, place: FilePlace): Promise<{ item: FileItem; stamp: Stamp }> {
  const { collection, id, path } = place;
  const { stored, collectionIndex } = await readCurrent(base, collection, id);
  if (!stored) throw noObject(collectionIndex, collection, id);
  const stamp = base.store.files.stamp(collection, id, path);
  if (!stamp) throw noFile(place);
  const { schema } = base.collections.get(collection);
  const named = filesOfDocument(schema, stored.document).find((file) => file.path === path);
  if (named) return { item: named.item, stamp };
  // Files of rich texts are named by their place.
  const { rest } = await resolveEmbedFolder(base, collection, id, path.split('/')).catch(() => ({
    rest: [],
  }));
  const name = rest.at(-1);
  if (name === undefined) throw noFile(place);
  return { item: { name, mime: typeOfName(name) }, stamp };
}

/** Throws `stale` where the file is not the one the caller has seen. */
function checkSeen({ size, uploadDate }: CopySource, item: FileItem, stamp: Stamp): void {
  const isSame =
    (size === undefined || size === (item.size ?? 0) || size === stamp.size) &&
    (uploadDate === undefined || uploadDate === (item.uploadDate ?? ''));
  if (!isSame) throw new PlinthError('stale', message('fileReplaced', { name: item.name }));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Copies a file to a staging folder. Throws `missing`, `stale` where it is no longer the one that was seen,
 * `tooLarge`, `full`, and `busy` while it keeps being replaced.
 */
export async function stageCopy(
  base: Content & Live,
  incoming: Incoming,
  source: CopySource,
  limit: number,
): Promise<StagedFile> {
  const { collection, id, path } = source;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // Bytes and metadata that belong together; the copy itself does not keep others from writing.
    const { item, stamp } = await withObjectLock(base, collection, id, () => sourceOf(base, source));
    checkSeen(source, item, stamp);
    if (stamp.size > limit) throw new PlinthError('tooLarge', message('fileTooLargeBytes', { limit }));
    try {
      const target = `copy-${attempt}`;
      await incoming.copy(target, { collection, id, path }, stamp);
      const name = textOf(item.download) || item.name;
      return { incoming, path: target, name, size: stamp.size, copied: item };
    } catch (error) {
      if (!(error instanceof PlinthError && error.kind === 'stale')) throw error;
    }
  }
  throw new PlinthError('busy', message('fileBeingReplaced', { path }));
}
