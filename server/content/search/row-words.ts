/** Which rows of an index hold the words of a search. Their texts are indexed on the first one. */

import { LRUCache } from 'lru-cache';
import { Yielder } from '../../async/yielder.js';
import { message } from '../../contract/messages/message.js';
import { PlinthError } from '../../errors.js';
import { holdsTerm, type Search, type SearchTerm, searchKey } from '../../query/search-terms.js';
import { collapse } from '../../query/searchable.js';
import { SectionFile } from '../../store/catalogue/section-file.js';
import type { KeptFile } from '../../store/types/catalogue.js';
import { FileReplaced, IndexLost } from '../text-index/index-thread.js';
import type { TextIndex, Texts } from '../text-index/text-index.js';
import type { TextIndexes } from '../text-index/text-indexes.js';
import { isDecided } from '../text-index/word-index.js';
import type { RowNumbers } from './row-numbers.js';
import type { RowValues } from './row-values.js';

/** An index is rebuilt when more than half of its texts, and more than this, belong to removed rows. */
const SPARE = 1000;

/** Searches whose results so far are remembered while texts are being indexed. */
const SO_FAR = 8;

/** In place of the document of a row that has none. */
const NO_DOCUMENT = 2 ** 32 - 1;

/** For every number below `upTo` 1 when its row is found, else 0. */
export interface FoundFlags {
  readonly flags: Uint8Array<ArrayBuffer>;
  readonly upTo: number;
  readonly generation: number;
}

export interface WordsOptions {
  readonly indexes: TextIndexes;
  /** The index of the index before, with texts that may be the same. */
  readonly before: TextIndex | undefined;
  /** As `Texts` has them. */
  readonly key: string | undefined;
  readonly kept: KeptFile | undefined;
  /** Has the words made when nothing else is to be done. */
  readonly later: () => void;
}

/** Rows that are being indexed, and their documents, as far as they have one yet. */
interface Pass {
  readonly start: number;
  readonly documents: Uint32Array;
  readonly generation: number;
}

/** What a search found in the first files of words, while more are being made. */
interface SoFar {
  readonly index: TextIndex;
  readonly pass: number;
  readonly files: number;
  /** For each document how many of the terms it has. */
  readonly marks: Uint8Array;
}

/** Where a search looks for terms, and what holds as long as it is right. */
interface Ground {
  candidates(term: SearchTerm): Promise<Uint32Array>;
  isCurrent(): boolean;
  /** Of each number, as far as it has one. */
  readonly documents: Uint32Array;
  readonly marks: Uint8Array;
}

/** A term and the documents that may have it, whose texts must be checked. */
interface Look {
  readonly term: SearchTerm;
  readonly candidates: Uint32Array;
}

function isThere({ path, identity }: KeptFile): boolean {
  const file = SectionFile.open(path, identity);
  file?.close();
  return file !== undefined;
}

export class RowWords {
  readonly #numbers: RowNumbers;
  readonly #values: RowValues;
  readonly #texts: Texts;
  readonly #indexes: TextIndexes;
  readonly #later: () => void;
  #index: TextIndex | undefined;
  /** The documents of the numbers below `#upTo`, in the index at hand and of one generation. */
  #documents = new Uint32Array(0);
  #upTo = 0;
  /** Each document has the number of its row, as in an index that was made for these rows. */
  #aligned = true;
  #generation = 0;
  #failures = 0;
  #covering: Promise<void> | undefined;
  #pass: Pass | undefined;
  readonly #soFar = new LRUCache<string, SoFar>({ max: SO_FAR });
  #isComplete = false;
  /** Whether an index begins with the words that were kept. */
  #restores = true;
  #closed = false;
  #retired = false;
  #isPrepared = false;
  #preparing: NodeJS.Timeout | undefined;

  constructor(numbers: RowNumbers, values: RowValues, { indexes, before, key, kept, later }: WordsOptions) {
    this.#numbers = numbers;
    this.#values = values;
    this.#texts = { bytes: (row, once) => values.bytes(row, once), markup: values.markup, key, kept };
    this.#indexes = indexes;
    this.#index = before;
    this.#later = later;
  }

  /** The index it uses, for the index that comes next. */
  get index(): TextIndex | undefined {
    return this.#index;
  }

  /** Whether all was indexed once: searches wait no longer than for what has changed since. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** How many rows have been indexed. */
  get indexed(): number {
    const { length } = this.#numbers.live;
    return this.#isComplete ? length : Math.min(length, this.#upTo + (this.#index?.passed ?? 0));
  }

