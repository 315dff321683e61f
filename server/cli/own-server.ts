/**
 * A server for as long as somebody asks: it has the folder to itself while it runs, and lets go of it soon after the
 * last question, so that Plinth itself can open it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { PlinthError } from '../errors.js';
import type { RunningServer } from '../start.js';
import { type RuntimeInfo, readRuntimeFile } from '../store/host/runtime-file.js';

/** Milliseconds without a question after which the folder is let go. */
const IDLE = 20_000;

/** How often and how long it is looked for a server that has the folder but has not said where it is yet. */
const ATTEMPTS = 20;
const BETWEEN_LOOKS = 250;

export interface OwnServerOptions {
  readonly folder: string;
  readonly state: string;
  readonly start: () => Promise<RunningServer>;
  /** Milliseconds without a question after which the folder is let go. */
  readonly idle?: number;
}

export class OwnServer {
  readonly #options: OwnServerOptions;
  #running: Promise<RunningServer> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OwnServerOptions) {
    this.#options = options;
  }

  /** Where the folder is served: by whoever serves it already, else by us. Throws `busy` when neither can be. */
  async find(): Promise<RuntimeInfo> {
    const { folder, state } = this.#options;
    this.#wait();
    for (let look = 0; look < ATTEMPTS; look += 1) {
      const info = await readRuntimeFile(state, folder);
      if (info) return info;
      try {
        this.#running ??= this.#options.start();
        await this.#running;
      } catch (error) {
        this.#running = undefined;
        if (!(error instanceof PlinthError) || error.kind !== 'busy') throw error;
        // Another one has just begun or is just ending.
        await pause(BETWEEN_LOOKS);
      }
    }
    throw new PlinthError('busy', 'The folder is open in another process whose address is unknown');
  }

  /** Lets go of the folder if it is ours. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    const running = this.#running;
    this.#running = undefined;
    await (await running?.catch(() => undefined))?.close();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.close(), this.#options.idle ?? IDLE).unref();
  }
}
