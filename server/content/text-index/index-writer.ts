/** Adds texts to an index: the first ones here, in slices of the caller, long ones and all others in the thread. */
import { type Markup, searchableBytes } from '../../query/searchable.js';
import type { IndexJob, IndexThread } from './index-thread.js';
import type { SaveRequest } from './index-worker.js';
import type { WordIndex } from './word-index.js';

/** Up to so many texts are indexed here: starting a thread would take longer. */
const FEW = 500;
/** The same while the thread is there. */
const VERY_FEW = 50;
/** Bytes of a text that takes too long to be indexed here. */
const LONG = 200_000;

export class IndexWriter {
  readonly #index: WordIndex;
  readonly #thread: IndexThread | undefined;
  readonly #markup: Markup;
  readonly #temporary: string | undefined;
  #job: IndexJob | undefined;
  #added = 0;

  /** Without a thread all is done here. `temporary`: a folder the thread may use. */
  constructor(
    index: WordIndex,
    {
      thread,
      markup,
      temporary,
    }: { thread: IndexThread | undefined; markup: Markup; temporary: string | undefined },
  ) {
    this.#index = index;
    this.#thread = thread;
    this.#markup = markup;
    this.#temporary = temporary;
  }

  /** Whether `drain` is to be waited for before more is added. */
  get full(): boolean {
    return this.#job?.full === true;
  }

  async drain(): Promise<void> {
    await this.#job?.drain();
  }

  /** Throws `IndexLost`. */
  add(document: number, bytes: Uint8Array): void {
    this.#added += 1;
    const few = this.#thread?.isThere ? VERY_FEW : FEW;
    const isMuch = this.#added > few || bytes.length > LONG || this.#job !== undefined;
    if (this.#thread && isMuch) {
      this.#open(this.#thread).add(document, bytes);
    } else {
      this.#index.add(document, searchableBytes(bytes, this.#markup));
    }
  }

  /** Temporary files with words that are not in memory, so that they must be written to one. */
  get files(): readonly string[] {
    return this.#job?.files ?? [];
  }

  /** Waits until all is added. */
  async settled(): Promise<void> {
    await this.#job?.settled();
  }

  /** The index with all that was added, or the mark of the file it was written to. Rejects with `IndexLost`. */
  async finish(save: SaveRequest | undefined): Promise<WordIndex | number> {
    const job = save && this.#thread ? this.#open(this.#thread) : this.#job;
    return job ? job.finish(save) : this.#index;
  }

  #open(thread: IndexThread): IndexJob {
    this.#job ??= thread.open(this.#index, this.#markup, this.#temporary);
    return this.#job;
  }
}