  /** Indexes what is not indexed yet. Searches wait for it, all for the same pass. */
  cover(): Promise<void> {
    this.#index?.hurry();
    return this.#coverOnce();
  }

  /** The same while no search waits for it. */
  coverInPauses(): Promise<void> {
    if (!this.#covering) this.#usable().rest();
    return this.#coverOnce();
  }

  /**
   * Makes the file of words where there is none, once it is quiet: the first search of many texts would wait for long.
   * Called with each request; the first one counts.
   */
  prepareLater(): void {
    const { kept } = this.#texts;
    if (this.#isPrepared || !kept?.prepare) return;
    this.#isPrepared = true;
    if (this.#numbers.live.length < this.#indexes.keepFrom) return;
    this.#preparing = setTimeout(() => {
      if (this.#closed || this.#retired || this.#index || isThere(kept)) return;
      this.#later();
    }, this.#indexes.quietMs).unref();
  }

  #coverOnce(): Promise<void> {
    this.#covering ??= this.#cover().finally(() => {
      this.#covering = undefined;
    });
    return this.#covering;
  }

  /** Which rows are found, as far as they are indexed. */
  async find(search: Search): Promise<FoundFlags> {
    for (;;) {
      await this.cover();
      try {
        const flags = await this.#flags(search);
        if (flags) return flags;
      } catch (error) {
        // The next pass makes another index.
        if (!(error instanceof IndexLost)) throw error;
        if (error instanceof FileReplaced) continue;
        this.#failures += 1;
        this.#restores = false;
      }
    }
  }

