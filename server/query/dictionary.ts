/** The words of an index, by number: an open-addressed table over typed arrays, without a string per word. */

/** A word not found. */
export const UNKNOWN = -1;

/** More of a word is not told apart: longer runs are data, not words. */
export const LONGEST_WORD = 64;

const EMPTY = -1;
const FIRST_SLOTS = 1024;

function grown(array: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length);
  larger.set(array);
  return larger;
}

export class Dictionary {
  #slots = new Int32Array(FIRST_SLOTS).fill(EMPTY);
  #hashes = new Uint32Array(FIRST_SLOTS / 2);
  /** Where each word's characters begin; the next one's beginning is its end. */
  #starts = new Uint32Array(FIRST_SLOTS / 2 + 1);
  #characters = new Uint16Array(FIRST_SLOTS * 4);
  #size = 0;

  /** How many words there are; they are numbered from 0. */
  get size(): number {
    return this.#size;
  }

  /** Bytes held. */
  get bytes(): number {
    const { byteLength } = this.#characters;
    return this.#slots.byteLength + this.#hashes.byteLength + this.#starts.byteLength + byteLength;
  }

  /** The number of a word that stands in a text; a new one for a new word. */
  number(text: string, start: number, end: number): number {
    const stop = Math.min(end, start + LONGEST_WORD);
    const hash = hashOf(text, start, stop);
    const slot = this.#slot(text, start, stop, hash);
    const known = this.#slots[slot] ?? EMPTY;
    return known === EMPTY ? this.#add(text, start, stop, hash, slot) : known;
  }

  /** The number of a word, or `UNKNOWN`. */
  find(word: string): number {
    const stop = Math.min(word.length, LONGEST_WORD);
    return this.#slots[this.#slot(word, 0, stop, hashOf(word, 0, stop))] ?? UNKNOWN;
  }

  /** The slot that holds the word, or the empty one where it belongs. */
  #slot(text: string, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot] ?? EMPTY;
      if (number === EMPTY) return slot;
      if (this.#hashes[number] === hash && this.#is(number, text, start, end)) return slot;
    }
  }

  #is(number: number, text: string, start: number, end: number): boolean {
    const from = this.#starts[number] ?? 0;
    if ((this.#starts[number + 1] ?? 0) - from !== end - start) return false;
    for (let at = start; at < end; at += 1) {
      if (this.#characters[from + at - start] !== text.charCodeAt(at)) return false;
    }
    return true;
  }

  #add(text: string, start: number, end: number, hash: number, slot: number): number {
    const number = this.#size;
    const from = this.#starts[number] ?? 0;
    if (number + 1 >= this.#hashes.length) {
      this.#hashes = grown(this.#hashes, this.#hashes.length * 2);
      this.#starts = grown(this.#starts, this.#hashes.length + 1);
    }
    if (from + end - start > this.#characters.length) {
      const larger = new Uint16Array(this.#characters.length * 2);
      larger.set(this.#characters);
      this.#characters = larger;
    }
    for (let at = start; at < end; at += 1) this.#characters[from + at - start] = text.charCodeAt(at);
    this.#starts[number + 1] = from + end - start;
    this.#hashes[number] = hash;
    this.#slots[slot] = number;
    this.#size += 1;
    if (this.#size * 2 > this.#slots.length) this.#spread();
    return number;
  }

  /** Twice the slots: never more than half of them are taken. */
  #spread(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(EMPTY);
    const mask = slots.length - 1;
    for (let number = 0; number < this.#size; number += 1) {
      let slot = (this.#hashes[number] ?? 0) & mask;
      while (slots[slot] !== EMPTY) slot = (slot + 1) & mask;
      slots[slot] = number;
    }
    this.#slots = slots;
  }
}

/** FNV-1a over code units, its high bits folded down to where the slots are picked. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
