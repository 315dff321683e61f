/** Child processes of the built command line. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';

/** The built file of a server source, e.g. `cli/plinth.js`. */
export const built = (path: string): string =>
  fileURLToPath(new URL(`../../dist/server/${path}`, import.meta.url));

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  /** The next line on stdout; rejects when the process ends without one. */
  line(): Promise<string>;
  /** The next line on stdout as JSON. */
  event(): Promise<JsonObject>;
  ended: Promise<Ended>;
}

/** Starts a script of ours under this Node; it is ended with the test at the latest. */
export function run(
  script: string,
  args: readonly string[],
  options: { env?: Record<string, string>; cwd?: string; ipc?: boolean; input?: string } = {},
): Running {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: [
      options.input === undefined ? 'ignore' : 'pipe',
      'pipe',
      'pipe',
      ...(options.ipc ? (['ipc'] as const) : []),
    ],
  });
  child.stdin?.end(options.input);
  let stdout = '';
  let stderr = '';
  let read = 0;
  const waiting: { resolve(line: string): void; reject(error: Error): void }[] = [];
  const serve = () => {
    while (waiting.length > 0) {
      const end = stdout.indexOf('\n', read);
      if (end < 0) return;
      const line = stdout.slice(read, end);
      read = end + 1;
      waiting.shift()?.resolve(line);
    }
  };
  child.stdout?.on('data', (part: Buffer) => {
    stdout += part.toString('utf8');
    serve();
  });
  child.stderr?.on('data', (part: Buffer) => {
    stderr += part.toString('utf8');
  });
  // Not 'close', which a channel we disconnect ourselves keeps from coming.
  const streams = [child.stdout, child.stderr].map((stream) => stream && once(stream, 'close'));
  const ended = Promise.all([once(child, 'exit'), ...streams]).then(([[code, signal]]) => {
    for (const { reject } of waiting) reject(new Error(`ended with ${code ?? signal}: ${stderr}`));
    return { code, signal, stdout, stderr };
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await ended;
  });
  const line = () =>
    new Promise<string>((resolve, reject) => {
      waiting.push({ resolve, reject });
      serve();
      if (child.exitCode !== null) reject(new Error(`ended with ${child.exitCode}: ${stderr}`));
    });
  return {
    child,
    line,
    ended,
    async event() {
      const text = await line();
      const value: unknown = JSON.parse(text);
      if (!isJsonObject(value)) throw new Error(`not a JSON object: ${text}`);
      return value;
    },
  };
}

/** Runs the command line to its end. */
export function plinth(
  args: readonly string[],
  options: { env?: Record<string, string>; cwd?: string } = {},
): Promise<Ended> {
  return run(built('cli/plinth.js'), args, options).ended;
}

/** Runs the command line to its end once for each list of arguments, in one process. */
export async function plinthEach(lists: readonly (readonly string[])[]): Promise<Ended[]> {
  const driver = fileURLToPath(new URL('./commands.mjs', import.meta.url));
  const { code, stdout, stderr } = await run(driver, [built('cli/plinth.js'), JSON.stringify(lists)]).ended;
  if (code !== 0) throw new Error(`The runs ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}
