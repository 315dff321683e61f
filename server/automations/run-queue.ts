/**
 * The durable queue of runs: in order of arrival, one at a time per automation. A run that was cut off by a crash is
 * not begun again: a handler that had sent half of its mails would send them twice.
 */
import { message } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';
import type { AutomationRuns, StoredRun } from './run.js';

/** Maximum number of pending runs. */
const MAX_QUEUED = 1000;
/** Automations that run at once; the sandbox has as many processes. */
const MAX_ACTIVE = 2;

/** A run by its id: its arguments can be large and stay in its file. */
export type WaitingRun = Pick<StoredRun, 'id' | 'automation'>;

export class RunQueue {
  readonly #history: AutomationRuns;
  readonly #work: (run: WaitingRun) => Promise<void>;
  readonly #waiting: WaitingRun[] = [];
  readonly #active = new Map<string, Promise<void>>();
  /** Slots reserved for runs that are being written. */
  #taken = 0;
  #stopped = false;

  /** `work` executes a run and never rejects. */
  constructor(history: AutomationRuns, work: (run: WaitingRun) => Promise<void>) {
    this.#history = history;
    this.#work = work;
  }

  /** Adds a run; resolves when it is written durably. Throws `tooMany` when the queue is full. */
  async add(run: StoredRun): Promise<void> {
    if (this.#waiting.length + this.#taken >= MAX_QUEUED) {
      throw new PlinthError('tooMany', message('automationRunsBusy', { limit: MAX_QUEUED }));
    }
    this.#taken += 1;
    try {
      await this.#history.put(run);
      this.#waiting.push({ id: run.id, automation: run.automation });
    } finally {
      this.#taken -= 1;
    }
    this.#next();
  }

  /** Adds pending runs of an earlier process. */
  resume(runs: readonly WaitingRun[]): void {
    this.#waiting.push(...runs);
    this.#next();
  }

  /** Stops starting runs; resolves when active ones have ended. Pending ones stay on disk. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#active.values());
  }

  /** Resolves when no run is active or pending. */
  async idle(): Promise<void> {
    while (!this.#stopped && (this.#active.size > 0 || this.#taken > 0)) {
      if (this.#active.size > 0) await Promise.race(this.#active.values());
      else await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #next(): void {
    while (!this.#stopped && this.#active.size < MAX_ACTIVE) {
      const at = this.#waiting.findIndex(({ automation }) => !this.#active.has(automation));
      const [run] = at < 0 ? [] : this.#waiting.splice(at, 1);
      if (!run) return;
      const { automation } = run;
      const done = this.#work(run).finally(() => {
        this.#active.delete(automation);
        this.#next();
      });
      this.#active.set(automation, done);
    }
  }
}
