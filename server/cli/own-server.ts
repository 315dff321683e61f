/**
 * A temporary server for incoming requests: it has the folder open while it runs, and closes it soon after the last
 * request, so that the app can open it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { message } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';
import type { RunningServer } from '../start.js';
import { type RuntimeInfo, readRuntimeFile } from '../store/host/runtime-file.js';

/** Milliseconds without a request after which the folder is closed. */
const IDLE = 20_000;

/** Interval and duration of waiting for a server that has the folder but has not published its address yet. */
const ATTEMPTS = 20;
const BETWEEN_LOOKS = 250;

export interface OwnServerOptions {
  readonly folder: string;
  readonly state: string;
  readonly start: () => Promise<RunningServer>;
  /** Milliseconds without a request after which the folder is closed. */
  readonly idle?: number;
}

export class OwnServer {
  readonly #options: OwnServerOptions;
  #running: Promise<RunningServer> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OwnServerOptions) {
    this.#options = options;
  }

  /** The address of the folder's server, started here when none is running. Throws `busy` when that fails. */
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
        // Another server has just started or is stopping.
        await pause(BETWEEN_LOOKS);
      }
    }
    throw new PlinthError('busy', message('folderOpenElsewhere'));
  }

  /** Closes the folder if this process opened it. */
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
