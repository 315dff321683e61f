/** The words of an index, by number: an open-addressed table over typed arrays, without a string per word. */
import { unitsOf, wordHash } from '../../query/words.js';
import { orderOf, type WordList } from './word-list.js';

/** A word not found. */
export const UNKNOWN = -1;

/** Max stored part of a word; longer runs are data, not words, and may be confused. */
export const MAX_WORD_LENGTH = 64;

const FIRST_SLOTS = 64;

/** What a dictionary is made of, as a thread can hand it to another. */
export interface DictionaryParts {
  slots: Uint32Array<ArrayBuffer>;
  starts: Uint32Array<ArrayBuffer>;
  characters: Uint16Array<ArrayBuffer>;
  size: number;
}

export class Dictionary {
  /** Pairs of a word's number plus 1, and its hash, side by side because they are read together; 0 is empty. */
  #slots = new Uint32Array(2 * FIRST_SLOTS);
  /** Where each word's characters begin; the next one's beginning is its end. */
  #starts = new Uint32Array(FIRST_SLOTS);
  #characters = new Uint16Array(FIRST_SLOTS * 4);
  #size = 0;

  constructor(parts?: DictionaryParts) {
    if (!parts) return;
    this.#slots = parts.slots;
    this.#starts = parts.starts;
    this.#characters = parts.characters;
    this.#size = parts.size;
  }

  get parts(): DictionaryParts {
    return { slots: this.#slots, starts: this.#starts, characters: this.#characters, size: this.#size };
  }

  /** Its words by their numbers; valid until one is added. */
  get list(): WordList {
    return { starts: this.#starts, characters: this.#characters, size: this.#size };
  }

  /** How many words there are; they are numbered from 0. */
  get size(): number {
    return this.#size;
  }

  /** Bytes held. */
  get bytes(): number {
    return this.#slots.byteLength + this.#starts.byteLength + this.#characters.byteLength;
  }

  /** The number of a word in a text's units; a new number for a new word. `hash`: that of `wordHash`. */
  number(units: Uint16Array, start: number, end: number, hash: number): number {
    const stop = Math.min(end, start + MAX_WORD_LENGTH);
    // What is stored of two long words may be the same: then they are one word here, as they are in a file.
    const stored = stop < end ? wordHash(units, start, stop) : hash;
    const slot = this.#slot(units, start, stop, stored);
    const known = this.#slots[slot] ?? 0;
    return known === 0 ? this.#add(units, start, stop, stored, slot) : known - 1;
  }

  /** The number of a word, or `UNKNOWN`. */
  find(word: string): number {
    const units = unitsOf(word);
    const stop = Math.min(units.length, MAX_WORD_LENGTH);
    return (this.#slots[this.#slot(units, 0, stop, wordHash(units, 0, stop))] ?? 0) - 1;
  }

  /** The numbers of all words that begin with a text, itself included. Scans all words. */
  *beginningWith(start: string): Generator<number> {
    const units = unitsOf(start).subarray(0, MAX_WORD_LENGTH);
    for (let number = 0; number < this.#size; number += 1) {
      if (orderOf(this.list, number, units, units.length) === 0) yield number;
    }
  }

  /** The slot that holds the word, or the empty one where it belongs. */
  #slot(units: Uint16Array, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = firstSlot(hash, mask); ; slot = (slot + 2) & mask) {
      const number = this.#slots[slot] ?? 0;
      if (number === 0) return slot;
      if (this.#slots[slot + 1] === hash && this.#is(number - 1, units, start, end)) return slot;
    }
  }

  #is(number: number, units: Uint16Array, start: number, end: number): boolean {
    const from = this.#starts[number] ?? 0;
    if ((this.#starts[number + 1] ?? 0) - from !== end - start) return false;
    for (let at = start; at < end; at += 1) {
      if (this.#characters[from + at - start] !== units[at]) return false;
    }
    return true;
  }

  #add(units: Uint16Array, start: number, end: number, hash: number, slot: number): number {
    const number = this.#size;
    const from = this.#starts[number] ?? 0;
    if (number + 1 >= this.#starts.length) {
      const larger = new Uint32Array(this.#starts.length * 2);
      larger.set(this.#starts);
      this.#starts = larger;
    }
    if (from + end - start > this.#characters.length) {
      const larger = new Uint16Array(this.#characters.length * 2);
      larger.set(this.#characters);
      this.#characters = larger;
    }
    this.#characters.set(units.subarray(start, end), from);
    this.#starts[number + 1] = from + end - start;
    this.#slots[slot] = number + 1;
    this.#slots[slot + 1] = hash;
    this.#size += 1;
    if (this.#size * 4 > this.#slots.length) this.#spread();
    return number;
  }

  /** Twice the slots: never more than half of them are taken. */
  #spread(): void {
    const before = this.#slots;
    const slots = new Uint32Array(before.length * 2);
    const mask = slots.length - 1;
    for (let from = 0; from < before.length; from += 2) {
      const number = before[from] ?? 0;
      const hash = before[from + 1] ?? 0;
      if (number === 0) continue;
      let slot = firstSlot(hash, mask);
      while (slots[slot] !== 0) slot = (slot + 2) & mask;
      slots[slot] = number;
      slots[slot + 1] = hash;
    }
    this.#slots = slots;
  }
}

/** The first slot to probe: the hash's high bits, reduced to the number of pairs. */
const firstSlot = (hash: number, mask: number): number => ((hash ^ (hash >>> 15)) << 1) & mask;
