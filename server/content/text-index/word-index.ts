/** Which documents hold a word or a phrase (spec/performance.md#search-index). Documents are numbers, texts searchable texts. */

import type { SearchTerm } from '../../query/search-terms.js';
import { eachWord } from '../../query/words.js';
import {
  Dictionary,
  type DictionaryParts,
  MAX_WORD_LENGTH,
  type SimilarWord,
  UNKNOWN,
} from './dictionary.js';
import { Postings, type PostingsParts } from './postings.js';

const NONE = new Uint32Array(0);

/** Whether a term's candidates are exact; otherwise their texts must be checked. */
export const isDecided = ({ plain, prefix, words }: SearchTerm): boolean =>
  plain && !(prefix && words.length > 1) && words.every((word) => word.length <= MAX_WORD_LENGTH);

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
  readonly #dictionary: Dictionary;
  readonly #postings: Postings;
  /** The units of the text at hand, made once for many. */
  #units = new Uint16Array(8192);

  /** `parts`: of an index that came from another thread. */
  constructor(parts?: IndexParts) {
    this.#dictionary = new Dictionary(parts?.dictionary);
    this.#postings = new Postings(parts?.postings);
  }

  get parts(): IndexParts {
    return { dictionary: this.#dictionary.parts, postings: this.#postings.parts };
  }

  /** Bytes held. */
  get bytes(): number {
    return this.#dictionary.bytes + this.#postings.bytes;
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
    return this.#dictionary.similar(word, prefix);
  }

  /** The documents that can hold a term, ascending; exactly those that do when it is decided. */
  candidates({ words, steps, prefix }: Pick<SearchTerm, 'words' | 'steps' | 'prefix'>): Uint32Array {
    const [first = ''] = words;
    if (prefix && words.length === 1) return this.#beginningWith(first);
    // Words that the last word is a prefix of are found by checking the texts.
    if (prefix) return this.candidates({ words: words.slice(0, -1), steps, prefix: false });
    const numbers = words.map((word) => this.#dictionary.find(word));
    if (numbers.length === 0 || numbers.includes(UNKNOWN)) return NONE;
    const [only] = numbers;
    if (numbers.length === 1 && only !== undefined) return this.#postings.documents(only);
    return this.#inSequence(numbers, steps);
  }

  /** The documents with any word that begins so, ascending. */
  #beginningWith(start: string): Uint32Array {
    const documents = new Set<number>();
    for (const number of this.#dictionary.beginningWith(start)) {
      for (const document of this.#postings.documents(number)) documents.add(document);
    }
    return Uint32Array.from(documents).sort();
  }

  /** Documents in which the words follow each other by these steps. */
  #inSequence(numbers: readonly number[], steps: readonly number[]): Uint32Array {
    let offset = 0;
    const parts = numbers.map((number, at) => {
      offset += at === 0 ? 0 : (steps[at] ?? 0);
      return { walk: this.#postings.occurrences(number), offset, count: this.#postings.count(number) };
    });
    // The rarest word leads: the others are only checked where it occurs.
    parts.sort((a, b) => a.count - b.count);
    const [leader, ...others] = parts;
    const found: number[] = [];
    if (!leader) return NONE;
    // Plain loops: with frequent words this runs several times for every object of the collection.
    const { walk } = leader;
    let last = -1;
    search: while (walk.next()) {
      const { document } = walk;
      if (document === last) continue;
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
}
