/** The thread that indexes the words of many texts. Several indexes may be under way. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { type Markup, searchableBytes } from '../../query/searchable.js';
import {
  type FileIdentity,
  removeTemporary,
  SectionFile,
  temporaryFile,
  writeSections,
} from '../../store/catalogue/section-file.js';
import { type DocumentTable, sourceIn, writeDocuments, writeWords } from './word-file.js';
import { type IndexParts, memoryOf, WordIndex } from './word-index.js';

/** Answers one after another in `bytes`, each with its document's number and where it ends. */
export interface AnswerBatch {
  bytes: ArrayBuffer;
  documents: readonly number[];
  ends: readonly number[];
}

/** An index that is written to a file, after the words of the file before. */
export interface SaveRequest {
  path: string;
  /** Folder for the file while it is written. */
  folder: string;
  identity: FileIdentity;
  /** The mark of that file; undefined where there is none. */
  before: number | undefined;
  documents: DocumentTable;
}

/** Where words go when there are more than so many bytes of them, so that any number of texts can be indexed. */
export interface Temporary {
  folder: string;
  inMemory: number;
}

interface Begin {
  begin: IndexParts;
  markup: Markup;
  /** Undefined where all stays in memory. */
  temporary: Temporary | undefined;
}

/** Requests: continue an index, add to it, return it or write it to a file. */
export type IndexMessage = { job: number } & (
  | Begin
  | { add: AnswerBatch }
  | { end: SaveRequest | undefined }
);

/**
 * `added`: one batch, and the temporary file its words and those before went to, if any. `index`: also where words that
 * have not left memory could not be saved. `saved`: the mark of the file.
 */
export type IndexReply = { job: number } & (
  | { added: true; file: string | undefined }
  | { index: IndexParts }
  | { saved: number }
);

/** An index that is being made. */
class Job {
  readonly #markup: Markup;
  readonly #temporary: Temporary | undefined;
  readonly #index: WordIndex;
  /** Files with the words of the first documents, in their order. */
  readonly #pieces: string[] = [];

  constructor({ begin, markup, temporary }: Begin) {
    this.#index = new WordIndex(begin);
    this.#markup = markup;
    this.#temporary = temporary;
  }

  /** The file that words have left memory for, if they have. */
  add({ bytes, documents, ends }: AnswerBatch): string | undefined {
    let start = 0;
    for (const [at, document] of documents.entries()) {
      const end = ends[at] ?? start;
      this.#index.add(document, searchableBytes(new Uint8Array(bytes, start, end - start), this.#markup));
      start = end;
    }
    if (this.#temporary === undefined || this.#index.bytes < this.#temporary.inMemory) return undefined;
    const { folder } = this.#temporary;
    const path = temporaryFile(folder);
    writeSections({ folder, path, identity: {} }, (writer) => writeWords(writer, [this.#index.source()]));
    this.#pieces.push(path);
    this.#index.clear();
    return path;
  }

  /** The index, or the mark of the file it was written to. Throws where it can be neither. */
  end(save: SaveRequest | undefined): { index: IndexParts } | { saved: number } {
    const spilled = this.#pieces.length > 0;
    try {
      if (save) return { saved: this.#save(save) };
      if (spilled) throw new Error('Words that have left memory are to be written');
      return { index: this.#index.parts };
    } catch (error) {
      // Where there is no room for the file, memory holds the words as before.
      if (spilled) throw error;
      return { index: this.#index.parts };
    } finally {
      for (const path of this.#pieces) removeTemporary(path);
    }
  }

  #save({ path, folder, identity, before, documents }: SaveRequest): number {
    const files = [...(before === undefined ? [] : [path]), ...this.#pieces].map((one) =>
      SectionFile.open(one),
    );
    try {
      // Another program that reads the folder may have written it.
      if (before !== undefined && files[0]?.mark !== before) {
        throw new Error('The file of words is another one than before');
      }
      const sources = files.map((file) => {
        if (!file) throw new Error('A file of words is missing or damaged');
        return sourceIn(file);
      });
      return writeSections({ folder, path, identity }, (writer) => {
        writeWords(writer, [...sources, this.#index.source()]);
        writeDocuments(writer, documents);
      });
    } finally {
      for (const file of files) file?.close();
    }
  }
}

/** Listens for messages. */
function serve(port: MessagePort): void {
  const jobs = new Map<number, Job>();
  const reply = (message: IndexReply, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  port.on('message', (message: IndexMessage) => {
    const { job } = message;
    if ('begin' in message) {
      jobs.set(job, new Job(message));
      return;
    }
    const known = jobs.get(job);
    if (!known) throw new Error(`There is no index ${job}`);
    if ('add' in message) {
      reply({ job, added: true, file: known.add(message.add) });
      return;
    }
    jobs.delete(job);
    const end = known.end(message.end);
    reply({ job, ...end }, 'index' in end ? memoryOf(end.index) : []);
  });
}

if (parentPort) serve(parentPort);
