/**
 * Contents by their revision, compressed, in files that only grow: `packs/{number}.pack`. A record is a header and the
 * compressed bytes. A revision is often a small change of an earlier one, so it is compressed with that one as the
 * dictionary; a dictionary never has one itself, so a read takes two records at most.
 */
import { closeSync, fstatSync, fsync, mkdirSync, openSync, read, readdirSync, unlink, write } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Yielder } from '../../async/yielder.js';
import {
  type Compressed,
  compressed,
  type Dictionary,
  HEADER,
  headerAt,
  inflated,
  MAX_CONTENT,
  NO_DICTIONARY,
  nameOf,
  type PackFile,
  parseHeader,
  recordOf,
  recordsOf,
} from './pack-record.js';
import { parseRevision, revisionBytes } from './revision.js';
import { type Place, RevisionTable } from './revision-table.js';

const syncFile = promisify(fsync);
const readFile = promisify(read);
const writeFile = promisify(write);
const unlinkFile = promisify(unlink);

/** Size at which the next pack is begun, in bytes. */
const PACK_BYTES = 64 * 1024 * 1024;
/** Bytes written in one step while packs are rewritten. */
const STEP_BYTES = 1024 * 1024;
/** Bytes read in one step while packs are opened: the records of more would make each turn of a save wait longer. */
const SCAN_BYTES = 256 * 1024;

const MODE = 0o600;

export interface Content {
  /** Of the bytes. */
  revision: string;
  bytes: Uint8Array;
  /** The revision it came after, if known. */
  after?: string | undefined;
}

