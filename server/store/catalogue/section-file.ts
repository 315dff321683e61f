/**
 * Files of named sections, with a checksum for each block: what was made of a collection's rows and is read in parts.
 * The sections come first, each at a multiple of 8 bytes, then a JSON footer, its length and its checksum. A file is
 * written once under a temporary name and replaced as a whole, so a reader never sees half of one.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, openSync, read, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { isJsonObject } from '../../contract/values.js';

const readWaiting = promisify(read);

/** A name in a folder for temporary files, from which it is swept at the next start if this process ends before. */
export const temporaryFile = (folder: string): string =>
  join(folder, `${process.pid}-${randomBytes(9).toString('base64url')}.tmp`);

export const removeTemporary = (path: string): void => rmSync(path, { force: true });

/**
 * Writes a file of sections and puts it at its place, or leaves nothing of it; gives its mark. `folder`: for temporary
 * files.
 */
export function writeSections(
  { folder, path, identity }: { folder: string; path: string; identity: FileIdentity },
  fill: (writer: SectionWriter) => void,
): number {
  const writer = new SectionWriter(temporaryFile(folder));
  try {
    fill(writer);
    return writer.finish(path, identity);
  } catch (error) {
    writer.discard();
    throw error;
  }
}

/** Bytes that have one checksum, and are read together. */
const BLOCK = 64 * 1024;
/** Sections begin at multiples of it, so that any typed array can be laid over them. */
const ALIGNED = 8;
/** Length and checksum of the footer, each 4 bytes. */
const TRAILER = 8;
const FORMAT = 1;

/** What a file was made of. One with other values is not used. */
export type FileIdentity = Readonly<Record<string, string | number>>;

interface Footer {
  format: number;
  identity: FileIdentity;
  sections: Record<string, [offset: number, length: number]>;
  /** One for each block. */
  sums: number[];
}

/** Memory for any part of a section of so many bytes, which is read in whole blocks. */
export const roomFor = (length: number): ArrayBuffer => new ArrayBuffer(length + 2 * BLOCK);

/** A section that is not as it was written. */
export class DamagedSection extends Error {}

/** Writes a file of sections, by calls that block: for threads, and for small files. */
export class SectionWriter {
  readonly #path: string;
  readonly #file: number;
  #isOpen = true;
  readonly #block = Buffer.allocUnsafeSlow(BLOCK);
  #used = 0;
  #written = 0;
  readonly #sections: Footer['sections'] = {};
  #section = '';
  readonly #sums: number[] = [];

