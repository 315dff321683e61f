import { type UtilityProcess, utilityProcess } from 'electron';
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
    // No environment of ours, nothing to read from or write to.
    const child = utilityProcess.fork(script, [], {
      serviceName: 'Plinth automation',
      stdio: 'ignore',
      env: {},
      execArgv: ['--max-old-space-size=128'],
    });
    running.set(sandbox, child);
    child.on('message', (message: unknown) => tell({ command: 'sandbox-said', sandbox, message }));
    child.once('exit', () => {
      running.delete(sandbox);
      tell({ command: 'sandbox-gone', sandbox });
    });
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
