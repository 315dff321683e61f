/**
 * An index of words in a file: the words sorted, the postings of each in one piece. The words are held in memory, the
 * postings are read when a word is searched for. Documents are numbered from 0; those that came later, in memory, go on
 * from there.
 */
import { inSlices, Yielder } from '../../async/yielder.js';
import { unitsOf } from '../../query/words.js';
import {
  type FileIdentity,
  roomFor,
  SectionFile,
  type SectionWriter,
} from '../../store/catalogue/section-file.js';
import { MAX_WORD_LENGTH } from './dictionary.js';
import { documentsIn, documentsWithPhrase, Occurrences, type Piece } from './occurrences.js';
import { bytesFor } from './postings.js';
import { allOf, offsetsOf, type TermWords, type WordSource, wholeWords } from './word-index.js';
import { firstNotBefore, orderOf, type SimilarWord, similarIn, unitsAt, type WordList } from './word-list.js';

/** Bytes of the tag of a document: a SHA-1. */
export const TAG_BYTES = 20;
/** Size, mtime, inode and ctime. */
export const STAMP_NUMBERS = 4;
/** Postings that are read at once to be copied. */
const WINDOW = 256 * 1024;

/** Which texts were indexed: for each document the id of its object, the stamp of its file, the tag of its answer. */
export interface DocumentTable {
  /** Joined by what none of them can hold; '' for a document that has gone. */
  readonly ids: string;
  readonly stamps: Float64Array<ArrayBuffer>;
  readonly tags: Uint8Array<ArrayBuffer>;
  /** When it was written, in ms: a file changed just before may have changed again without another stamp. */
  readonly written: number;
}

/** The same as it is read: the ids are bytes, of which half a million texts are made in slices. */
export interface StoredDocuments extends Omit<DocumentTable, 'ids'> {
  readonly ids: Buffer;
}

const places = (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);

/** What is held is not to hold the whole blocks it was read in, of which a small file has a part each. */
const held = (bytes: Uint8Array<ArrayBuffer>) =>
  2 * bytes.byteLength < bytes.buffer.byteLength ? bytes.slice() : bytes;

const stampsIn = (bytes: Uint8Array<ArrayBuffer>) =>
  new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 3);

const units = (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 1);

export class WordFile {
  readonly #file: SectionFile;
  readonly #words: WordList;
  /** Where each word's postings begin; the next one's beginning is their end. */
  readonly #places: Uint32Array;
  readonly #counts: Uint32Array;
  /** How many documents there are. */
  readonly size: number;
  /** As that of a file of sections. */
  readonly mark: number;

  private constructor(file: SectionFile, words: WordList, rest: [places: Uint32Array, counts: Uint32Array]) {
    this.#file = file;
    this.#words = words;
    [this.#places, this.#counts] = rest;
    this.size = file.length('tags') / TAG_BYTES;
    this.mark = file.mark;
  }

  /** Undefined where there is none that is sound and was made of the same. */
  static async open(path: string, identity: FileIdentity): Promise<WordFile | undefined> {
    const file = SectionFile.open(path, identity);
    if (!file) return undefined;
    try {
      const [starts, characters, where, counts] = await Promise.all(
        ['starts', 'characters', 'places', 'counts'].map(async (name) => held(await file.read(name))),
      );
      const none = new Uint8Array(0);
      const list = { starts: places(starts ?? none), characters: units(characters ?? none) };
      const size = Math.max(0, list.starts.length - 1);
      return new WordFile(file, { ...list, size }, [places(where ?? none), places(counts ?? none)]);
    } catch {
      file.close();
      return undefined;
    }
  }

  /** Bytes held in memory. */
  get bytes(): number {
    const { starts, characters } = this.#words;
    return starts.byteLength + characters.byteLength + this.#places.byteLength + this.#counts.byteLength;
  }

  /** Its documents are not asked for any more, as `SectionFile.rest` says. */
  rest(): void {
    this.#file.rest();
  }

  /** Rejects with `DamagedSection`. */
  async documents(): Promise<StoredDocuments> {
    const [ids, stamps, tags, written] = await Promise.all([
      this.#file.read('ids'),
      this.#file.read('stamps'),
      this.#file.read('tags'),
      this.#file.read('written'),
    ]);
    return {
      ids: Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength),
      stamps: stampsIn(held(stamps)),
      tags: held(tags),
      written: new Float64Array(written.buffer, written.byteOffset, 1)[0] ?? 0,
    };
  }

