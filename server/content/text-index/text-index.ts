/**
 * The words of a collection's texts, each text a document with a number. It outlives the collection's indexes: an
 * unchanged text keeps its document. Removed texts stay until the index is rebuilt.
 */

import { Yielder } from '../../async/yielder.js';
import type { SearchTerm } from '../../query/search-terms.js';
import type { Markup } from '../../query/searchable.js';
import { etagOf, isSameFile } from '../../store/catalogue/row.js';
import type { Row } from '../../store/types/catalogue.js';
import type { SimilarWord } from './dictionary.js';
import { IndexLost, type IndexThread } from './index-thread.js';
import { IndexWriter } from './index-writer.js';
import { WordIndex } from './word-index.js';

/** Data of a document besides its words: its tag, its id, its row. */
const DOCUMENT_BYTES = 200;

/** Max similar words of one. */
const MAX_SIMILAR = 20;

/** Where the texts of rows come from. */
export interface Texts {
  /** The answer of a row; undefined where it cannot be read. Throws `busy`. */
  bytes(row: Row): Buffer | undefined;
  readonly markup: Markup;
  /** The same as long as the same file has the same answer; undefined where that depends on more than the file. */
  readonly key: string | undefined;
}

export class TextIndex {
  readonly #thread: IndexThread | undefined;
  #words = new WordIndex();
  /** Of each document: the tag of its answer, and the row it was found to be that of by `#key`. */
  #tags: string[] = [];
  #rows: (Row | undefined)[] = [];
  #key: string | undefined;
  readonly #latest = new Map<string, number>();
  #passes = 0;
  #last: Promise<unknown> = Promise.resolve();
  #lost = false;

  /** Without a thread all is done here. */
  constructor(thread: IndexThread | undefined) {
    this.#thread = thread;
  }

  get bytes(): number {
    return this.#words.bytes + this.#tags.length * DOCUMENT_BYTES;
  }

  /** How many documents there are, those of texts that have gone included. */
  get size(): number {
    return this.#tags.length;
  }

  /** Whether texts are being added; it cannot be searched until then. */
  get busy(): boolean {
    return this.#passes > 0;
  }

  get lost(): boolean {
    return this.#lost;
  }

  /** The documents that can hold a term. */
  candidates(term: SearchTerm): Uint32Array {
    return this.#words.candidates(term);
  }

  /** Words that one may be with typing errors, the most similar ones. Empty while texts are being added. */
  async similar(word: string, prefix: boolean): Promise<SimilarWord[]> {
    const found: SimilarWord[] = [];
    const yielder = new Yielder();
    for (const one of this.busy ? [] : this.#words.similar(word, prefix)) {
      if (one) found.push(one);
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
    return found.sort((a, b) => a.errors - b.errors).slice(0, MAX_SIMILAR);
  }

  /**
   * Sees to it that rows are indexed, after what is being added already. Gives their documents, for a place without a
   * row any. Rejects with `IndexLost`, and with `busy` where a file cannot be read now.
   */
  take(rows: readonly (Row | undefined)[], texts: Texts): Promise<Uint32Array> {
    this.#passes += 1;
    const pass = this.#last
      .then(() => this.#take(rows, texts))
      .finally(() => {
        this.#passes -= 1;
      });
    this.#last = pass.catch(() => {});
    return pass;
  }

  /** Resolves when the current additions are done. Waiting adds no pass, which others would wait for. */
  async whenIdle(): Promise<void> {
    await this.#last;
  }

  /** Drops everything. Users create a new one. */
  drop(): void {
    this.#lost = true;
    this.#words = new WordIndex();
    [this.#tags, this.#rows] = [[], []];
    this.#latest.clear();
  }

  async #take(rows: readonly (Row | undefined)[], texts: Texts): Promise<Uint32Array> {
    if (texts.key === undefined || texts.key !== this.#key) this.#rows = [];
    this.#key = texts.key;
    const documents = new Uint32Array(rows.length);
    const yielder = new Yielder();
    const writer = new IndexWriter(this.#words, this.#thread, texts.markup);
    try {
      for (const [at, row] of rows.entries()) {
        if (this.#lost) break;
        if (row) {
          const document = this.#known(row) ?? this.#read(row, texts, writer);
          documents[at] = document;
          if (writer.full) await writer.drain();
        }
        if (yielder.exhausted) await yielder.yieldToEventLoop();
      }
    } finally {
      await this.#put(writer);
    }
    if (this.#lost) throw new IndexLost('The index was released');
    return documents;
  }

  async #put(writer: IndexWriter): Promise<void> {
    try {
      const words = await writer.finish();
      if (!this.#lost) this.#words = words;
    } catch (error) {
      this.drop();
      throw error;
    }
  }

  /** The document of a file that has not changed. */
  #known(row: Row): number | undefined {
    const document = this.#latest.get(row.id);
    const before = document === undefined ? undefined : this.#rows[document];
    if (document === undefined || !before || !isSameFile(before, row)) return undefined;
    this.#rows[document] = row;
    return document;
  }

  /** The document of an answer: the one it had, or a new one. */
  #read(row: Row, texts: Texts, writer: IndexWriter): number {
    const bytes = texts.bytes(row);
    const tag = bytes ? etagOf(bytes) : '';
    const before = this.#latest.get(row.id);
    const same = before !== undefined && this.#tags[before] === tag;
    const document = same ? before : this.#tags.length;
    if (!same) {
      if (bytes) writer.add(document, bytes);
      this.#tags.push(tag);
      this.#latest.set(row.id, document);
    }
    this.#rows[document] = bytes && texts.key !== undefined ? row : undefined;
    return document;
  }
}
