import type { ServerState } from '../server/contract/desktop.js';
import { forkServer, type Listening, type ServerChild, type ServerTask } from './server-child.js';
import { t } from './texts.js';

export interface ServerProcessOptions {
  /** Path of the built `server/cli/desktop-server.js`. */
  script: string;
  /** Called with every change of state. */
  onState(state: ServerState): void;
  /** Called with a new admin link when the server has restarted after a crash. */
  onRecovered(listening: Listening): void;
  /** How long a start may take until it counts as failed, in ms. */
  deadline?: number;
  /** How long a stop may take until the process is ended by force, in ms. */
  grace?: number;
  /** Delays before the restarts after a crash, in ms; after the last one the server stays down. */
  backOff?: readonly number[];
  /** After running this long, in ms, a server gets its restarts back. */
  steady?: number;
}

export interface ServerProcess {
  readonly state: ServerState;
  /** Starts serving, after stopping what is served now. Rejects with a sentence for the user. */
  start(task: ServerTask): Promise<Listening>;
  /** A fresh one-time admin link of the running server. */
  adminLink(): Promise<string>;
  /** The folder of the log files; undefined before any server has started. */
  readonly logs: string | undefined;
  /** Lets running requests finish, then ends the process. Resolves when it is gone. */
  stop(): Promise<void>;
  /** Id of the process that runs now. */
  readonly pid: number | undefined;
}

/**
 * Runs the server in a utility process, so that no image and no large folder ever freezes the window.
 * At most one server runs; one that crashes is restarted with growing pauses.
 */
export function createServerProcess(options: ServerProcessOptions): ServerProcess {
  const {
    deadline = 120_000,
    grace = 10_000,
    backOff = [250, 1_000, 4_000, 10_000],
    steady = 60_000,
  } = options;
  const stopped = (reason: string, retrying = false): ServerState => ({ state: 'stopped', reason, retrying });
  let state = stopped(t('No folder is open.'));
  let current: ServerChild | undefined;
  let restart: NodeJS.Timeout | undefined;
  let logs: string | undefined;
  let crashes = 0;
  /** The end of the process that was stopped last. */
  let ending = Promise.resolve();
  /** Counts starts and stops; work started under an older count is out of date. */
  let turn = 0;

  const change = (next: ServerState) => {
    state = next;
    options.onState(next);
  };

  async function launch(task: ServerTask): Promise<Listening> {
    const mine = turn;
    change({ state: 'starting' });
    const child = forkServer(options.script, task);
    current = child;
    void child.exited.then(() => {
      logs = child.logs ?? logs;
    });
    try {
      const listening = await child.listening(deadline);
      const since = Date.now();
      change({ state: 'running', url: listening.url });
      void child.exited.then((reason) => {
        if (mine !== turn) return;
        if (Date.now() - since > steady) crashes = 0;
        recover({ ...task, port: Number(new URL(listening.url).port), starter: undefined }, reason);
      });
      return listening;
    } catch (error) {
      await child.end(grace);
      const reason = error instanceof Error ? error.message : String(error);
      // A start that was superseded by another start or a stop must not change the state.
      if (mine === turn) {
        current = undefined;
        change(stopped(reason));
      }
      throw new Error(reason, { cause: error });
    }
  }

  function recover(task: ServerTask, reason: string): void {
    current = undefined;
    const pause = backOff[crashes];
    change(stopped(reason, pause !== undefined));
    if (pause === undefined) return;
    crashes += 1;
    const mine = turn;
    restart = setTimeout(() => {
      launch(task).then(options.onRecovered, (error: Error) => {
        if (mine === turn) recover(task, error.message);
      });
    }, pause);
  }

  /** Returns its turn; a caller that finds it changed has been superseded. */
  async function stop(): Promise<number> {
    turn += 1;
    const mine = turn;
    clearTimeout(restart);
    const child = current;
    current = undefined;
    // A second stop waits for the first: the app must not end before the server has.
    if (child) ending = child.end(grace);
    await ending;
    if (mine === turn) change(stopped(t('The folder was closed.')));
    return mine;
  }

  return {
    get state() {
      return state;
    },
    async start(task) {
      const mine = await stop();
      if (mine !== turn) throw new Error(t('Another folder is being opened.'));
      crashes = 0;
      return launch(task);
    },
    get logs() {
      return current?.logs ?? logs;
    },
    get pid() {
      return current?.pid;
    },
    adminLink() {
      if (!current) return Promise.reject(new Error(t('The server is not running.')));
      return current.adminLink(deadline);
    },
    async stop() {
      await stop();
    },
  };
}