  /** As in `WordIndex`. Rejects with `DamagedSection`. */
  async candidates(term: TermWords): Promise<Uint32Array> {
    const [first = ''] = term.words;
    if (term.prefix && term.words.length === 1) return this.#beginningWith(first);
    const { words, steps } = wholeWords(term);
    const found = words.map((word) => this.#find(word));
    if (found.length === 0 || found.includes(undefined)) return new Uint32Array(0);
    const read = await Promise.all(
      found.map(async (word = 0) => ({ piece: await this.#read(word, word + 1), count: this.#count(word) })),
    );
    const [only] = read;
    if (only && read.length === 1) return documentsIn([only.piece], only.count);
    const offsets = offsetsOf(steps);
    const parts = read.map(({ piece, count }, at) => {
      return { walk: new Occurrences([piece]), offset: offsets[at] ?? 0, count };
    });
    return inSlices(documentsWithPhrase(parts), new Yielder());
  }

  /** As in `WordIndex`. */
  similar(word: string, prefix: boolean): Generator<SimilarWord | undefined> {
    return similarIn(this.#words, word, prefix);
  }

  close(): void {
    this.#file.close();
  }

  #find(word: string): number | undefined {
    const sought = unitsOf(word).subarray(0, MAX_WORD_LENGTH);
    const place = firstNotBefore(this.#words, sought);
    return place < this.#words.size && orderOf(this.#words, place, sought) === 0 ? place : undefined;
  }

  async #beginningWith(start: string): Promise<Uint32Array> {
    const sought = unitsOf(start).subarray(0, MAX_WORD_LENGTH);
    const first = firstNotBefore(this.#words, sought, sought.length);
    let end = first;
    while (end < this.#words.size && orderOf(this.#words, end, sought, sought.length) === 0) end += 1;
    if (first === end) return new Uint32Array(0);
    const { bytes } = await this.#read(first, end);
    const yielder = new Yielder();
    const lists: Uint32Array[] = [];
    for (let word = first; word < end; word += 1) {
      const from = this.#place(first);
      const piece = { bytes, start: this.#place(word) - from, end: this.#place(word + 1) - from };
      lists.push(documentsIn([piece], this.#count(word)));
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
    return allOf(lists);
  }

  #place(word: number): number {
    return this.#places[word] ?? 0;
  }

  #count(word: number): number {
    return this.#counts[word] ?? 0;
  }

  /** The postings of the words from one up to another. */
  async #read(first: number, end: number): Promise<Piece> {
    const bytes = await this.#file.read('postings', this.#place(first), this.#place(end));
    return { bytes, start: 0, end: bytes.length };
  }
}

/** The words of a file, for another that takes its place. Reads by calls that block. Throws `DamagedSection`. */
export function sourceIn(file: SectionFile): WordSource {
  const [starts, where] = [places(file.readNow('starts')), places(file.readNow('places'))];
  const [counts, lasts] = [places(file.readNow('counts')), places(file.readNow('lasts'))];
  const list = {
    starts,
    characters: units(file.readNow('characters')),
    size: Math.max(0, starts.length - 1),
  };
  const all = file.length('postings');
  // Each file has one window, also for longer postings, since what is given back goes to the system late or never.
  const room = roomFor(WINDOW);
  let window: { from: number; bytes: Uint8Array } = { from: 0, bytes: new Uint8Array(0) };
  return {
    size: list.size,
    units: (place) => unitsAt(list, place),
    count: (place) => counts[place] ?? 0,
    last: (place) => lasts[place] ?? 0,
    *pieces(place) {
      const [start = 0, to = 0] = [where[place], where[place + 1]];
      for (let from = start; from < to; ) {
        // Words are asked for in their order, which is that of the file.
        const end = Math.min(to, from + WINDOW);
        if (from < window.from || end > window.from + window.bytes.length) {
          window = { from, bytes: file.readNow('postings', from, Math.min(all, from + WINDOW), room) };
        }
        yield { bytes: window.bytes, start: from - window.from, end: end - window.from };
        from = end;
      }
    },
  };
}

/** Collects numbers without an object for each. */
class Numbers {
  #numbers: Uint32Array<ArrayBuffer> = new Uint32Array(1024);
  #length = 0;

  push(number: number): void {
    if (number >= 2 ** 32) throw new RangeError('The index has no room for more');
    if (this.#length === this.#numbers.length) {
      const larger = new Uint32Array(2 * this.#length);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length] = number;
    this.#length += 1;
  }

  get all(): Uint32Array<ArrayBuffer> {
    return this.#numbers.subarray(0, this.#length);
  }
}

/** Collects the characters of words: a piece of memory for each word would take ten times as much. */
class Characters {
  #units: Uint16Array<ArrayBuffer> = new Uint16Array(4096);
  #length = 0;

  /** How many there are. */
  get length(): number {
    return this.#length;
  }

  push(units: Uint16Array): void {
    const end = this.#length + units.length;
    if (end > this.#units.length) {
      const larger = new Uint16Array(2 * end);
      larger.set(this.#units);
      this.#units = larger;
    }
    this.#units.set(units, this.#length);
    this.#length = end;
  }

  get all(): Uint16Array<ArrayBuffer> {
    return this.#units.subarray(0, this.#length);
  }
}

/** A number as postings have it, 7 bits a byte. */
function encoded(value: number): Uint8Array {
  const bytes = new Uint8Array(bytesFor(value));
  let rest = value;
  for (let at = 0; at < bytes.length; at += 1, rest >>>= 7) {
    bytes[at] = (rest & 0x7f) | (at + 1 < bytes.length ? 0x80 : 0);
  }
  return bytes;
}

/** Writes the postings of a word. Distances are counted from the document before, so only the first one changes. */
function copyPostings(writer: SectionWriter, pieces: Iterable<Piece>, last: number): number {
  let length = 0;
  let isFirst = true;
  for (const { bytes, start, end } of pieces) {
    // No number ends with a 0.
    let stop = end;
    while (stop > start && bytes[stop - 1] === 0) stop -= 1;
    let from = start;
    if (isFirst && last >= 0) {
      let value = 0;
      for (let shift = 0, more = true; more; shift += 7) {
        const byte = bytes[from++] ?? 0;
        value |= (byte & 0x7f) << shift;
        more = byte >= 0x80;
      }
      const first = encoded(value - 2 * (last + 1));
      writer.write(first);
      length += first.length;
    }
    isFirst = false;
    writer.write(bytes.subarray(from, stop));
    length += stop - from;
  }
  return length;
}

/** Which of some words comes first, and the sources that have it. */
function firstOf(
  sources: readonly WordSource[],
  at: readonly number[],
): { units: Uint16Array; having: number[] } | undefined {
  let first: Uint16Array | undefined;
  let having: number[] = [];
  for (const [number, source] of sources.entries()) {
    const place = at[number] ?? 0;
    if (place >= source.size) continue;
    const word = source.units(place);
    const order = first ? compareUnits(word, first) : -1;
    if (order < 0) [first, having] = [word, [number]];
    else if (order === 0) having.push(number);
  }
  return first && { units: first, having };
}

function compareUnits(one: Uint16Array, other: Uint16Array): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** Writes the words of several sources as one; the documents of each come after those of the one before. */
export function writeWords(writer: SectionWriter, sources: readonly WordSource[]): void {
  const [starts, counts, lasts, where] = [new Numbers(), new Numbers(), new Numbers(), new Numbers()];
  const at = sources.map(() => 0);
  const characters = new Characters();
  let place = 0;
  writer.section('postings');
  for (let next = firstOf(sources, at); next; next = firstOf(sources, at)) {
    starts.push(characters.length);
    where.push(place);
    characters.push(next.units);
    let [count, last] = [0, -1];
    for (const number of next.having) {
      const source = sources[number];
      const word = at[number] ?? 0;
      if (!source) continue;
      place += copyPostings(writer, source.pieces(word), last);
      count += source.count(word);
      last = source.last(word);
      at[number] = word + 1;
    }
    counts.push(count);
    lasts.push(last);
  }
  starts.push(characters.length);
  where.push(place);
  writer.add('starts', starts.all);
  writer.add('places', where.all);
  writer.add('counts', counts.all);
  writer.add('lasts', lasts.all);
  writer.add('characters', characters.all);
}

/** Writes which texts the words are of. */
export function writeDocuments(writer: SectionWriter, { ids, stamps, tags, written }: DocumentTable): void {
  writer.add('ids', Buffer.from(ids, 'latin1'));
  writer.add('stamps', stamps);
  writer.add('tags', tags);
  writer.add('written', Float64Array.of(written));
}
