/** Walks over postings (`postings.ts` has their format), wherever their bytes are. */

/** Bytes that hold whole occurrences, from `start` up to `end` or to a 0 where one should begin. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** The documents that occurrences are in, ascending; there are `count`. */
export function documentsIn(pieces: Iterable<Piece>, count: number): Uint32Array {
  const found = new Uint32Array(count);
  let document = -1;
  let at = 0;
  for (const { bytes, start, end } of pieces) {
    let place = start;
    // A tight loop with local variables only: searches for frequent words spend their time here.
    while (place < end && bytes[place] !== 0) {
      let byte = bytes[place++] ?? 0;
      if ((byte & 1) === 0) {
        while (byte >= 0x80) byte = bytes[place++] ?? 0;
        continue;
      }
      let distance = (byte & 0x7f) >>> 1;
      for (let shift = 6; byte >= 0x80; shift += 7) {
        byte = bytes[place++] ?? 0;
        distance |= (byte & 0x7f) << shift;
      }
      document += distance;
      found[at++] = document;
      while ((bytes[place++] ?? 0) >= 0x80);
    }
  }
  return found;
}

const NO_BYTES = new Uint8Array(0);

/** Walks the occurrences of one word: by document, then by position. */
export class Occurrences {
  readonly #pieces: Iterator<Piece>;
  #bytes: Uint8Array = NO_BYTES;
  #place = 0;
  #end = 0;
  /** The occurrence at hand; document -1 before the first. */
  document = -1;
  position = 0;

  constructor(pieces: Iterable<Piece>) {
    this.#pieces = pieces[Symbol.iterator]();
  }

  /** Moves on to the next occurrence; false at the end. */
  next(): boolean {
    while (this.#place >= this.#end || this.#bytes[this.#place] === 0) {
      const { done, value } = this.#pieces.next();
      if (done) {
        this.#end = 0;
        return false;
      }
      this.#bytes = value.bytes;
      this.#place = value.start;
      this.#end = value.end;
    }
    const value = this.#number();
    if ((value & 1) === 0) {
      this.position += value >>> 1;
    } else {
      this.document += value >>> 1;
      this.position = this.#number() - 1;
    }
    return true;
  }

  /** Moves on to the first occurrence that is not before this place; false when there is none. */
  advance(document: number, position: number): boolean {
    while (this.document < document || (this.document === document && this.position < position)) {
      if (!this.next()) return false;
    }
    return true;
  }

  #number(): number {
    const bytes = this.#bytes;
    let place = this.#place;
    let byte = bytes[place++] ?? 0;
    let value = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[place++] ?? 0;
      value |= (byte & 0x7f) << shift;
    }
    this.#place = place;
    return value;
  }
}

/** The occurrences of one word of a phrase. */
export interface PhraseWord {
  readonly walk: Occurrences;
  /** How far it is from the phrase's first word. */
  readonly offset: number;
  /** In how many documents it occurs. */
  readonly count: number;
}

/** So many documents are looked at without a pause. */
const PART = 4096;

/** The documents in which words are at their distances from each other, ascending. May pause wherever it yields. */
export function* documentsWithPhrase(words: readonly PhraseWord[]): Generator<void, Uint32Array> {
  // The rarest word leads: the others are only checked where it occurs.
  const [leader, ...others] = [...words].sort((a, b) => a.count - b.count);
  const found: number[] = [];
  if (!leader) return new Uint32Array(0);
  // Plain loops: with frequent words this runs several times for every object of the collection.
  const { walk } = leader;
  let last = -1;
  let seen = 0;
  search: while (walk.next()) {
    const { document } = walk;
    if (document === last) continue;
    if (++seen % PART === 0) yield;
    const start = walk.position - leader.offset;
    for (const other of others) {
      if (!other.walk.advance(document, start + other.offset)) break search;
      if (other.walk.document !== document || other.walk.position !== start + other.offset) continue search;
    }
    found.push(document);
    last = document;
  }
  return Uint32Array.from(found);
}