  /**
   * Which rows are found in the texts whose words have been written to files while others are being indexed. Undefined
   * where that says nothing.
   */
  async findSoFar(search: Search): Promise<FoundFlags | undefined> {
    const [index, pass] = [this.#index, this.#pass];
    const { generation } = this.#numbers;
    if (!index?.busy || index.lost || !pass || pass.generation !== generation) return undefined;
    const { pass: begun, files } = index;
    const key = searchKey(search);
    const known = this.#soFar.get(key);
    const before = known?.index === index && known.pass === begun ? known : undefined;
    const documents = new Uint32Array(pass.start + pass.documents.length);
    documents.set(this.#documents.subarray(0, pass.start));
    documents.set(pass.documents, pass.start);
    const marks = new Uint8Array(index.size);
    marks.set(before?.marks ?? []);
    const isCurrent = () => index.pass === begun && !index.lost && this.#numbers.generation === generation;
    const candidates = (term: SearchTerm) => index.candidatesIn(term, before?.files ?? 0, files);
    if (!(await this.#count(search, { candidates, isCurrent, documents, marks }))) return undefined;
    this.#soFar.set(key, { index, pass: begun, files, marks });
    return { flags: this.#found(search, documents, marks), upTo: documents.length, generation };
  }

  /** Another index replaces this one, and its index unless `shared` is false. Running requests continue. */
  retire(shared: boolean): void {
    this.#retired = true;
    clearTimeout(this.#preparing);
    if (this.#index && !shared) this.#indexes.leave(this.#index);
  }

  /** Drops the index; a running pass ends with `busy`. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#preparing);
    if (this.#index) this.#indexes.drop(this.#index);
    this.#index = undefined;
  }

  async #cover(): Promise<void> {
    for (;;) {
      if (this.#closed) throw new PlinthError('busy', message('folderClosing'));
      const index = this.#usable();
      const { generation, next } = this.#numbers;
      if (this.#generation !== generation) this.#upTo = 0;
      this.#generation = generation;
      if (this.#upTo < next) {
        await this.#take(index, next);
      } else if (index.busy) {
        await index.whenIdle();
      } else {
        this.#failures = 0;
        this.#isComplete = true;
        if (!this.#retired) this.#indexes.use(index);
        return;
      }
    }
  }

  /** The index at hand, or an empty one. */
  #usable(): TextIndex {
    const index = this.#index;
    if (index && !index.lost && (index.busy || index.size <= 2 * this.#numbers.live.length + SPARE)) {
      return index;
    }
    // Most texts of its file have gone, too.
    if (index && !index.lost) this.#restores = false;
    if (index && !this.#retired) this.#indexes.drop(index);
    this.#index = this.#indexes.make(this.#failures, this.#restores);
    this.#upTo = 0;
    return this.#index;
  }

  /** Indexes the rows that are not indexed yet, up to a number. */
  async #take(index: TextIndex, end: number): Promise<void> {
    const start = this.#upTo;
    const generation = this.#generation;
    const rows = this.#numbers.between(start, end);
    const documents = new Uint32Array(rows.length).fill(NO_DOCUMENT);
    this.#pass = { start, documents, generation };
    try {
      await index.take(rows, documents, this.#texts);
      if (this.#index !== index || this.#numbers.generation !== generation) return;
      if (end > this.#documents.length) {
        const longer = new Uint32Array(Math.ceil(end * 1.25));
        longer.set(this.#documents);
        this.#documents = longer;
      }
      this.#documents.set(documents, start);
      this.#upTo = end;
      const aligned = documents.every((document, at) => document === start + at);
      this.#aligned = aligned && (start === 0 || this.#aligned);
    } catch (error) {
      if (!(error instanceof IndexLost)) throw error;
      this.#indexes.drop(index);
      this.#failures += 1;
    } finally {
      this.#pass = undefined;
      this.#soFar.clear();
    }
  }

  /** Undefined when index or numbers have changed in the meantime. */
  async #flags(search: Search): Promise<FoundFlags | undefined> {
    const { generation } = this.#numbers;
    const index = this.#index;
    if (!index || index.busy || index.lost || generation !== this.#generation) return undefined;
    const documents = this.#documents.subarray(0, this.#upTo);
    const { generation: added } = index;
    const marks = new Uint8Array(index.size);
    const isCurrent = () =>
      index.generation === added && !index.lost && this.#numbers.generation === generation;
    const candidates = (term: SearchTerm) => index.candidates(term);
    if (!(await this.#count(search, { candidates, isCurrent, documents, marks }))) return undefined;
    // Marks are flags where there is one term and nothing to translate.
    const isTranslated = !this.#aligned || search.terms.length !== 1;
    const flags = isTranslated ? this.#found(search, documents, marks) : marks.subarray(0, documents.length);
    return { flags, upTo: flags.length, generation };
  }

  /** A flag for each number whose document has as many terms as the search wants. */
  #found({ any, terms }: Search, documents: Uint32Array, marks: Uint8Array): Uint8Array<ArrayBuffer> {
    const enough = any ? 1 : Math.max(terms.length, 1);
    const flags = new Uint8Array(documents.length);
    for (let number = 0; number < flags.length; number += 1) {
      flags[number] = (marks[documents[number] ?? NO_DOCUMENT] ?? 0) >= enough ? 1 : 0;
    }
    return flags;
  }

  /** Counts the terms that documents have in `marks`; false when they have become others meanwhile. */
  async #count({ any, terms }: Search, ground: Ground): Promise<boolean> {
    const { marks } = ground;
    const looks: Look[] = [];
    let decided = 0;
    for (const term of terms) {
      const candidates = await ground.candidates(term);
      if (!ground.isCurrent()) return false;
      if (isDecided(term)) {
        decided += 1;
        for (const document of candidates) marks[document] = (marks[document] ?? 0) + 1;
      } else {
        looks.push({ term, candidates });
      }
    }
    return looks.length === 0 || this.#look(looks, ground, { any, decided });
  }

  /** Looks whether texts hold terms; false when the numbers of their rows have become others'. */
  async #look(
    looks: readonly Look[],
    { documents, marks }: Ground,
    { any, decided }: { any: boolean; decided: number },
  ): Promise<boolean> {
    const yielder = new Yielder();
    const { generation } = this.#numbers;
    const numbers = new Uint32Array(marks.length).fill(NO_DOCUMENT);
    for (const [number, document] of documents.entries()) {
      // Without a row it has any document, also one of another row.
      if (this.#numbers.row(number)) numbers[document] = number;
    }
    let done = decided;
    for (const { term, candidates } of looks) {
      for (const document of candidates) {
        // The results of the other terms leave fewer texts to check.
        if (any ? marks[document] !== 0 : marks[document] !== done) continue;
        const row = this.#numbers.row(numbers[document] ?? NO_DOCUMENT);
        if (row && holdsTerm(collapse(this.#values.text(row)), term)) {
          marks[document] = (marks[document] ?? 0) + 1;
        }
        if (!yielder.exhausted) continue;
        await yielder.yieldToEventLoop();
        if (this.#numbers.generation !== generation || this.#closed) return false;
      }
      done += 1;
    }
    return true;
  }
}
