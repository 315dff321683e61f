/** Adds texts to an index: the first ones here, in slices of the caller, long ones and all others in the thread. */
import { type Markup, searchableBytes } from '../../query/searchable.js';
import type { IndexJob, IndexThread } from './index-thread.js';
import type { WordIndex } from './word-index.js';

/** Up to so many texts are indexed here: starting a thread would take longer. */
const FEW = 500;
/** Bytes of a text that takes too long to be indexed here. */
const LONG = 200_000;

export class IndexWriter {
  readonly #index: WordIndex;
  readonly #thread: IndexThread | undefined;
  readonly #markup: Markup;
  #job: IndexJob | undefined;
  #added = 0;

  /** Without a thread all is done here. */
  constructor(index: WordIndex, thread: IndexThread | undefined, markup: Markup) {
    this.#index = index;
    this.#thread = thread;
    this.#markup = markup;
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
    const isMuch = this.#added > FEW || bytes.length > LONG || this.#job !== undefined;
    if (this.#thread && isMuch) {
      this.#job ??= this.#thread.open(this.#index, this.#markup);
      this.#job.add(document, bytes);
    } else {
      this.#index.add(document, searchableBytes(bytes, this.#markup));
    }
  }

  /** The index with all that was added. Rejects with `IndexLost`. */
  async finish(): Promise<WordIndex> {
    return this.#job ? this.#job.finish() : this.#index;
  }
}
