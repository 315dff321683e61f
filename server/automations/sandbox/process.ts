/** The process a handler runs in. Behind an interface, for the desktop app has its main process start them. */
import { fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { packagePath } from '../../store/resources.js';
import type { ToSandbox } from './messages.js';

export interface SandboxProcess {
  tell(message: ToSandbox): void;
  /** Ends it at once, whatever it does. */
  kill(): void;
  /** Who hears it from now on, and who is told of its end: one each, the last to ask. */
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: () => void): void;
  /** Whether the program may end while this process waits for work. */
  hold(held: boolean): void;
}

/** Starts one. */
export type StartSandbox = () => SandboxProcess;

/** Bytes of memory of the JavaScript around the interpreter, whose own is limited inside. */
const HEAP_MB = 128;

/** A Node process without environment, without arguments of ours, with nothing to read from or write to. */
export const forkSandbox: StartSandbox = () => {
  const child = fork(packagePath('dist', 'server', 'automations', 'sandbox', 'child.js'), [], {
    cwd: tmpdir(),
    // Windows starts nothing without it.
    env: process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot },
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'json',
  });
  let hear: (message: unknown) => void = () => {};
  let gone = () => {};
  child.on('message', (message) => hear(message));
  child.once('exit', () => gone());
  child.once('error', () => gone());
  return {
    tell: (message) => {
      // A process that is just ending has no channel any more; its end is told by the other listener.
      if (child.connected) child.send(message, () => {});
    },
    kill: () => {
      child.kill('SIGKILL');
    },
    onMessage: (listener) => {
      hear = listener;
    },
    onExit: (listener) => {
      gone = listener;
    },
    hold: (held) => {
      if (held) child.ref();
      else child.unref();
      if (held) child.channel?.ref();
      else child.channel?.unref();
    },
  };
};
