/**
 * Indexes words in a separate thread, started when there is something to index. On the event loop 100,000 posts took
 * 10 to 15 s after every start. A scan of the texts instead would take most of what indexing takes, each time.
 */
import type { Helper, StartHelper } from '../../helpers/helper.js';
import type { Markup } from '../../query/searchable.js';
import type { AnswerBatch, IndexMessage, IndexReply, SaveRequest } from './index-worker.js';
import { memoryOf, WordIndex } from './word-index.js';

/** Bytes of answers that go to the thread together, and how many batches are under way. */
const BATCH = 256 * 1024;
const LOOKAHEAD = 4;
/** How long an idle thread is kept, in ms. */
const IDLE_MS = 10_000;

/** The index was lost with its thread, or dropped. */
export class IndexLost extends Error {}

/** Another program that has the folder open put a sound file in the place of the one that was read. */
export class FileReplaced extends IndexLost {}

const isReply = (value: unknown): value is IndexReply =>
  typeof value === 'object' &&
  value !== null &&
  'job' in value &&
  ('added' in value || 'index' in value || 'saved' in value);

interface JobEvents {
  reply(reply: IndexReply): void;
  lost(): void;
}

/** An index while it is in the thread. After any rejection it is lost. */
export class IndexJob {
  readonly #post: (message: IndexMessage, transfer: ArrayBuffer[]) => void;
  readonly #job: number;
  #bytes = Buffer.alloc(0);
  #length = 0;
  #documents: number[] = [];
  #ends: number[] = [];
  /** Batches the thread has not processed yet. */
  #waiting = 0;
  #index: WordIndex | number | undefined;
  readonly #files: string[] = [];
  #lost = false;
  #wake = () => {};

  constructor(job: number, post: (message: IndexMessage, transfer: ArrayBuffer[]) => void) {
    this.#job = job;
    this.#post = post;
  }

  /** Receives the messages for it. */
  readonly events: JobEvents = {
    reply: (reply) => {
      if ('index' in reply) this.#index = new WordIndex(reply.index);
      else if ('saved' in reply) this.#index = reply.saved;
      else {
        this.#waiting -= 1;
        if (reply.file !== undefined) this.#files.push(reply.file);
      }
      this.#wake();
    },
    lost: () => {
      this.#lost = true;
      this.#wake();
    },
  };

  /** Adds an answer. */
  add(document: number, bytes: Uint8Array): void {
    if (this.#length > 0 && this.#length + bytes.length > this.#bytes.length) this.#send();
    if (this.#length === 0) this.#bytes = Buffer.allocUnsafeSlow(Math.max(BATCH, bytes.length));
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    this.#documents.push(document);
    this.#ends.push(this.#length);
  }

  /** Whether `drain` is to be waited for before more is added. */
  get full(): boolean {
    return this.#waiting >= LOOKAHEAD || this.#lost;
  }

  drain(): Promise<void> {
    return this.#waitUntil(() => this.#waiting < LOOKAHEAD);
  }

  /** Temporary files that words have left memory for; the thread removes them when it has finished. */
  get files(): readonly string[] {
    return this.#files;
  }

  /** Waits until all is added. */
  async settled(): Promise<void> {
    this.#send();
    await this.#waitUntil(() => this.#waiting === 0);
  }

  /** The index with all that was added, or the mark of the file it was written to, as `save` says. */
  async finish(save: SaveRequest | undefined): Promise<WordIndex | number> {
    this.#send();
    this.#post(
      { job: this.#job, end: save },
      save ? [save.documents.stamps.buffer, save.documents.tags.buffer] : [],
    );
    await this.#waitUntil(() => this.#index !== undefined);
    return this.#index ?? new WordIndex();
  }

  #send(): void {
    if (this.#documents.length === 0) return;
    const { buffer: bytes } = this.#bytes;
    const add: AnswerBatch = { bytes, documents: this.#documents, ends: this.#ends };
    [this.#documents, this.#ends, this.#length] = [[], [], 0];
    this.#waiting += 1;
    this.#post({ job: this.#job, add }, [bytes]);
  }

  async #waitUntil(isDone: () => boolean): Promise<void> {
    while (!this.#lost && !isDone()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#lost) throw new IndexLost('The thread that indexes words has ended');
  }
}

export class IndexThread {
  readonly #start: StartHelper;
  readonly #inMemory: number;
  readonly #jobs = new Map<number, JobEvents>();
  #helper: Helper | undefined;
  #last = 0;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  /** `inMemory`: bytes of words that an index in the thread may hold before they go to a temporary file. */
  constructor(start: StartHelper, inMemory: number) {
    this.#start = start;
    this.#inMemory = inMemory;
  }

  /**
   * Transfers an index, which cannot be used here until it is returned. `folder`: for its words while there are
   * many. Throws `IndexLost`.
   */
  open(index: WordIndex, markup: Markup, folder: string | undefined): IndexJob {
    if (this.#closed) throw new IndexLost('The folder is being closed');
    const helper = this.#running();
    const number = ++this.#last;
    const job = new IndexJob(number, (message, transfer) => helper.post(message, transfer));
    this.#jobs.set(number, job.events);
    helper.hold(true);
    const begin = index.parts;
    const temporary = folder === undefined ? undefined : { folder, inMemory: this.#inMemory };
    helper.post({ job: number, begin, markup, temporary } satisfies IndexMessage, memoryOf(begin));
    return job;
  }

  /** Whether the thread has been started and not ended. */
  get isThere(): boolean {
    return this.#helper !== undefined;
  }

  /** Ends the thread; its indexes are lost. */
  close(): void {
    this.#closed = true;
    this.#drop();
  }

  #running(): Helper {
    clearTimeout(this.#idle);
    if (this.#helper) return this.#helper;
    const helper = this.#started();
    this.#helper = helper;
    helper.onMessage((message) => this.#take(message));
    helper.onExit(() => {
      if (this.#helper === helper) this.#drop();
    });
    return helper;
  }

  #started(): Helper {
    try {
      return this.#start();
    } catch (error) {
      throw new IndexLost('The thread that indexes words could not be started', { cause: error });
    }
  }

  #take(reply: unknown): void {
    if (!isReply(reply)) return;
    const events = this.#jobs.get(reply.job);
    if (!('added' in reply)) this.#jobs.delete(reply.job);
    if (this.#jobs.size === 0) this.#rest();
    events?.reply(reply);
  }

  #rest(): void {
    this.#helper?.hold(false);
    this.#idle = setTimeout(() => this.#drop(), IDLE_MS).unref();
  }

  #drop(): void {
    clearTimeout(this.#idle);
    const helper = this.#helper;
    this.#helper = undefined;
    helper?.kill();
    const lost = [...this.#jobs.values()];
    this.#jobs.clear();
    for (const { lost: post } of lost) post();
  }
}
