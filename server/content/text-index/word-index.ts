/** Which documents hold a word or a phrase (spec/performance.md#search-index). Documents are numbers, texts searchable texts. */

import type { SearchTerm } from '../../query/search-terms.js';
import { eachWord } from '../../query/words.js';
import { Dictionary, type DictionaryParts, MAX_WORD_LENGTH, UNKNOWN } from './dictionary.js';
import { documentsWithPhrase, type Piece } from './occurrences.js';
import { Postings, type PostingsParts } from './postings.js';
import { orderOf, type SimilarWord, similarIn, unitsAt } from './word-list.js';

const NONE = new Uint32Array(0);

/** Whether a term's candidates are exact; otherwise their texts must be checked. */
export const isDecided = ({ plain, prefix, words }: SearchTerm): boolean =>
  plain && !(prefix && words.length > 1) && words.every((word) => word.length <= MAX_WORD_LENGTH);

/** What is looked for of a term. */
export type TermWords = Pick<SearchTerm, 'words' | 'steps' | 'prefix'>;

/** A term without its last word where that is the beginning of others: those are found by checking the texts. */
export const wholeWords = ({ words, steps, prefix }: TermWords): Omit<TermWords, 'prefix'> => ({
  words: prefix ? words.slice(0, -1) : words,
  steps,
});

/** How far each word of a term is from its first one. */
export function offsetsOf(steps: readonly number[]): number[] {
  let offset = 0;
  return steps.map((step, at) => {
    offset += at === 0 ? 0 : step;
    return offset;
  });
}

/** The documents of any of several lists, ascending. */
export function allOf(lists: readonly Uint32Array[]): Uint32Array {
  const [only] = lists;
  if (only && lists.length === 1) return only;
  const last = Math.max(-1, ...lists.map((list) => list.at(-1) ?? -1));
  const marks = new Uint8Array(last + 1);
  for (const list of lists) for (const document of list) marks[document] = 1;
  const found: number[] = [];
  for (let document = 0; document <= last; document += 1) if (marks[document] === 1) found.push(document);
  return Uint32Array.from(found);
}

/** Words in the order of their UTF-16 units, with where they occur. */
export interface WordSource {
  readonly size: number;
  units(place: number): Uint16Array;
  /** In how many documents a word occurs. */
  count(place: number): number;
  /** The last of these documents. */
  last(place: number): number;
  /** Each is valid until the next one; one may end inside an occurrence. */
  pieces(place: number): Iterable<Piece>;
}

/** What an index is made of. */
export interface IndexParts {
  dictionary: DictionaryParts;
  postings: PostingsParts;
}

/** The memory of an index, to be transferred to another thread; the index cannot be used after that. */
export function memoryOf({ dictionary, postings }: IndexParts): ArrayBuffer[] {
  const { slots, starts, characters } = dictionary;
  return [slots, starts, characters, postings.words, ...postings.slabs].map(({ buffer }) => buffer);
}

export class WordIndex {
  #dictionary: Dictionary;
  readonly #postings: Postings;
  /** The units of the text at hand, made once for many. */
  #units = new Uint16Array(0);

  /** `parts`: of an index that came from another thread. */
  constructor(parts?: IndexParts) {
    this.#dictionary = new Dictionary(parts?.dictionary);
    this.#postings = new Postings(parts?.postings);
  }

  get parts(): IndexParts {
    return { dictionary: this.#dictionary.parts, postings: this.#postings.parts };
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.#dictionary.bytes + this.#postings.bytes;
  }

  /** Forgets all, as `Postings.clear`. */
  clear(): void {
    this.#dictionary = new Dictionary();
    this.#postings.clear();
  }

  /** Adds a document's text. Documents come in ascending order, each once; they are never taken out again. */
  add(document: number, text: string): void {
    const { length } = text;
    if (length > this.#units.length) this.#units = new Uint16Array(2 * length);
    const units = this.#units;
    Buffer.from(units.buffer).write(text, 'utf16le');
    let position = 0;
    eachWord(units, length, (start, end, step, hash) => {
      position += step;
      this.#postings.add(this.#dictionary.number(units, start, end, hash), document, position);
    });
  }

  /** Words that one may be with typing errors. Yields undefined now and then. */
  similar(word: string, prefix: boolean): Generator<SimilarWord | undefined> {
    return similarIn(this.#dictionary.list, word, prefix);
  }

  /**
   * The documents that can hold a term, ascending; exactly those that do when it is decided. May pause wherever it
   * yields, if nothing is added meanwhile.
   */
  *candidates(term: TermWords): Generator<void, Uint32Array> {
    const [first = ''] = term.words;
    if (term.prefix && term.words.length === 1) return this.#beginningWith(first);
    const { words, steps } = wholeWords(term);
    const numbers = words.map((word) => this.#dictionary.find(word));
    if (numbers.length === 0 || numbers.includes(UNKNOWN)) return NONE;
    const [only] = numbers;
    if (numbers.length === 1 && only !== undefined) return this.#postings.documents(only);
    return yield* this.#inSequence(numbers, steps);
  }

  /** The documents with any word that begins so, ascending. */
  #beginningWith(start: string): Uint32Array {
    const numbers = [...this.#dictionary.beginningWith(start)];
    return allOf(numbers.map((number) => this.#postings.documents(number)));
  }

  /** Documents in which the words follow each other by these steps. */
  #inSequence(numbers: readonly number[], steps: readonly number[]): Generator<void, Uint32Array> {
    const offsets = offsetsOf(steps);
    return documentsWithPhrase(
      numbers.map((number, at) => ({
        walk: this.#postings.occurrences(number),
        offset: offsets[at] ?? 0,
        count: this.#postings.count(number),
      })),
    );
  }

  /** Its words in their order, for a file. */
  source(): WordSource {
    const { list } = this.#dictionary;
    const numbers = Uint32Array.from({ length: list.size }, (_number, at) => at);
    numbers.sort((a, b) => orderOf(list, a, unitsAt(list, b)));
    const at = (place: number) => numbers[place] ?? 0;
    return {
      size: list.size,
      units: (place) => unitsAt(list, at(place)),
      count: (place) => this.#postings.count(at(place)),
      last: (place) => this.#postings.last(at(place)),
      pieces: (place) => this.#postings.pieces(at(place)),
    };
  }
}
