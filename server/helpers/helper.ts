/** A process or a thread that does one job at a time and can be ended at any moment. */
import { fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packagePath } from '../store/host/resources.js';

export interface Helper {
  /** `handed`: memory transferred to a thread without a copy; it cannot be used here any more. */
  post(message: object, transfer?: ArrayBuffer[]): void;
  /** Ends it at once. */
  kill(): void;
  /** Sets the listener of its messages and of its end: one each, the last one set. */
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: () => void): void;
  /** Whether the program may end while this helper waits for work. */
  hold(held: boolean): void;
}

export type StartHelper = () => Helper;

/** Stored, so that the end of a helper without a listener is not missed. */
class Listeners {
  onMessage: (message: unknown) => void = () => {};
  #gone = () => {};
  #ended = false;

  end(): void {
    this.#ended = true;
    this.#gone();
  }

  onExit(listener: () => void): void {
    this.#gone = listener;
    if (this.#ended) listener();
  }
}

export interface ForkOptions {
  /** Limit of the JavaScript heap. */
  heapMb: number;
  /** `advanced` carries buffers. */
  serialization: 'json' | 'advanced';
  /**
   * Folders it may read: it may then write nothing, read nothing else and start no process, thread or native library.
   * Without them it may do what the server may.
   */
  reads?: readonly string[];
}

/** Node's own limits for a process that may only read some folders, by the name they have since Node 22.13 or before. */
export function permissions(reads: readonly string[]): string[] {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const stable = major > 22 || (major === 22 && minor >= 13);
  return [
    stable ? '--permission' : '--experimental-permission',
    ...reads.map((folder) => `--allow-fs-read=${join(folder, '*')}`),
  ];
}

/** Where the program that runs a command is not Node, it starts helpers itself and sets how under this name. */
const STARTER = Symbol.for('plinth.helpers');

const isStarter = (value: unknown): value is (program: string) => Helper => typeof value === 'function';

/** A Node process of a built program, without environment, with nothing to read from or write to. */
export function forkHelper(program: string, { heapMb, serialization, reads }: ForkOptions): Helper {
  const starter: unknown = Reflect.get(globalThis, STARTER);
  if (isStarter(starter)) return starter(program);
  const child = fork(packagePath('dist', 'server', `${program}.js`), [], {
    cwd: tmpdir(),
    // Windows starts nothing without it.
    env: process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot },
    execArgv: [`--max-old-space-size=${heapMb}`, ...(reads === undefined ? [] : permissions(reads))],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization,
  });
  const listeners = new Listeners();
  child.on('message', (message) => listeners.onMessage(message));
  child.once('exit', () => listeners.end());
  child.once('error', () => listeners.end());
  return {
    post: (message) => {
      // A process that is just ending has no channel any more; the other listener reports its end.
      if (child.connected) child.send(message, () => {});
    },
    kill: () => {
      child.kill('SIGKILL');
    },
    onMessage: (listener) => {
      listeners.onMessage = listener;
    },
    onExit: (listener) => listeners.onExit(listener),
    hold: (held) => {
      if (held) child.ref();
      else child.unref();
      if (held) child.channel?.ref();
      else child.channel?.unref();
    },
  };
}

/** A thread of a built program, for work in JavaScript alone: it can be ended, but shares the process. */
export function startThread(program: string, { heapMb }: { heapMb: number }): Helper {
  const worker = new Worker(packagePath('dist', 'server', `${program}.js`), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    stdout: true,
    stderr: true,
  });
  const listeners = new Listeners();
  worker.on('message', (message: unknown) => listeners.onMessage(message));
  worker.once('exit', () => listeners.end());
  // What it threw is its end as well.
  worker.on('error', () => {});
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    kill: () => void worker.terminate(),
    onMessage: (listener) => {
      listeners.onMessage = listener;
    },
    onExit: (listener) => listeners.onExit(listener),
    hold: (held) => {
      if (held) worker.ref();
      else worker.unref();
    },
  };
}
