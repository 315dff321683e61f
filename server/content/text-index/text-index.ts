/**
 * The words of a collection's texts, each text a document with a number. It outlives the collection's indexes: an
 * unchanged text keeps its document. Removed texts stay until the index is rebuilt. The words of many texts are kept in
 * a file, also for the next start; only those that came later are in memory.
 */

import { inSlices, Yielder } from '../../async/yielder.js';
import type { SearchTerm } from '../../query/search-terms.js';
import type { Markup } from '../../query/searchable.js';
import { changeTime, etagOf, isSameFile } from '../../store/catalogue/row.js';
import { SectionFile } from '../../store/catalogue/section-file.js';
import { RACY_MS } from '../../store/catalogue/snapshot.js';
import type { KeptFile, Row } from '../../store/types/catalogue.js';
import { DocumentTags } from './document-tags.js';
import { FileReplaced, IndexLost, type IndexThread } from './index-thread.js';
import type { SaveRequest } from './index-worker.js';
import { IndexWriter } from './index-writer.js';
import { type DocumentTable, STAMP_NUMBERS, WordFile } from './word-file.js';
import { allOf, WordIndex } from './word-index.js';
import type { SimilarWord } from './word-list.js';

/** Data of a document besides its words: its tag, its id, its row. */
const DOCUMENT_BYTES = 80;

/** Pause between two slices of work in the background, in ms: twice as long as a slice. */
const REST_MS = 8;

/** Max similar words of one. */
const MAX_SIMILAR = 20;

/** So many texts are not held while they are indexed: they would take the place of what is asked for. */
const MANY = 500;

/** The file is written again when this part of all texts is not in it. */
const PART = 1 / 50;

/** Where the texts of rows come from. */
export interface Texts {
  /** The answer of a row; undefined where it cannot be read. `once`: it is not read again soon. Throws `busy`. */
  bytes(row: Row, once: boolean): Buffer | undefined;
  readonly markup: Markup;
  /** The same as long as the same file has the same answer; undefined where that depends on more than the file. */
  readonly key: string | undefined;
  /** Where words are kept; undefined where they are not. */
  readonly kept: KeptFile | undefined;
}

/** The stamps of the documents of a file, of which a row is looked for once; then the size of its file is `SEEN`. */
interface StoredStamps extends Pick<DocumentTable, 'stamps' | 'written'> {
  /** How many of them no row was looked for yet. */
  left: number;
}

const SEEN = -1;

/** Whether there is a file as sound as the one with a mark, but another one. */
function isAnother({ path, identity }: KeptFile, mark: number): boolean {
  const file = SectionFile.open(path, identity);
  file?.close();
  return file !== undefined && file.mark !== mark;
}

/** Those of a file that may be closed or damaged meanwhile. */
async function candidatesOrNone(file: WordFile | undefined, term: SearchTerm): Promise<Uint32Array> {
  try {
    return (await file?.candidates(term)) ?? new Uint32Array(0);
  } catch {
    return new Uint32Array(0);
  }
}

/** The folder for temporary files; undefined where there can be none, or the file may only be read. */
async function folderOf(kept: KeptFile | undefined): Promise<string | undefined> {
  try {
    return await kept?.prepare?.();
  } catch {
    // Searches do without a file.
    return undefined;
  }
}

export class TextIndex {
  readonly #thread: IndexThread | undefined;
  readonly #keepFrom: number;
  /** Words of the first documents. */
  #file: WordFile | undefined;
  #words = new WordIndex();
  /** Of each document: the tag of its answer, and the row it was found to be that of by `#key`. */
  #tags = new DocumentTags();
  #rows: (Row | undefined)[] = [];
  #stored: StoredStamps | undefined;
  #key: string | undefined;
  #latest = new Map<string, number>();
  /** Whether it needs not look for the file any more. */
  #restored: boolean;
  /** What is being added. */
  #writer: IndexWriter | undefined;
  /** Words that are being added and have left memory, read by searches that do not wait. */
  readonly #parts = new Map<string, Promise<WordFile | undefined>>();
  /** Where the file is. */
  #kept: KeptFile | undefined;
  #passes = 0;
  #begun = 0;
  /** Rows that the pass under way has seen to. */
  #passed = 0;
  #generation = 0;
  #hurried = true;
  /** Ends a pause. */
  #goOn = () => {};
  #last: Promise<unknown> = Promise.resolve();
  #lost = false;

