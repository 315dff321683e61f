/** Long looks at many objects, which say how far they are and end when those who wait for them have left. */
import type { Watch } from '../../async/shared-work.js';
import { Yielder } from '../../async/yielder.js';
import type { Progress, Step } from '../../contract/progress.js';
import type { Content } from './base.js';

/** One who waits for such a look. */
export type Looking = Watch<Progress>;

/** Counts what is looked at: `if (walk.next()) await walk.pause();` before each. */
export class Walk {
  readonly #step: Step;
  readonly #of: number;
  readonly #looking: Looking;
  readonly #yielder: Yielder;
  #done = 0;

  /** `of`: how many there are to look at. */
  constructor(step: Step, of: number, looking: Looking = {}) {
    this.#step = step;
    this.#of = of;
    this.#looking = looking;
    this.#yielder = new Yielder(looking.signal);
  }

  /** Counts one more, which is looked at next; true when it is time for a pause. */
  next(): boolean {
    this.#done += 1;
    return this.#yielder.exhausted;
  }

  /** Says how far it is, and lets others have their turn. Throws what the signal was aborted with. */
  pause(): Promise<void> {
    this.#tell(this.#done - 1);
    return this.#yielder.yieldToEventLoop();
  }

  /** One who waits for a part of it, which counts for itself; to be followed by `passed`. */
  part(): Looking {
    return { signal: this.#looking.signal, progress: ({ done }) => this.#tell(this.#done + done) };
  }

  /** Counts what such a part looked at. */
  passed(count: number): void {
    this.#done += count;
  }

  #tell(done: number): void {
    this.#looking.progress?.({ step: this.#step, done: Math.min(done, this.#of), of: this.#of });
  }
}

/** A walk over all objects of some collections, whose indexes are read first. */
export async function walkThrough(
  base: Content,
  collections: readonly string[],
  step: Step,
  looking: Looking = {},
): Promise<Walk> {
  let of = 0;
  for (const id of collections) {
    looking.signal?.throwIfAborted();
    if (base.collections.has(id)) of += (await base.store.catalogue.collectionIndex(id)).size;
  }
  return new Walk(step, of, looking);
}
