/**
 * Where each word occurs: document numbers and positions, in append-only bytes. Each word has a chain of growing
 * chunks in large blocks, so that rare words cost little and frequent ones are read in long runs. A chunk is the
 * address of the next one (4 bytes) followed by numbers of 7 bits a byte, lowest first, below 2^28. An odd number
 * begins a document, `(document - the last one) * 2 + 1`, and is followed by its first position, plus 1; an even one
 * is the next position in the same document, `(position - the last one) * 2`. An occurrence is never split over two
 * chunks, and numbers are never 0: a 0 byte where one should begin ends the chunk.
 */
import { documentsIn, Occurrences, type Piece } from './occurrences.js';

const BLOCK_BITS = 16;
const BLOCK = 1 << BLOCK_BITS;
const WITHIN = BLOCK - 1;
const LINK = 4;
/** Blocks of one piece of memory, after as many of one block each. */
const SLAB = 16;
/** Bytes for numbers in a word's first, second, ... chunk; the last one repeats. */
const CHUNKS = [8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4092];
const FIRST_WORDS = 64;

const chunkSize = (level: number): number => CHUNKS[Math.min(level, CHUNKS.length - 1)] ?? 0;

export function bytesFor(value: number): number {
  if (value < 0x80) return 1;
  if (value < 0x4000) return 2;
  if (value < 0x200000) return 3;
  if (value < 0x10000000) return 4;
  throw new RangeError('The index has no room for more');
}

const NO_BYTES = new Uint8Array(0);

