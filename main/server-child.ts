import { dirname, join } from 'node:path';
import { app, type UtilityProcess, utilityProcess } from 'electron';
import type { MainMessage, ServerMessage } from '../server/contract/desktop.js';
import { programPath } from './places.js';
import { createSandboxes, end } from './sandboxes.js';
import { t } from './texts.js';

/** What to serve, and how. */
export interface ServerTask {
  /** The data folder, absolute. */
  folder: string;
  /** 0 for a free one. */
  port: number;
  /** A starter to fill the empty folder with; for the first start only. */
  starter?: string;
  cache?: string;
  state?: string;
}

/** Where a started server can be reached. */
export interface Listening {
  url: string;
  /** One-time link that signs the window in. */
  admin: string;
}

/** One server process: its messages turned into promises. */
export interface ServerChild {
  /** Resolves with the reason, a sentence for the user, when the process has exited for any cause. */
  exited: Promise<string>;
  /** The folder of its log files, once the server has reported it. */
  readonly logs: string | undefined;
  /**
   * Resolves when the server listens. Rejects, with a sentence for the user, when it fails or `deadline` ms have
   * passed.
   */
  listening(deadline: number): Promise<Listening>;
  /** Id of its process while it runs. */
  readonly pid: number | undefined;
  /** A fresh one-time admin link. */
  adminLink(deadline: number): Promise<string>;
  /** Asks the server to stop, and kills it after `grace` ms. Resolves when it has exited. */
  end(grace: number): Promise<void>;
}

/**
 * Starts a server process.
 * @param script path of the built `server/cli/desktop-server.js`
 */
export function forkServer(script: string, task: ServerTask): ServerChild {
  const args = ['--data', task.folder, '--port', String(task.port)];
  if (task.cache !== undefined) args.push('--cache', task.cache);
  if (task.state !== undefined) args.push('--state', task.state);
  if (task.starter !== undefined) args.push('--starter', task.starter);
  const child = utilityProcess.fork(script, args, {
    serviceName: 'Plinth server',
    stdio: 'pipe',
    // Tells the server how its command line is started.
    env: { ...process.env, PLINTH_APP: app.isPackaged ? programPath() : '' },
  });
  passOn(child);
  let ended = false;
  let failure: string | undefined;
  let logs: string | undefined;
  child.on('message', (message: ServerMessage) => {
    if (message.event === 'failed') failure = message.message;
    if (message.event === 'logs') logs = message.folder;
  });
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code) => {
      ended = true;
      sandboxes.endAll();
      resolve(failure ?? t(`The server exited unexpectedly (code ${code}).`));
    });
  });
  const send = (message: MainMessage) => child.postMessage(message);
  const sandboxes = createSandboxes(join(dirname(script), '..'), send);
  child.on('message', sandboxes.onMessage);

  /** The first message for which `pick` returns a value; rejects when the server fails, exits or times out. */
  function next<T>(
    pick: (message: ServerMessage) => T | undefined,
    deadline: number,
    late: string,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => settle(() => reject(new Error(late))), deadline);
      const onMessage = (message: ServerMessage) => {
        if (message.event === 'failed') return settle(() => reject(new Error(message.message)));
        const picked = pick(message);
        if (picked !== undefined) settle(() => resolve(picked));
      };
      const settle = (act: () => void) => {
        clearTimeout(timer);
        child.removeListener('message', onMessage);
        act();
      };
      child.on('message', onMessage);
      void exited.then((reason) => settle(() => reject(new Error(reason))));
    });
  }

  return {
    exited,
    get logs() {
      return logs;
    },
    get pid() {
      return child.pid;
    },
    listening(deadline) {
      const seconds = deadline / 1000;
      return next(
        (message) => (message.event === 'listening' ? { url: message.url, admin: message.admin } : undefined),
        deadline,
        t(
          `The server did not start within ${seconds} seconds. Is the folder on a slow or disconnected drive?`,
        ),
      );
    },
    adminLink(deadline) {
      const link = next(
        (message) => (message.event === 'admin-link' ? message.admin : undefined),
        deadline,
        t('The server did not respond.'),
      );
      send({ command: 'admin-link' });
      return link;
    },
    async end(grace) {
      if (ended) return;
      send({ command: 'stop' });
      const force = setTimeout(() => end(child), grace);
      await exited;
      clearTimeout(force);
    },
  };
}

/**
 * Passes the server's output on to ours. It explains no crash: Electron stops reading it when the process exits, and
 * what it holds are lines of the log. The server tells what broke it in a message.
 */
function passOn(child: UtilityProcess): void {
  child.stdout?.on('data', (chunk: Buffer) => process.stdout.write(chunk));
  child.stderr?.on('data', (chunk: Buffer) => process.stderr.write(chunk));
}
