/**
 * Files that come in pieces (spec/files.md#pieces): in any order, some of them twice, several files at once. The
 * piece that completes a file saves it, the last one or not. Pieces overtake each other, so the last number proves
 * nothing; without an id of the upload, name and size stand for it, as a name alone would join the beginning of one
 * file to the end of another.
 */
import { createHash } from 'node:crypto';
import type { Base } from '../content/core/base.js';
import { message } from '../contract/messages/message.js';
import { conflict, invalid, PlinthError } from '../errors.js';
import type { StagedFile } from './inspect-file.js';
import type { UploadPlace } from './save-file.js';

const MB = 1024 * 1024;

/** Limits: spec/limits.md#uploads. */
const CHUNK_BYTES = 16 * MB;
const MAX_CHUNKS = 10_000;
const STAGED_BYTES = 5 * 1024 * MB;
const ABANDONED_MS = 24 * 3_600_000;

/** Without an upload id, an upload idle for so long is another attempt at the same file. */
const SAME_ATTEMPT_MS = 15 * 60_000;

/** One piece of a file. */
export interface Chunk {
  index: number;
  total: number;
  /** The sender's id of this upload; empty when it gives none. */
  upload: string;
  /** Bytes of the whole file, if the sender gives them. */
  fileSize: number | undefined;
}

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw invalid(message('wholeNumberNeeded', { name }));
  return Number(text);
}

/**
 * The piece a form carries, in either spelling of the fields; undefined for a form with a whole file. Throws `invalid`
 * for impossible numbers.
 */
export function chunkIn(word: (name: string) => string | undefined): Chunk | undefined {
  const field = (name: string) => numberOf(name, word(`dz${name}`) ?? word(name));
  const [index, total] = [field('chunkindex'), field('totalchunkcount')];
  if (index === undefined && total === undefined) return undefined;
  if (index === undefined || total === undefined) {
    throw invalid(
      message('chunkFieldMissing', { name: index === undefined ? 'chunkindex' : 'totalchunkcount' }),
    );
  }
  if (total < 1 || total > MAX_CHUNKS) throw invalid(message('chunkCount', { limit: MAX_CHUNKS }));
  if (index >= total) throw invalid(message('chunkIndex', { count: total }));
  const upload = word('dzuuid') ?? '';
  if (upload.length > 200) throw invalid(message('chunkUploadId'));
  return { index, total, upload, fileSize: numberOf('dztotalfilesize', word('dztotalfilesize')) };
}

/** Identifies an upload. */
function keyOf(sender: string, place: UploadPlace, { upload, fileSize }: Chunk, name: string): string {
  const { collection, id, segments, folder = '' } = place;
  const file = upload === '' ? ['', name, fileSize ?? null] : [upload];
  return createHash('sha256')
    .update(JSON.stringify([sender, collection, id, segments, folder, ...file]))
    .digest('hex');
}

export interface ChunkedFile {
  place: UploadPlace;
  /** The sender: a caller cannot add to another's file. */
  sender: string;
  chunk: Chunk;
  /** The piece, whole and durable. */
  staged: StagedFile;
  /** Largest file in bytes. */
  limit: number;
  /** Files that may be unfinished at a time. */
  unfinished: number;
}

/** Errors after which the same pieces may be saved yet, by sending one of them again. */
const PASSING: ReadonlySet<string> = new Set(['stale', 'full', 'readOnly', 'busy', 'damaged']);

/**
 * Takes a piece. Where it makes the file whole, gives the file to `save` and answers what that does; else undefined.
 * Throws `invalid`, `conflict` for a piece of a file cut otherwise, `tooLarge`, `tooMany`, `full`.
 */
export async function takeChunk<Saved>(
  { store, now }: Pick<Base, 'store' | 'now'>,
  { place, sender, chunk, staged, limit, unfinished }: ChunkedFile,
  save: (whole: StagedFile) => Promise<Saved>,
): Promise<Saved | undefined> {
  const { index, total, fileSize } = chunk;
  const { incoming, size, name } = staged;
  if (size > CHUNK_BYTES)
    throw new PlinthError('tooLarge', message('chunkTooLarge', { limit: CHUNK_BYTES / MB }));
  const key = keyOf(sender, place, chunk, name);
  return store.locked(`chunks/${key}`, async () => {
    // One after another: concurrent pieces must not each take the last free quota.
    await store.locked('chunks#room', async () => {
      await makeRoom({ store, now }, key, { chunk, unfinished }, size);
      await store.chunks.put(key, { index, total, from: incoming.pathOf(staged.path), size });
    });
    const held = (await store.chunks.held()).get(key);
    if (!held) throw invalid(message('uploadIncomplete'));
    if (held.bytes > Math.min(limit, fileSize ?? limit)) {
      await store.chunks.drop(key);
      if (held.bytes > limit) {
        throw new PlinthError('tooLarge', message('fileTooLarge', { limit: Math.floor(limit / MB) }));
      }
      throw invalid(message('chunksTooLarge', { bytes: fileSize ?? limit }));
    }
    if (held.parts < total) return undefined;
    try {
      if (fileSize !== undefined && held.bytes !== fileSize) {
        throw invalid(message('chunksIncomplete', { bytes: held.bytes, size: fileSize }));
      }
      const whole = await store.chunks.join(key, incoming.pathOf('whole'));
      const saved = await save({ incoming, path: 'whole', name, size: whole });
      await store.chunks.drop(key);
      return saved;
    } catch (error) {
      if (error instanceof PlinthError && !PASSING.has(error.kind)) await store.chunks.drop(key);
      throw error;
    }
  });
}

/** Discards what conflicts with a piece. Throws `conflict`, `tooMany`, `full`. */
async function makeRoom(
  { store: { chunks }, now }: Pick<Base, 'store' | 'now'>,
  key: string,
  { chunk: { index, total, upload }, unfinished }: Pick<ChunkedFile, 'chunk' | 'unfinished'>,
  size: number,
): Promise<void> {
  await chunks.sweep(new Date(now().getTime() - ABANDONED_MS));
  const uploads = await chunks.held();
  const held = uploads.get(key);
  if (held) {
    const over = upload === '' && now().getTime() - held.touched.getTime() > SAME_ATTEMPT_MS;
    // A first piece may start over; any other would be joined to pieces of other lengths.
    if (over || (held.total !== total && index === 0)) await chunks.drop(key);
    else if (held.total !== total) {
      throw conflict(message('chunksDiffer', { started: held.total, count: total }));
    }
  } else if (uploads.size >= unfinished) {
    throw new PlinthError('tooMany', message('uploadLimit', { count: unfinished }));
  }
  const bytes = [...(await chunks.held()).values()].reduce((sum, { bytes }) => sum + bytes, size);
  if (bytes > STAGED_BYTES) throw new PlinthError('full', message('uploadQuota'));
}
