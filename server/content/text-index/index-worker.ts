/** The thread that indexes the words of many texts. Several indexes may be under way. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { type Markup, searchableBytes } from '../../query/searchable.js';
import { type IndexParts, memoryOf, WordIndex } from './word-index.js';

/** Answers one after another in `bytes`, each with its document's number and where it ends. */
export interface AnswerBatch {
  bytes: ArrayBuffer;
  documents: readonly number[];
  ends: readonly number[];
}

/** Requests: continue an index, add to it, return it. */
export type IndexMessage = { job: number } & (
  | { begin: IndexParts; markup: Markup }
  | { add: AnswerBatch }
  | { end: true }
);

/** `added`: of one batch. */
export type IndexReply = { job: number } & ({ added: true } | { index: IndexParts });

function add({ bytes, documents, ends }: AnswerBatch, index: WordIndex, markup: Markup): void {
  let start = 0;
  for (const [at, document] of documents.entries()) {
    const end = ends[at] ?? start;
    index.add(document, searchableBytes(new Uint8Array(bytes, start, end - start), markup));
    start = end;
  }
}

/** Listens for messages. */
function serve(port: MessagePort): void {
  const jobs = new Map<number, { index: WordIndex; markup: Markup }>();
  const reply = (message: IndexReply, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  port.on('message', (message: IndexMessage) => {
    const { job } = message;
    if ('begin' in message) {
      jobs.set(job, { index: new WordIndex(message.begin), markup: message.markup });
      return;
    }
    const known = jobs.get(job);
    if (!known) throw new Error(`There is no index ${job}`);
    if ('add' in message) {
      add(message.add, known.index, known.markup);
      reply({ job, added: true });
    } else {
      jobs.delete(job);
      const index = known.index.parts;
      reply({ job, index }, memoryOf(index));
    }
  });
}

if (parentPort) serve(parentPort);