export class Packs {
  readonly #folder: string;
  readonly #table = new RevisionTable();
  readonly #files = new Map<number, PackFile>();
  #count = 0;
  /** The pack that grows. */
  #last = 0;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Opens the packs in a folder, which is made when missing. Throws the system's error where it cannot be read. */
  static async open(folder: string): Promise<Packs> {
    const packs = new Packs(folder);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder).sort()) {
      const number = /^(\d{5})\.pack$/.exec(name)?.[1];
      if (number !== undefined) await packs.#scan(Number(number));
    }
    return packs;
  }

  /** Bytes of all packs. */
  get bytes(): number {
    let total = 0;
    for (const { size } of this.#files.values()) total += size;
    return total;
  }

  /** How many contents they hold. */
  get count(): number {
    return this.#count;
  }

  has(revision: string): boolean {
    const bytes = parseRevision(revision);
    return bytes !== undefined && this.#placeOf(bytes) !== undefined;
  }

  /** Bytes a revision takes on disk; 0 for one that is not there. */
  storedSize(revision: string): number {
    const bytes = parseRevision(revision);
    const place = bytes && this.#placeOf(bytes);
    const header = place && headerAt(place.file, place.offset);
    return header ? HEADER + header.stored : 0;
  }

  /** The content of a revision; undefined for one that is not there or whose record is damaged. */
  read(revision: string): Buffer | undefined {
    const wanted = parseRevision(revision);
    return wanted && this.#read(wanted);
  }

  /** Adds contents that are not there yet, durably. Throws the system's error; then nothing has been added. */
  async add(contents: readonly Content[]): Promise<void> {
    const batch = new Map<string, Compressed>();
    const yielder = new Yielder();
    for (const { revision: name, bytes, after } of contents) {
      if (yielder.exhausted) await yielder.yieldToEventLoop();
      const revision = parseRevision(name);
      if (!revision || batch.has(name) || this.#placeOf(revision) || bytes.length > MAX_CONTENT) continue;
      const earlier = after === undefined ? undefined : this.#dictionaryFor(after, batch);
      batch.set(name, await compressed(revision, bytes, earlier));
    }
    if (batch.size > 0) await this.#append([...batch.values()].map(recordOf));
  }

  close(): void {
    for (const { descriptor } of this.#files.values()) closeSync(descriptor);
    this.#files.clear();
    this.#table.clear();
  }

  #place(revision: Buffer, place: Place): void {
    if (!this.#placeOf(revision)) this.#count += 1;
    this.#table.set(revision, place);
  }

  /** Places in packs that were compacted away do not count. */
  #placeOf(revision: Buffer): { file: PackFile; offset: number } | undefined {
    const place = this.#table.get(revision);
    const file = place && this.#files.get(place.pack);
    return file && { file, offset: place.offset };
  }

  #read(revision: Buffer): Buffer | undefined {
    const place = this.#placeOf(revision);
    const header = place && headerAt(place.file, place.offset);
    if (!header) return undefined;
    const dictionary = header.dictionary.equals(NO_DICTIONARY) ? undefined : this.#read(header.dictionary);
    try {
      const bytes = inflated(place.file, place.offset, header, dictionary);
      return revisionBytes(bytes).equals(revision) ? bytes : undefined;
    } catch {
      return undefined;
    }
  }

  /** The revision itself, or the one it was compressed with. */
  #dictionaryFor(after: string, batch: ReadonlyMap<string, Compressed>): Dictionary | undefined {
    const waiting = batch.get(after);
    if (waiting) return waiting.dictionary ?? waiting;
    const earlier = parseRevision(after);
    const place = earlier && this.#placeOf(earlier);
    const header = place && headerAt(place.file, place.offset);
    if (!header) return undefined;
    const revision = header.dictionary.equals(NO_DICTIONARY) ? header.revision : header.dictionary;
    const bytes = this.#read(revision);
    return bytes && { revision, bytes };
  }

  async #append(records: readonly { revision: Buffer; bytes: Buffer }[]): Promise<void> {
    const file = this.#growing();
    const start = file.size;
    const all = Buffer.concat(records.map(({ bytes }) => bytes));
    try {
      for (let written = 0; written < all.length; ) {
        const { bytesWritten } = await writeFile(
          file.descriptor,
          all,
          written,
          all.length - written,
          start + written,
        );
        if (bytesWritten === 0) throw new Error('The disk takes no more bytes');
        written += bytesWritten;
      }
      await syncFile(file.descriptor);
    } catch (error) {
      // After a failed sync the pages may be gone: what comes next goes into another file.
      this.#last += 1;
      throw error;
    }
    let offset = start;
    for (const { revision, bytes } of records) {
      this.#place(revision, { pack: this.#last, offset });
      offset += bytes.length;
    }
    file.size = offset;
  }

  #growing(): PackFile {
    const open = this.#files.get(this.#last);
    if (open && open.size < PACK_BYTES) return open;
    if (open) this.#last += 1;
    const descriptor = openSync(this.#pathOf(this.#last), 'a+', MODE);
    closeSync(descriptor);
    return this.#open(this.#last);
  }

  #open(number: number): PackFile {
    const descriptor = openSync(this.#pathOf(number), 'r+', MODE);
    const file = { descriptor, size: fstatSync(descriptor).size };
    this.#files.set(number, file);
    return file;
  }

  /** Takes in the records of a pack. What follows the last whole record was cut off and is written over. */
  async #scan(number: number): Promise<void> {
    const file = this.#open(number);
    this.#last = Math.max(this.#last, number);
    const buffer = Buffer.alloc(SCAN_BYTES);
    let from = 0;
    let filled = 0;
    let offset = 0;
    while (offset + HEADER <= file.size) {
      if (offset + HEADER > from + filled) {
        from = offset;
        filled = (await readFile(file.descriptor, buffer, 0, buffer.length, from)).bytesRead;
      }
      const header = parseHeader(buffer.subarray(offset - from, Math.min(filled, offset - from + HEADER)));
      if (!header || offset + HEADER + header.stored > file.size) break;
      this.#place(header.revision, { pack: number, offset });
      offset += HEADER + header.stored;
    }
    file.size = offset;
  }

  #pathOf(number: number): string {
    return join(this.#folder, `${String(number).padStart(5, '0')}.pack`);
  }

  /**
   * Copies the needed contents into new packs, durably, then deletes the old packs. Contents that are needed as
   * dictionaries are kept, too. Interrupted, it leaves some contents twice until the next time.
   */
  async compact(needed: ReadonlySet<string>): Promise<void> {
    const old = [...this.#files];
    const dictionaries = new Set<string>();
    for (const [, file] of old) {
      for await (const { header } of recordsOf(file)) {
        if (!header.dictionary.equals(NO_DICTIONARY) && needed.has(nameOf(header.revision))) {
          dictionaries.add(nameOf(header.dictionary));
        }
      }
    }
    this.#last = Math.max(-1, ...this.#files.keys()) + 1;
    const copied = new Set<string>();
    for (const [, file] of old) {
      let batch: { revision: Buffer; bytes: Buffer }[] = [];
      let size = 0;
      for await (const { header, bytes } of recordsOf(file)) {
        const { revision } = header;
        const name = nameOf(revision);
        if (copied.has(name) || !(needed.has(name) || dictionaries.has(name))) continue;
        copied.add(name);
        batch.push({ revision, bytes });
        size += bytes.length;
        if (size < STEP_BYTES) continue;
        await this.#append(batch);
        batch = [];
        size = 0;
      }
      if (batch.length > 0) await this.#append(batch);
    }
    for (const [number, { descriptor }] of old) {
      this.#files.delete(number);
      closeSync(descriptor);
      await unlinkFile(this.#pathOf(number));
    }
    this.#count = copied.size;
  }
}