  /**
   * Without a thread all is done here, and nothing is kept. `keepFrom`: that many texts are worth a file. `restores`:
   * whether it begins with the file there is.
   */
  constructor(thread: IndexThread | undefined, keepFrom: number, restores: boolean) {
    this.#thread = thread;
    this.#keepFrom = keepFrom;
    this.#restored = !restores;
  }

  get bytes(): number {
    return this.#words.bytes + (this.#file?.bytes ?? 0) + this.#tags.size * DOCUMENT_BYTES;
  }

  /** How many documents there are, those of texts that have gone included. */
  get size(): number {
    return this.#tags.size;
  }

  /** Whether texts are being added; it cannot be searched until then. */
  get busy(): boolean {
    return this.#passes > 0;
  }

  /** How many rows of what is being added were seen to. */
  get passed(): number {
    return this.#passed;
  }

  get lost(): boolean {
    return this.#lost;
  }

  /** Grows whenever texts are added: what was found before may not be all. */
  get generation(): number {
    return this.#generation;
  }

  /** The documents that can hold a term, ascending. Rejects with `IndexLost`. */
  async candidates(term: SearchTerm): Promise<Uint32Array> {
    const yielder = new Yielder();
    const words = this.#words;
    const before = await this.#fromFile((file) => file.candidates(term));
    const after = await inSlices(words.candidates(term), yielder);
    if (before === undefined || before.length === 0) return after;
    const all = new Uint32Array(before.length + after.length);
    all.set(before);
    all.set(after, before.length);
    return all;
  }

  /** Another number whenever texts begin to be added: `files` are others from then on. */
  get pass(): number {
    return this.#begun;
  }

