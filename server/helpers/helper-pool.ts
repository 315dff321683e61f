/** Jobs for a few helpers: each job has a deadline, callers take turns, and a helper that fails is replaced. */
import type { Message } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';
import type { Helper, StartHelper } from './helper.js';

/** How long a helper without work is kept, in ms. */
const IDLE_MS = 60_000;

/** Why a job has no answer: it took too long, its helper ended, or the pool was closed. */
export class JobFailed extends Error {
  readonly reason: 'late' | 'ended' | 'closed';

  constructor(reason: 'late' | 'ended' | 'closed') {
    super(`The job failed: ${reason}`);
    this.reason = reason;
  }
}

export interface PoolLimits {
  /** Helpers at once. */
  size: number;
  /** Max jobs that wait, of all callers together. */
  waiting: number;
  /** Max ms a job waits for its turn. */
  maxWaitMs: number;
}

export interface JobOptions {
  /** Max ms the work may take, counted from its start. */
  deadline: number;
  /** Callers take turns, so that one with many jobs does not keep the others waiting. */
  caller?: string;
  /** Max jobs of this caller that wait. */
  waiting?: number;
}

interface Job {
  message: object;
  deadline: number;
  caller: string;
  resolve(answer: unknown): void;
  reject(error: Error): void;
  maxWaitMs?: NodeJS.Timeout;
}

export class HelperPool {
  readonly #start: StartHelper;
  readonly #limits: PoolLimits;
  readonly #refusal: Message;
  readonly #idle: { helper: Helper; timer: NodeJS.Timeout }[] = [];
  readonly #busy = new Map<Helper, (error: Error) => void>();
  /** Waiting jobs by caller; the first caller is next. */
  readonly #lines = new Map<string, Job[]>();
  #waiting = 0;
  #closed = false;

  /** `refusal`: the message when a job would have to wait too long. */
  constructor(start: StartHelper, limits: PoolLimits, refusal: Message) {
    this.#start = start;
    this.#limits = limits;
    this.#refusal = refusal;
  }

  /** The answer to a message. Throws `busy` when too many wait, `JobFailed`. */
  run(
    message: object,
    { deadline, caller = '', waiting = this.#limits.waiting }: JobOptions,
  ): Promise<unknown> {
    if (this.#closed) return Promise.reject(new JobFailed('closed'));
    const line = this.#lines.get(caller);
    if (this.#waiting >= this.#limits.waiting || (line?.length ?? 0) >= waiting) {
      return Promise.reject(this.#refused());
    }
    return new Promise((resolve, reject) => {
      const job: Job = { message, deadline, caller, resolve, reject };
      if (this.#busy.size < this.#limits.size) this.#do(job);
      else this.#wait(job, line);
    });
  }

  /** As `run`; once more in a new helper where the first one ended, for it may have done so for another reason. */
  async runTwice(message: object, options: JobOptions): Promise<unknown> {
    try {
      return await this.run(message, options);
    } catch (error) {
      if (error instanceof JobFailed && error.reason === 'ended') return this.run(message, options);
      throw error;
    }
  }

  /** Ends every helper; jobs under way fail. */
  close(): void {
    this.#closed = true;
    for (const line of this.#lines.values()) {
      for (const job of line) {
        clearTimeout(job.maxWaitMs);
        job.reject(new JobFailed('closed'));
      }
    }
    this.#lines.clear();
    for (const fail of [...this.#busy.values()]) fail(new JobFailed('closed'));
    for (const { helper, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      helper.kill();
    }
  }

  #refused = () => new PlinthError('busy', this.#refusal);

  #wait(job: Job, line: Job[] | undefined): void {
    job.maxWaitMs = setTimeout(() => {
      const waiting = this.#lines.get(job.caller) ?? [];
      waiting.splice(waiting.indexOf(job), 1);
      if (waiting.length === 0) this.#lines.delete(job.caller);
      this.#waiting -= 1;
      job.reject(this.#refused());
    }, this.#limits.maxWaitMs);
    if (line) line.push(job);
    else this.#lines.set(job.caller, [job]);
    this.#waiting += 1;
  }

  /** The first job of the caller whose turn it is; the caller moves to the end. */
  #next(): Job | undefined {
    const [first] = this.#lines;
    if (!first) return undefined;
    const [caller, line] = first;
    const job = line.shift();
    this.#lines.delete(caller);
    if (line.length > 0) this.#lines.set(caller, line);
    this.#waiting -= 1;
    clearTimeout(job?.maxWaitMs);
    return job;
  }

  #do(job: Job): void {
    const warm = this.#idle.pop();
    clearTimeout(warm?.timer);
    let helper: Helper;
    try {
      helper = warm?.helper ?? this.#start();
    } catch (error) {
      job.reject(error instanceof Error ? error : new Error(String(error)));
      const next = this.#next();
      if (next) this.#do(next);
      return;
    }
    helper.hold(true);
    const end = (settle: () => void, sound: boolean) => {
      clearTimeout(late);
      helper.onMessage(() => {});
      helper.onExit(() => {});
      this.#busy.delete(helper);
      if (sound && !this.#closed) this.#keep(helper);
      else helper.kill();
      const next = this.#next();
      if (next) this.#do(next);
      settle();
    };
    const fail = (error: Error) => end(() => job.reject(error), false);
    const late = setTimeout(() => fail(new JobFailed('late')), job.deadline);
    this.#busy.set(helper, fail);
    helper.onMessage((answer) => end(() => job.resolve(answer), true));
    helper.onExit(() => fail(new JobFailed('ended')));
    helper.post(job.message);
  }

  #keep(helper: Helper): void {
    helper.hold(false);
    const drop = () => {
      const at = this.#idle.indexOf(entry);
      if (at >= 0) this.#idle.splice(at, 1);
    };
    const timer = setTimeout(() => {
      drop();
      helper.kill();
    }, IDLE_MS).unref();
    const entry = { helper, timer };
    this.#idle.push(entry);
    helper.onExit(() => {
      clearTimeout(timer);
      drop();
    });
  }
}
