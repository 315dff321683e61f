import { join } from 'node:path';
import { app, type UtilityProcess, utilityProcess } from 'electron';
import type { MainMessage, ServerMessage } from '../server/contract/desktop.js';

/**
 * Processes for handlers of automations and for images. A utility process cannot start any, so the server asks the main
 * process.
 */
export interface Sandboxes {
  /** Handles a request of the server; other messages are ignored. */
  onMessage(message: ServerMessage): void;
  /** Ends all of them when their server ends. */
  endAll(): void;
}

/** Most at once: twice what the server keeps, for those that are just ending. */
const MAX_SANDBOXES = 8;

/**
 * What runs in them, below the folder of the built server, and its most memory in KB: 64 MB for a handler, and what
 * Node and QuickJS need themselves; for images what the pixels need. A utility process ignores
 * `--max-old-space-size`, so its memory is watched from here.
 */
const PROGRAMS = {
  automations: {
    script: 'automations/sandbox/child.js',
    serviceName: 'Plinth automation',
    memory: 400 * 1024,
  },
  images: { script: 'derivatives/image-child.js', serviceName: 'Plinth images', memory: 1536 * 1024 },
} as const;
type Program = keyof typeof PROGRAMS;

/**
 * The only variables a sandbox gets. Never empty: Electron takes an empty environment as "inherit mine". Windows
 * cannot start a process without SystemRoot.
 */
export const SANDBOX_ENVIRONMENT: Readonly<Record<string, string>> = {
  PLINTH_SANDBOX: '1',
  ...(process.platform === 'win32' && process.env.SystemRoot && { SystemRoot: process.env.SystemRoot }),
};

/**
 * SIGKILL instead of kill()'s SIGTERM: a handler in an endless loop, or a server that hangs in a save, would not handle
 * it. A process that has ended keeps its id until the app is told.
 */
export function end({ pid }: UtilityProcess): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Pause between two looks at the memory, in ms. */
const WATCH_PAUSE = 1_000;

/**
 * @param server folder of the built server
 * @param send sends a message to the server that owns the sandboxes
 */
export function createSandboxes(server: string, send: (message: MainMessage) => void): Sandboxes {
  const running = new Map<number, { child: UtilityProcess; memory: number }>();

  function start(sandbox: number, program: Program): void {
    if (running.has(sandbox)) return;
    if (running.size >= MAX_SANDBOXES) {
      send({ command: 'sandbox-gone', sandbox });
      return;
    }
    const { script, serviceName, memory } = PROGRAMS[program];
    const child = utilityProcess.fork(join(server, script), [], {
      serviceName,
      stdio: 'ignore',
      env: SANDBOX_ENVIRONMENT,
    });
    running.set(sandbox, { child, memory });
    watch();
    child.on('message', (message: unknown) => send({ command: 'sandbox-said', sandbox, message }));
    child.once('exit', () => {
      running.delete(sandbox);
      send({ command: 'sandbox-gone', sandbox });
    });
  }

  let watching: NodeJS.Timeout | undefined;

  /** Checks the memory of running sandboxes and kills those above their limit. */
  function watch(): void {
    watching ??= setInterval(() => {
      if (running.size === 0) {
        clearInterval(watching);
        watching = undefined;
        return;
      }
      const metrics = new Map(app.getAppMetrics().map(({ pid, memory }) => [pid, memory.workingSetSize]));
      for (const { child, memory } of running.values()) {
        if ((metrics.get(child.pid ?? 0) ?? 0) > memory) end(child);
      }
    }, WATCH_PAUSE);
  }

  return {
    onMessage(message) {
      if (message.event === 'sandbox-start') start(message.sandbox, message.program ?? 'automations');
      if (message.event === 'sandbox-tell') running.get(message.sandbox)?.child.postMessage(message.message);
      const ended = message.event === 'sandbox-kill' ? running.get(message.sandbox) : undefined;
      if (ended) end(ended.child);
    },
    endAll() {
      for (const { child } of running.values()) end(child);
    },
  };
}
