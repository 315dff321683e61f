/** Records of packs: a header, then the compressed content. */
import { read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRawSync, type ZlibOptions } from 'node:zlib';
import { REVISION_BYTES } from './revision.js';

const deflateWaiting = promisify(deflateRaw);
const readFile = promisify(read);

/** "PLH1" */
const MARK = 0x31_48_4c_50;
/** Mark, length stored, length of the content, revision, revision of the dictionary (zeros: none). */
export const HEADER = 12 + 2 * REVISION_BYTES;
export const NO_DICTIONARY = Buffer.alloc(REVISION_BYTES);
/** zlib looks no further back than this, in bytes. */
const MAX_DICTIONARY = 32 * 1024;
/** A dictionary that saves less than this share is not used: the read would take two records for nothing. */
const WORTH_IT = 0.7;
/** One that leaves less than this share of the content is used without a look at the other way. */
const PLAINLY_WORTH_IT = 0.2;
/** Contents up to this many bytes are compressed without the thread pool, which would cost more than the work. */
const SMALL = 16 * 1024;
/** Largest content, in bytes: more than the JSON of an object may have. */
export const MAX_CONTENT = 32 * 1024 * 1024;

export interface Header {
  stored: number;
  length: number;
  revision: Buffer;
  dictionary: Buffer;
}

export interface Dictionary {
  revision: Buffer;
  bytes: Uint8Array;
}

export interface Compressed extends Dictionary {
  stored: Buffer;
  dictionary?: Dictionary | undefined;
}

export interface PackFile {
  descriptor: number;
  size: number;
}

const deflate = async (bytes: Uint8Array, options: ZlibOptions = {}): Promise<Buffer> =>
  bytes.length <= SMALL ? deflateRawSync(bytes, options) : deflateWaiting(bytes, options);

export async function compressed(
  revision: Buffer,
  bytes: Uint8Array,
  dictionary: Dictionary | undefined,
): Promise<Compressed> {
  const small =
    dictionary && (await deflate(bytes, { dictionary: dictionary.bytes.subarray(-MAX_DICTIONARY) }));
  if (small && small.length < bytes.length * PLAINLY_WORTH_IT)
    return { revision, bytes, stored: small, dictionary };
  const plain = await deflate(bytes);
  if (!small || small.length > plain.length * WORTH_IT) return { revision, bytes, stored: plain };
  return { revision, bytes, stored: small, dictionary };
}

export function recordOf({ revision, bytes, stored, dictionary }: Compressed): {
  revision: Buffer;
  bytes: Buffer;
} {
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(MARK, 0);
  header.writeUInt32LE(stored.length, 4);
  header.writeUInt32LE(bytes.length, 8);
  revision.copy(header, 12);
  dictionary?.revision.copy(header, 12 + REVISION_BYTES);
  return { revision, bytes: Buffer.concat([header, stored]) };
}

export const nameOf = (revision: Buffer): string => revision.toString('base64url');

export async function* recordsOf(file: PackFile): AsyncGenerator<{ header: Header; bytes: Buffer }> {
  for (let offset = 0; offset + HEADER <= file.size; ) {
    const header = headerAt(file, offset);
    if (!header || offset + HEADER + header.stored > file.size) return;
    const bytes = Buffer.alloc(HEADER + header.stored);
    await readFile(file.descriptor, bytes, 0, bytes.length, offset);
    yield { header, bytes };
    offset += bytes.length;
  }
}

/** The header at the beginning of some bytes, of which it is a view; undefined where there is none. */
export function parseHeader(bytes: Buffer): Header | undefined {
  if (bytes.length < HEADER || bytes.readUInt32LE(0) !== MARK) return undefined;
  return {
    stored: bytes.readUInt32LE(4),
    length: bytes.readUInt32LE(8),
    revision: bytes.subarray(12, 12 + REVISION_BYTES),
    dictionary: bytes.subarray(12 + REVISION_BYTES, HEADER),
  };
}

function bytesAt(file: PackFile, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, Math.min(length, file.size - offset)));
  const read = readSync(file.descriptor, bytes, 0, bytes.length, offset);
  return bytes.subarray(0, read);
}

export const headerAt = (file: PackFile, offset: number): Header | undefined =>
  parseHeader(bytesAt(file, offset, HEADER));

/** The content of a record; `dictionary`: of the revision its header names. Throws for damaged bytes. */
export function inflated(
  file: PackFile,
  offset: number,
  header: Header,
  dictionary: Uint8Array | undefined,
): Buffer {
  return inflateRawSync(bytesAt(file, offset + HEADER, header.stored), {
    maxOutputLength: Math.min(Math.max(header.length, 1), MAX_CONTENT),
    ...(dictionary && { dictionary: dictionary.subarray(-MAX_DICTIONARY) }),
  });
}
