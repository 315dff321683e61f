/** Why the history is incomplete: logged once, until background work succeeds again. */
import type { Log } from '../disk/log.js';

export class HistoryProblem {
  readonly #log: Log;
  #message: string | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  get message(): string | undefined {
    return this.#message;
  }

  failed(message: string, error: unknown): void {
    if (this.#message === undefined) this.#log('warn', message, error);
    this.#message = message;
  }

  inBackground(work: () => Promise<void>): void {
    work().then(
      () => {
        this.#message = undefined;
      },
      (error: unknown) => this.failed('The history could not be brought up to date', error),
    );
  }
}