  /** How many files of words there are that `candidatesIn` reads; more and more while texts are being added. */
  get files(): number {
    return 1 + (this.#writer?.files.length ?? 0);
  }

  /**
   * The same in files from one up to another only, which works while texts are being added: the first one is that of
   * the texts before, each later one of some that are new. None of a file that cannot be read.
   */
  async candidatesIn(term: SearchTerm, from: number, to: number): Promise<Uint32Array> {
    const lists: Uint32Array[] = [];
    const added = this.#writer?.files ?? [];
    if (from === 0) lists.push(await candidatesOrNone(this.#file, term));
    for (const path of added.slice(Math.max(0, from - 1), to - 1)) {
      if (!this.#writer) break;
      const part = this.#parts.get(path) ?? WordFile.open(path, {});
      this.#parts.set(path, part);
      lists.push(await candidatesOrNone(await part, term));
    }
    return allOf(lists);
  }

  async #closeParts(): Promise<void> {
    this.#writer = undefined;
    for (const part of this.#parts.values()) (await part)?.close();
    this.#parts.clear();
  }

  /** Words that one may be with typing errors, the most similar ones. Empty while texts are being added. */
  async similar(word: string, prefix: boolean): Promise<SimilarWord[]> {
    const found = new Map<string, SimilarWord>();
    const yielder = new Yielder();
    for (const words of this.busy ? [] : [this.#file, this.#words]) {
      for (const one of words?.similar(word, prefix) ?? []) {
        if (one) found.set(one.word, one);
        if (yielder.exhausted) await yielder.yieldToEventLoop();
      }
    }
    return [...found.values()].sort((a, b) => a.errors - b.errors).slice(0, MAX_SIMILAR);
  }

  /**
   * Sees to it that rows are indexed, after what is being added already. Sets their documents one after another, for a
   * place without a row none. Rejects with `IndexLost`, and with `busy` where a file cannot be read now.
   */
  take(rows: readonly (Row | undefined)[], documents: Uint32Array, texts: Texts): Promise<void> {
    this.#passes += 1;
    this.#generation += 1;
    const pass = this.#last
      .then(() => this.#take(rows, documents, texts))
      .finally(() => {
        this.#passes -= 1;
        this.#passed = 0;
      });
    this.#last = pass.catch(() => {});
    return pass;
  }

  /** Resolves when the current additions are done. Waiting adds no pass, which others would wait for. */
  async whenIdle(): Promise<void> {
    this.hurry();
    await this.#last;
  }

  /** Until a search waits for it, what is being added leaves the processor to others most of the time. */
  rest(): void {
    this.#hurried = false;
  }

  /** What is being added is waited for. */
  hurry(): void {
    this.#hurried = true;
    this.#goOn();
  }

  async #pause(yielder: Yielder): Promise<void> {
    await yielder.yieldToEventLoop();
    if (this.#hurried || this.#lost) return;
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
      setTimeout(resolve, REST_MS);
    });
  }

  /** Drops everything. Users create a new one. */
  drop(): void {
    this.#lost = true;
    this.#goOn();
    this.#words = new WordIndex();
    this.#file?.close();
    [this.#file, this.#stored] = [undefined, undefined];
    [this.#tags, this.#rows, this.#latest] = [new DocumentTags(), [], new Map()];
  }

  async #fromFile<T>(read: (file: WordFile) => Promise<T>): Promise<T | undefined> {
    const file = this.#file;
    if (!file) return undefined;
    try {
      return await read(file);
    } catch (error) {
      this.drop();
      if (this.#kept && isAnother(this.#kept, file.mark)) {
        throw new FileReplaced('Another program has written the file of words');
      }
      this.#kept?.discard?.();
      throw new IndexLost('The file of words is damaged', { cause: error });
    }
  }

  async #take(rows: readonly (Row | undefined)[], documents: Uint32Array, texts: Texts): Promise<void> {
    this.#begun += 1;
    await this.#restore(texts);
    if (texts.key === undefined || texts.key !== this.#key) [this.#rows, this.#stored] = [[], undefined];
    this.#key = texts.key;
    const yielder = new Yielder();
    const once = rows.length > MANY;
    const temporary = this.#thread && rows.length >= this.#keepFrom ? await folderOf(texts.kept) : undefined;
    const writer = new IndexWriter(this.#words, { thread: this.#thread, markup: texts.markup, temporary });
    this.#writer = writer;
    try {
      for (let at = 0; at < rows.length && !this.#lost; at += 1) {
        this.#passed = at;
        const row = rows[at];
        if (row) {
          const document = this.#known(row) ?? this.#read(row, { texts, writer, once });
          documents[at] = document;
          if (writer.full) await writer.drain();
        }
        if (yielder.exhausted) await this.#pause(yielder);
      }
    } finally {
      await this.#put(writer, texts).finally(() => this.#closeParts());
    }
    if (this.#lost) throw new IndexLost('The index was released');
  }

  /** Opens the file that was kept, before anything is added. */
  async #restore({ key, kept }: Texts): Promise<void> {
    if (this.#restored || !kept || key === undefined || !this.#thread) return;
    this.#restored = true;
    this.#kept = kept;
    const file = await WordFile.open(kept.path, kept.identity);
    if (!file || this.#lost) return file?.close();
    this.#file = file;
    const { ids, stamps, tags, written } = (await this.#fromFile((one) => one.documents())) ?? {};
    if (ids === undefined || !stamps || !tags || written === undefined) return;
    const yielder = new Yielder();
    const latest = new Map<string, number>();
    for (let start = 0, document = 0; start <= ids.length; document += 1) {
      const found = ids.indexOf('/', start);
      const end = found < 0 ? ids.length : found;
      if (end > start) latest.set(ids.toString('latin1', start, end), document);
      start = end + 1;
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
    this.#tags = new DocumentTags(tags);
    this.#latest = latest;
    this.#stored = { stamps, written, left: latest.size };
    this.#key = key;
    file.rest();
  }

  async #put(writer: IndexWriter, { kept, key }: Texts): Promise<void> {
    try {
      await writer.settled();
      const save = kept && key !== undefined ? await this.#saving(kept, writer.files.length > 0) : undefined;
      const before = this.#file;
      // Where another program has it open, Windows replaces no file.
      if (save) before?.close();
      const words = await writer.finish(save);
      if (this.#lost) return;
      this.#words = words instanceof WordIndex ? words : new WordIndex();
      const mark = words instanceof WordIndex ? before?.mark : words;
      if (save && kept && mark !== undefined) await this.#reopen(kept, mark);
    } catch (error) {
      this.drop();
      throw error;
    }
  }

  /** What is to be written to the file; undefined where that is not worth it. */
  async #saving(kept: KeptFile, spilled: boolean): Promise<SaveRequest | undefined> {
    const added = this.#tags.size - (this.#file?.size ?? 0);
    if (!this.#thread || this.#lost) return undefined;
    const isMuch = added >= this.#keepFrom && added >= this.#tags.size * PART;
    if (!isMuch && !spilled) return undefined;
    const folder = await folderOf(kept);
    if (folder === undefined) return undefined;
    const { path, identity } = kept;
    return { path, folder, identity, before: this.#file?.mark, documents: await this.#table() };
  }

  async #table(): Promise<DocumentTable> {
    const yielder = new Yielder();
    const written = Date.now();
    const ids = Array.from({ length: this.#tags.size }, () => '');
    const stamps = new Float64Array(STAMP_NUMBERS * ids.length).fill(-1);
    for (const [id, document] of this.#latest) {
      ids[document] = id;
      const row = this.#rows[document];
      const changed = row && changeTime(row);
      if (row && changed !== undefined) {
        const { size, mtimeMs, ino } = row.stamp;
        stamps.set([size, mtimeMs, ino, changed], STAMP_NUMBERS * document);
      }
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
    return { ids: ids.join('/'), stamps, tags: this.#tags.all(), written };
  }

  async #reopen(kept: KeptFile, mark: number): Promise<void> {
    this.#kept = kept;
    this.#file = await WordFile.open(kept.path, kept.identity);
    if (this.#file?.mark !== mark) throw new IndexLost('The file of words is damaged, or another one');
    this.#file.rest();
    if (this.#lost) this.drop();
  }

  /** The document of a file that has not changed. */
  #known(row: Row): number | undefined {
    const document = this.#latest.get(row.id);
    if (document === undefined) return undefined;
    const before = this.#rows[document];
    const isKnown = before ? isSameFile(before, row) : this.#isStored(document, row);
    if (!isKnown) return undefined;
    this.#rows[document] = row;
    return document;
  }

  /** Whether a document of the file, of which no row was looked for before, is that of a row. */
  #isStored(document: number, row: Row): boolean {
    const at = STAMP_NUMBERS * document;
    const stored = this.#stored;
    const size = stored?.stamps[at];
    if (!stored || size === undefined || size === SEEN) return false;
    const { stamps, written } = stored;
    stamps[at] = SEEN;
    stored.left -= 1;
    if (stored.left === 0) this.#stored = undefined;
    const [mtimeMs = 0, ino, changed] = [stamps[at + 1], stamps[at + 2], stamps[at + 3]];
    const isSame = row.stamp.size === size && row.stamp.mtimeMs === mtimeMs && row.stamp.ino === ino;
    return isSame && changeTime(row) === changed && mtimeMs <= written - RACY_MS;
  }

  /** The document of an answer: the one it had, or a new one. */
  #read(row: Row, { texts, writer, once }: { texts: Texts; writer: IndexWriter; once: boolean }): number {
    const bytes = texts.bytes(row, once);
    const tag = bytes ? etagOf(bytes) : '';
    const before = this.#latest.get(row.id);
    const same = before !== undefined && this.#tags.is(before, tag);
    const document = same ? before : this.#tags.size;
    if (!same) {
      if (bytes) writer.add(document, bytes);
      this.#tags.add(tag);
      this.#latest.set(row.id, document);
    }
    this.#rows[document] = bytes && texts.key !== undefined ? row : undefined;
    return document;
  }
}
