/** Threads for long texts: reading one can take seconds, and may hold no request but its own. */
import { message } from '../contract/messages/message.js';
import { startThread } from './helper.js';
import { HelperPool, JobFailed } from './helper-pool.js';

/** What is done with texts, here or in a thread. */
export interface TextTask<Job extends object, Answer> {
  readonly name: string;
  readonly answer: (job: Job) => Answer;
  /** Max ms in the thread. */
  readonly deadlineMs: number;
}

const HEAP_MB = 512;
/** Two, so that an answer does not wait for the costliest text of another; the tasks take turns. */
const LIMITS = { size: 2, waiting: 192, maxWaitMs: 60_000 };
/** Max jobs of one task that wait. */
const MAX_WAITING = 64;

export class TextThreads {
  readonly #pool = new HelperPool(
    () => startThread('text-worker', { heapMb: HEAP_MB }),
    LIMITS,
    message('longTextsBusy'),
  );

  /** The answer of a thread; undefined where it takes too long. Throws `busy` when too many wait. */
  async run<Job extends object, Answer>(
    { name, deadlineMs }: TextTask<Job, Answer>,
    job: Job,
  ): Promise<Answer | undefined> {
    try {
      const options = { deadline: deadlineMs, caller: name, waiting: MAX_WAITING };
      // What the worker answers is what the task does.
      return (await this.#pool.run({ task: name, job }, options)) as Answer;
    } catch (error) {
      if (error instanceof JobFailed && error.reason !== 'closed') return undefined;
      throw error;
    }
  }

  close(): void {
    this.#pool.close();
  }
}