/** The address that a chunk links to; undefined at the end of a chain. Only a first chunk can have address 0. */
function nextChunk(block: Uint8Array, chunk: number): number | undefined {
  const link = chunk & WITHIN;
  const [a = 0, b = 0, c = 0, d = 0] = [block[link], block[link + 1], block[link + 2], block[link + 3]];
  const address = (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
  return address === 0 ? undefined : address;
}

/** Columns of the table of words. */
const FIRST = 0;
const TAIL = 1;
const LEFT = 2;
const LEVEL = 3;
const DOCUMENT = 4;
const POSITION = 5;
const COUNT = 6;
const COLUMNS = 7;

/** What postings are made of, as a thread can hand it to another. */
export interface PostingsParts {
  slabs: Uint8Array<ArrayBuffer>[];
  used: number;
  free: number;
  words: Uint32Array<ArrayBuffer>;
}

export class Postings {
  /** Memory that is cut into blocks: few pieces, because handing each to another thread takes a moment. */
  readonly #slabs: Uint8Array<ArrayBuffer>[] = [];
  readonly #blocks: Uint8Array<ArrayBuffer>[] = [];
  /** How many of the blocks are in use. */
  #used: number;
  /** Where the next chunk begins in the last block. */
  #free: number;
  #words: Uint32Array<ArrayBuffer>;

  constructor(parts?: PostingsParts) {
    for (const slab of parts?.slabs ?? []) this.#cut(slab);
    this.#used = parts?.used ?? 0;
    this.#free = parts?.free ?? BLOCK;
    this.#words = parts?.words ?? new Uint32Array(FIRST_WORDS * COLUMNS);
  }

  get parts(): PostingsParts {
    return { slabs: this.#slabs, used: this.#used, free: this.#free, words: this.#words };
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.#used * BLOCK + this.#words.byteLength;
  }

  /** Forgets all, and keeps the memory: what is given back piece by piece stays with the process for long. */
  clear(): void {
    for (const block of this.#blocks.slice(0, this.#used)) block.fill(0);
    [this.#used, this.#free] = [0, BLOCK];
    this.#words = new Uint32Array(FIRST_WORDS * COLUMNS);
  }

  /** In how many documents a word occurs. */
  count(word: number): number {
    return this.#words[word * COLUMNS + COUNT] ?? 0;
  }

  /** Notes an occurrence. Documents must come in ascending order, and positions within one. */
  add(word: number, document: number, position: number): void {
    let words = this.#words;
    const at = word * COLUMNS;
    if (at >= words.length) {
      words = new Uint32Array(Math.max(words.length * 2, at + COLUMNS));
      words.set(this.#words);
      this.#words = words;
    }
    const count = words[at + COUNT] ?? 0;
    const last = words[at + DOCUMENT] ?? 0;
    if (count > 0 && last === document) {
      const distance = (position - (words[at + POSITION] ?? 0)) * 2;
      this.#reserve(words, at, bytesFor(distance));
      this.#append(words, at, distance);
    } else {
      // The first document may be number 0: its distance is counted from -1.
      const distance = (count === 0 ? document + 1 : document - last) * 2 + 1;
      this.#reserve(words, at, bytesFor(distance) + bytesFor(position + 1));
      this.#append(words, at, distance);
      this.#append(words, at, position + 1);
      words[at + COUNT] = count + 1;
      words[at + DOCUMENT] = document;
    }
    words[at + POSITION] = position;
  }

  /** The documents a word occurs in, ascending. */
  documents(word: number): Uint32Array {
    return documentsIn(this.pieces(word), this.count(word));
  }

  /** Walks the occurrences of a word. */
  occurrences(word: number): Occurrences {
    return new Occurrences(this.pieces(word));
  }

  /** The last document a word occurs in. */
  last(word: number): number {
    return this.#words[word * COLUMNS + DOCUMENT] ?? 0;
  }

  /** The bytes of a word's occurrences, chunk by chunk. */
  *pieces(word: number): Generator<Piece> {
    for (let chunk = this.#first(word), level = 0; chunk !== undefined; level += 1) {
      const bytes = this.#blocks[chunk >>> BLOCK_BITS] ?? NO_BYTES;
      const start = (chunk & WITHIN) + LINK;
      yield { bytes, start, end: start + chunkSize(level) };
      chunk = nextChunk(bytes, chunk);
    }
  }

  /** Address of a word's first chunk; undefined for a word that occurs nowhere. */
  #first(word: number): number | undefined {
    return this.count(word) > 0 ? this.#words[word * COLUMNS + FIRST] : undefined;
  }

  /** Ensures that so many bytes can be appended in one chunk. */
  #reserve(words: Uint32Array, at: number, need: number): void {
    if ((words[at + LEFT] ?? 0) < need) this.#chunk(words, at);
  }

  #append(words: Uint32Array, at: number, value: number): void {
    const tail = words[at + TAIL] ?? 0;
    const block = this.#blocks[tail >>> BLOCK_BITS];
    if (!block) throw new RangeError('The index has lost a block');
    let place = tail & WITHIN;
    let rest = value;
    while (rest >= 0x80) {
      block[place++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    block[place++] = rest;
    const length = place - (tail & WITHIN);
    words[at + TAIL] = tail + length;
    words[at + LEFT] = (words[at + LEFT] ?? 0) - length;
  }

  #cut(slab: Uint8Array<ArrayBuffer>): void {
    this.#slabs.push(slab);
    for (let at = 0; at < slab.length; at += BLOCK) this.#blocks.push(slab.subarray(at, at + BLOCK));
  }

  /** Begins a word's next chunk and links it to the one before. */
  #chunk(words: Uint32Array, at: number): void {
    const level = words[at + LEVEL] ?? 0;
    const size = chunkSize(level);
    if (this.#free + LINK + size > BLOCK) {
      if (this.#used === this.#blocks.length) {
        this.#cut(new Uint8Array(this.#used < SLAB ? BLOCK : BLOCK * SLAB));
      }
      this.#used += 1;
      this.#free = 0;
    }
    const address = (((this.#used - 1) << BLOCK_BITS) | this.#free) >>> 0;
    this.#free += LINK + size;
    if (level === 0) {
      words[at + FIRST] = address;
    } else {
      // The link precedes the chunk's numbers.
      const before = (words[at + TAIL] ?? 0) + (words[at + LEFT] ?? 0) - chunkSize(level - 1) - LINK;
      const block = this.#blocks[before >>> BLOCK_BITS];
      const place = before & WITHIN;
      for (let byte = 0; block && byte < LINK; byte += 1)
        block[place + byte] = (address >>> (8 * byte)) & 0xff;
    }
    words[at + TAIL] = address + LINK;
    words[at + LEFT] = size;
    words[at + LEVEL] = level + 1;
  }
}
