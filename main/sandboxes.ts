import { app, type UtilityProcess, utilityProcess } from 'electron';
import type { MainMessage, ServerMessage } from '../server/contract/desktop.js';

/** Processes for the handlers of automations. A utility process can start none itself, so the server asks for them. */
export interface Sandboxes {
  /** Does what the server asks for; messages about anything else are left alone. */
  hear(message: ServerMessage): void;
  /** Ends all of them: they have nothing to do without their server. */
  endAll(): void;
}

/** Most at once: twice what the server keeps, for those that are just ending. */
const MOST = 4;

/**
 * The only variables a sandbox gets. Never empty: Electron takes an empty environment as "inherit mine". Windows
 * cannot start a process without SystemRoot.
 */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  PLINTH_SANDBOX: '1',
  ...(process.platform === 'win32' && process.env.SystemRoot && { SystemRoot: process.env.SystemRoot }),
};

/**
 * Memory of one sandbox, in KB: 64 MB for the handler, and what Node and QuickJS need themselves. A utility process
 * ignores `--max-old-space-size`, so its memory is watched from here.
 */
const MOST_MEMORY = 400 * 1024;
/** Pause between two looks at the memory, in ms. */
const WATCH_PAUSE = 1_000;

/**
 * @param script path of the built `server/automations/sandbox/child.js`
 * @param tell says something to the server the sandboxes belong to
 */
export function createSandboxes(script: string, tell: (message: MainMessage) => void): Sandboxes {
  const running = new Map<number, UtilityProcess>();

  function start(sandbox: number): void {
    if (running.has(sandbox)) return;
    if (running.size >= MOST) {
      tell({ command: 'sandbox-gone', sandbox });
      return;
    }
    const child = utilityProcess.fork(script, [], {
      serviceName: 'Plinth automation',
      stdio: 'ignore',
      env: ENVIRONMENT,
    });
    running.set(sandbox, child);
    watch();
    child.on('message', (message: unknown) => tell({ command: 'sandbox-said', sandbox, message }));
    child.once('exit', () => {
      running.delete(sandbox);
      tell({ command: 'sandbox-gone', sandbox });
    });
  }

  let watching: NodeJS.Timeout | undefined;

  /** Looks at the memory of the sandboxes while there are any, and ends those that take too much. */
  function watch(): void {
    watching ??= setInterval(() => {
      if (running.size === 0) {
        clearInterval(watching);
        watching = undefined;
        return;
      }
      const metrics = new Map(app.getAppMetrics().map(({ pid, memory }) => [pid, memory.workingSetSize]));
      for (const child of running.values()) {
        if ((metrics.get(child.pid ?? 0) ?? 0) > MOST_MEMORY) end(child);
      }
    }, WATCH_PAUSE);
  }

  /** SIGKILL, not the polite signal of kill(): a handler in an endless loop would not hear it. */
  function end({ pid }: UtilityProcess): void {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  }

  return {
    hear(message) {
      if (message.event === 'sandbox-start') start(message.sandbox);
      if (message.event === 'sandbox-tell') running.get(message.sandbox)?.postMessage(message.message);
      const ended = message.event === 'sandbox-kill' ? running.get(message.sandbox) : undefined;
      if (ended) end(ended);
    },
    endAll() {
      for (const child of running.values()) end(child);
    },
  };
}
