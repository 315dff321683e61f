/** Command lines of the owner, as they were typed: run by a shell in a process group that can be ended as a whole. */
import { type ChildProcess, spawn } from 'node:child_process';
import { guardCommand } from './command-guard.js';

/** Time between asking a process group to end and ending it, in ms. */
const GRACE_MS = 5_000;
/** How long the output of an ended command may stay open, held by a process that it left behind, in ms. */
const DRAIN_MS = 500;

/**
 * What a command reads: the address of a server, a key, and the address of the site. `folder`: the data folder, for which
 * `plinth exec` in the command uses that key.
 */
export const environmentOf = ({
  url,
  key,
  siteUrl,
  folder,
}: {
  url: string;
  key: string;
  siteUrl?: string | undefined;
  folder?: string | undefined;
}): Record<string, string> => ({
  PLINTH_URL: url,
  PLINTH_KEY: key,
  ...(siteUrl !== undefined && { PLINTH_SITE_URL: siteUrl }),
  ...(folder !== undefined && { PLINTH_FOLDER: folder }),
});

export interface ShellOptions {
  directory: string;
  environment: Readonly<Record<string, string>>;
  /** Called with pieces of what it writes, to both streams in order of arrival. */
  onText: (text: string) => void;
}

/** How a command ended: its exit code, the signal that ended it, or why it did not start. */
export type ShellEnd = { code: number } | { signal: string } | { problem: string };

export interface ShellCommand {
  /** Settles when it has ended, with everything that it started. Never rejects. */
  readonly ended: Promise<ShellEnd>;
  /** Ends it: asks first, and insists after some seconds. */
  stop(): void;
}

const IS_WINDOWS = process.platform === 'win32';

/**
 * The shell. In the desktop app it is that of the user's login: an app that was not started from a terminal does not
 * know where programs such as npm are.
 */
function shellFor(command: string): readonly [file: string, args: string[]] {
  const { SHELL = '/bin/sh', ComSpec = 'cmd.exe' } = process.env;
  if (IS_WINDOWS) return [ComSpec, ['/d', '/s', '/c', `"${command}"`]];
  return process.versions.electron === undefined
    ? ['/bin/sh', ['-c', command]]
    : [SHELL, ['-l', '-c', command]];
}

/** Without what tells the programs of the app how to run. */
function environmentHere(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _, ...inherited } = process.env;
  return { ...inherited, NO_COLOR: '1', FORCE_COLOR: '0', GIT_TERMINAL_PROMPT: '0', ...extra };
}

export function startShell(command: string, { directory, environment, onText }: ShellOptions): ShellCommand {
  const [file, args] = shellFor(command);
  const child = spawn(file, args, {
    cwd: directory,
    env: environmentHere(environment),
    // Without a terminal nothing can wait for an answer.
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: !IS_WINDOWS,
    windowsVerbatimArguments: IS_WINDOWS,
    windowsHide: true,
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onText);
  const release = child.pid === undefined ? () => undefined : guardCommand(child.pid);
  let kill: NodeJS.Timeout | undefined;
  const ended = new Promise<ShellEnd>((resolve) => {
    child.once('error', ({ message }) => resolve({ problem: message }));
    child.once('exit', async (code, signal) => {
      await drained(child);
      // What it left behind in the background.
      endGroup(child, 'SIGKILL');
      resolve(signal === null ? { code: code ?? 1 } : { signal });
    });
  }).finally(() => {
    clearTimeout(kill);
    release();
  });
  return {
    ended,
    stop() {
      if (kill) return;
      endGroup(child, 'SIGTERM');
      kill = setTimeout(() => endGroup(child, 'SIGKILL'), GRACE_MS);
    },
  };
}

/** Resolves when the streams have ended, or a process in the background keeps them open. */
function drained({ stdout, stderr }: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, DRAIN_MS);
    let open = 0;
    for (const stream of [stdout, stderr]) {
      if (!stream || stream.closed) continue;
      open += 1;
      stream.once('close', () => {
        open -= 1;
        if (open > 0) return;
        clearTimeout(late);
        resolve();
      });
    }
    if (open > 0) return;
    clearTimeout(late);
    resolve();
  });
}

function endGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  if (IS_WINDOWS) {
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true }).on(
      'error',
      () => undefined,
    );
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // All of it has ended.
  }
}