  /** `path`: of a temporary file. */
  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'wx', 0o600);
  }

  get #offset(): number {
    return this.#written + this.#used;
  }

  /** Begins a section. */
  section(name: string): void {
    this.#end();
    const rest = this.#offset % ALIGNED;
    if (rest > 0) this.write(new Uint8Array(ALIGNED - rest));
    this.#section = name;
    this.#sections[name] = [this.#offset, 0];
  }

  write(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const step = Math.min(BLOCK - this.#used, bytes.length - from);
      this.#block.set(bytes.subarray(from, from + step), this.#used);
      this.#used += step;
      from += step;
      if (this.#used === BLOCK) this.#flush();
    }
  }

  /** A whole section. */
  add(name: string, { buffer, byteOffset, byteLength }: ArrayBufferView): void {
    this.section(name);
    this.write(new Uint8Array(buffer, byteOffset, byteLength));
  }

  /** Writes the rest and puts the file at its place; its mark. */
  finish(target: string, identity: FileIdentity): number {
    this.#end();
    this.#flush();
    const footer: Footer = { format: FORMAT, identity, sections: this.#sections, sums: this.#sums };
    const bytes = Buffer.from(JSON.stringify(footer));
    const trailer = Buffer.alloc(TRAILER);
    trailer.writeUInt32LE(bytes.length, 0);
    const mark = crc32(bytes);
    trailer.writeUInt32LE(mark, 4);
    for (const part of [bytes, trailer]) writeAll(this.#file, part);
    this.#close();
    renameSync(this.#path, target);
    return mark;
  }

  /** Removes what was written, unless it is at its place. */
  discard(): void {
    this.#close();
    rmSync(this.#path, { force: true });
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }

  #end(): void {
    const section = this.#sections[this.#section];
    if (section) section[1] = this.#offset - section[0];
    this.#section = '';
  }

  #flush(): void {
    if (this.#used === 0) return;
    const bytes = this.#block.subarray(0, this.#used);
    this.#sums.push(crc32(bytes));
    writeAll(this.#file, bytes);
    this.#written += this.#used;
    this.#used = 0;
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

function isFooter(value: unknown): value is Footer {
  return isJsonObject(value) && value.format === FORMAT && isJsonObject(value.identity);
}

/** The blocks that hold a part of a section. */
interface Span {
  /** Where the first one begins. */
  at: number;
  /** Where the part begins in it. */
  skip: number;
  /** Room for all of them. */
  bytes: Uint8Array<ArrayBuffer>;
}

const sameIdentity = (one: FileIdentity, other: FileIdentity): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(other).every(([name, value]) => one[name] === value);

/** Smaller files need not stay open between reads: a folder may have thousands of them, and a process few files. */
const SMALL = 4 * 1024 * 1024;

/** A file of sections that is read. */
export class SectionFile {
  /** The checksum of its footer, which has those of all blocks: another file with the same is as good. */
  readonly mark: number;
  readonly #path: string;
  /** Undefined while it rests. */
  #file: number | undefined;
  readonly #size: number;
  readonly #footer: Footer;
  /** Where the last section ends. */
  readonly #end: number;
  /** Reads under way: the file stays open for them. */
  #reading = 0;
  #closing = false;

  private constructor(path: string, file: number) {
    this.#path = path;
    this.#file = file;
    const { size } = fstatSync(file);
    this.#size = size;
    const trailer = Buffer.alloc(TRAILER);
    readSync(file, trailer, 0, TRAILER, Math.max(0, size - TRAILER));
    const bytes = Buffer.alloc(Math.min(trailer.readUInt32LE(0), size));
    readSync(file, bytes, 0, bytes.length, Math.max(0, size - TRAILER - bytes.length));
    this.mark = crc32(bytes);
    const footer: unknown = this.mark === trailer.readUInt32LE(4) ? JSON.parse(bytes.toString()) : undefined;
    if (!isFooter(footer)) throw new DamagedSection('The footer of the file is damaged');
    this.#footer = footer;
    this.#end = Math.max(0, ...Object.values(footer.sections).map(([offset, length]) => offset + length));
  }

  /** Undefined where there is none, or one that is damaged or, with `identity`, was made of something else. */
  static open(path: string, identity?: FileIdentity): SectionFile | undefined {
    let file: number | undefined;
    try {
      file = openSync(path, 'r');
      const opened = new SectionFile(path, file);
      if (identity === undefined || sameIdentity(opened.#footer.identity, identity)) return opened;
    } catch {
      // It is only there to save time.
    }
    if (file !== undefined) closeSync(file);
    return undefined;
  }

  /** The names of the sections, in their order. */
  get names(): string[] {
    return Object.keys(this.#footer.sections);
  }

  /** Bytes of a section; 0 where there is none of that name. */
  length(name: string): number {
    return this.#footer.sections[name]?.[1] ?? 0;
  }

  /** A part of a section, at a multiple of 8 bytes if `from` is one. Rejects with `DamagedSection`. */
  async read(name: string, from = 0, to = this.length(name)): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#closing) throw new DamagedSection('The file is closed');
    const span = this.#span(name, from, to);
    // While it rests each read opens it: another file at its place has other checksums.
    const file = this.#file ?? openSync(this.#path, 'r');
    this.#reading += 1;
    try {
      const { bytesRead } = await readWaiting(file, span.bytes, 0, span.bytes.length, span.at);
      return this.#checked(span, bytesRead, to - from);
    } finally {
      this.#reading -= 1;
      if (file !== this.#file) closeSync(file);
      if (this.#closing) this.close();
    }
  }

  /** It is read seldom from now on: a small one is open only meanwhile. To be called between reads. */
  rest(): void {
    if (this.#size >= SMALL || this.#file === undefined || this.#reading > 0) return;
    closeSync(this.#file);
    this.#file = undefined;
  }

  /** The same by a call that blocks, for threads. `room`: where it may be put, of `roomFor`. Throws `DamagedSection`. */
  readNow(name: string, from = 0, to = this.length(name), room?: ArrayBuffer): Uint8Array<ArrayBuffer> {
    if (this.#file === undefined) throw new DamagedSection('The file is closed');
    const span = this.#span(name, from, to, room);
    return this.#checked(span, readSync(this.#file, span.bytes, 0, span.bytes.length, span.at), to - from);
  }

  /** Reads under way end first. */
  close(): void {
    this.#closing = true;
    if (this.#reading > 0 || this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
  }

  #span(name: string, from: number, to: number, room?: ArrayBuffer): Span {
    const section = this.#footer.sections[name];
    if (!section || from > to || to > section[1]) throw new DamagedSection('The section is too short');
    const [offset] = section;
    const at = Math.floor((offset + from) / BLOCK) * BLOCK;
    const end = Math.min(Math.ceil((offset + to) / BLOCK) * BLOCK, this.#end);
    const length = end - at;
    const bytes =
      room && room.byteLength >= length ? new Uint8Array(room, 0, length) : new Uint8Array(length);
    return { at, skip: offset + from - at, bytes };
  }

  #checked({ at, skip, bytes }: Span, read: number, length: number): Uint8Array<ArrayBuffer> {
    for (let from = 0; from < bytes.length; from += BLOCK) {
      const sum = crc32(bytes.subarray(from, Math.min(from + BLOCK, bytes.length)));
      if (read < bytes.length || sum !== this.#footer.sums[(at + from) / BLOCK]) {
        throw new DamagedSection('A section of the file is damaged');
      }
    }
    return new Uint8Array(bytes.buffer, skip, length);
  }
}
