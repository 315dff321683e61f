/**
 * Where each word occurs: document numbers and positions, in bytes that are only ever appended to. Each word has a
 * chain of growing chunks in large blocks, so that rare words cost little and frequent ones are read in long runs.
 *
 * A chunk is the address of the next one (4 bytes) and then numbers of 7 bits a byte, lowest first. A number never
 * reaches from one chunk into the next, and none is 0: a 0 byte where one should begin ends the chunk. An odd number
 * begins a document, `(document - the last one) * 2 + 1`, and is followed by its first position, plus 1; an even one
 * is the next position in the same document, `(position - the last one) * 2`.
 */

const BLOCK_BITS = 16;
const BLOCK = 1 << BLOCK_BITS;
const WITHIN = BLOCK - 1;
const LINK = 4;
/** Bytes for numbers in a word's first, second, ... chunk; the last one repeats. */
const CHUNKS = [8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4092];
const FIRST_WORDS = 1024;

const chunkSize = (level: number): number => CHUNKS[Math.min(level, CHUNKS.length - 1)] ?? 0;

function bytesFor(value: number): number {
  if (value < 0x80) return 1;
  if (value < 0x4000) return 2;
  if (value < 0x200000) return 3;
  return value < 0x10000000 ? 4 : 5;
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

export class Postings {
  readonly #blocks: Uint8Array[] = [];
  /** Where the next chunk begins in the last block. */
  #free = BLOCK;
  #words = new Uint32Array(FIRST_WORDS * COLUMNS);

  /** Bytes held. */
  get bytes(): number {
    return this.#blocks.length * BLOCK + this.#words.byteLength;
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
      this.#append(words, at, (position - (words[at + POSITION] ?? 0)) * 2);
    } else {
      // The first document may be number 0: its distance is counted from -1.
      this.#append(words, at, (count === 0 ? document + 1 : document - last) * 2 + 1);
      this.#append(words, at, position + 1);
      words[at + COUNT] = count + 1;
      words[at + DOCUMENT] = document;
    }
    words[at + POSITION] = position;
  }

  /** The documents a word occurs in, ascending. */
  documents(word: number): Uint32Array {
    const found = new Uint32Array(this.count(word));
    const reader = this.reader(word);
    for (let at = 0; at < found.length; at += 1) {
      reader.nextDocument();
      found[at] = reader.document;
    }
    return found;
  }

  /** Walks the documents a word occurs in. */
  reader(word: number): PostingsReader {
    const first = this.count(word) > 0 ? this.#words[word * COLUMNS + FIRST] : undefined;
    return new PostingsReader(this.#blocks, first);
  }

  #append(words: Uint32Array, at: number, value: number): void {
    const need = bytesFor(value);
    if ((words[at + LEFT] ?? 0) < need) this.#chunk(words, at);
    const tail = words[at + TAIL] ?? 0;
    const block = this.#blocks[tail >>> BLOCK_BITS];
    if (!block) throw new RangeError('The index has lost a block');
    let place = tail & WITHIN;
    let rest = value;
    while (rest >= 0x80) {
      block[place++] = (rest & 0x7f) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    block[place] = rest;
    words[at + TAIL] = tail + need;
    words[at + LEFT] = (words[at + LEFT] ?? 0) - need;
  }

  /** Begins a word's next chunk and links it to the one before. */
  #chunk(words: Uint32Array, at: number): void {
    const level = words[at + LEVEL] ?? 0;
    const size = chunkSize(level);
    if (this.#free + LINK + size > BLOCK) {
      this.#blocks.push(new Uint8Array(BLOCK));
      this.#free = 0;
    }
    const address = (((this.#blocks.length - 1) << BLOCK_BITS) | this.#free) >>> 0;
    this.#free += LINK + size;
    if (level === 0) {
      words[at + FIRST] = address;
    } else {
      // The link stands before the chunk's numbers.
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

/** Reads one word's chain. */
export class PostingsReader {
  readonly #blocks: readonly Uint8Array[];
  #block: Uint8Array;
  #place: number;
  /** Where the chunk at hand begins, and where its numbers end. */
  #chunk: number;
  #end: number;
  #level = 0;
  /** The number read ahead: what begins the next document; 0 at the end. */
  #ahead = 0;
  /** The document at hand; -1 before the first. */
  document = -1;
  #first = 0;

  /** `first`: address of the first chunk; undefined for a word that occurs nowhere. */
  constructor(blocks: readonly Uint8Array[], first: number | undefined) {
    this.#blocks = blocks;
    const address = first ?? 0;
    this.#chunk = address;
    this.#block = blocks[address >>> BLOCK_BITS] ?? new Uint8Array(0);
    this.#place = (address & WITHIN) + LINK;
    this.#end = this.#place + chunkSize(0);
    this.#ahead = first === undefined ? 0 : this.#next();
  }

  /** Moves on to the next document; false at the end. */
  nextDocument(): boolean {
    let value = this.#ahead;
    // Positions of the document at hand that nobody asked for.
    while (value !== 0 && (value & 1) === 0) value = this.#next();
    if (value === 0) {
      this.#ahead = 0;
      return false;
    }
    this.document += Math.floor(value / 2);
    this.#first = this.#next() - 1;
    this.#ahead = this.#next();
    return true;
  }

  /** Moves on to the first document that is not before `document`; false at the end. */
  skipTo(document: number): boolean {
    while (this.document < document) if (!this.nextDocument()) return false;
    return true;
  }

  /** Puts the positions in the document at hand, less `offset`, into a list that is emptied first. Once each. */
  positions(into: number[], offset: number): void {
    into.length = 0;
    let position = this.#first - offset;
    into.push(position);
    while (this.#ahead !== 0 && (this.#ahead & 1) === 0) {
      position += this.#ahead / 2;
      into.push(position);
      this.#ahead = this.#next();
    }
  }

  /** The next number of the chain; 0 at its end. */
  #next(): number {
    const block = this.#block;
    let place = this.#place;
    if (place >= this.#end || block[place] === 0) {
      if (!this.#follow()) return 0;
      return this.#next();
    }
    let byte = block[place++] ?? 0;
    let value = byte & 0x7f;
    for (let scale = 0x80; byte >= 0x80; scale *= 0x80) {
      byte = block[place++] ?? 0;
      value += (byte & 0x7f) * scale;
    }
    this.#place = place;
    return value;
  }

  /** Goes on in the next chunk; false where the chain ends. */
  #follow(): boolean {
    const link = this.#chunk & WITHIN;
    const block = this.#block;
    const address =
      ((block[link] ?? 0) |
        ((block[link + 1] ?? 0) << 8) |
        ((block[link + 2] ?? 0) << 16) |
        ((block[link + 3] ?? 0) << 24)) >>>
      0;
    // Nothing is linked to address 0: it is the first chunk of the first word.
    if (address === 0) return false;
    this.#chunk = address;
    this.#block = this.#blocks[address >>> BLOCK_BITS] ?? new Uint8Array(0);
    this.#level += 1;
    this.#place = (address & WITHIN) + LINK;
    this.#end = this.#place + chunkSize(this.#level);
    return true;
  }
}
