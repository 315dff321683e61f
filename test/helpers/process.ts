/** Child processes of the built command line. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
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

/** A process of the command line that does one command after the other. */
interface Warm {
  child: ChildProcess;
  /** Does a command to its end. */
  run(command: { args: readonly string[]; cwd?: string; input?: string }): Promise<Ended>;
}

/** Those that have nothing to do. They end with the process of the tests, which closes their channel. */
const waiting: Warm[] = [];

function warmProcess(): Warm {
  const driver = fileURLToPath(new URL('./command-process.mjs', import.meta.url));
  const child = spawn(process.execPath, [driver, built('cli/plinth.js')], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [, stdout, stderr, channel] = child.stdio;
  if (!stdout || !stderr || !(channel instanceof Socket)) throw new Error('The process has no streams');
  for (const stream of [child, stdout, stderr, channel]) if ('unref' in stream) stream.unref();
  const written = { stdout: '', stderr: '', channel: '' };
  let look = () => {};
  for (const [name, stream] of Object.entries({ stdout, stderr, channel })) {
    stream.on('data', (part: Buffer) => {
      written[name as keyof typeof written] += part.toString('utf8');
      look();
    });
  }
  let count = 0;
  return {
    child,
    run(command) {
      count += 1;
      // Both streams are read to the mark that follows what the command wrote.
      const mark = `\0${count}\0`;
      const taken = (name: 'stdout' | 'stderr') => {
        const text = written[name].replace(mark, '');
        written[name] = '';
        return text;
      };
      return new Promise((resolve) => {
        const end = (code: number | null, signal: NodeJS.Signals | null) =>
          resolve({ code, signal, stdout: taken('stdout'), stderr: taken('stderr') });
        look = () => {
          if (!(['stdout', 'stderr'] as const).every((name) => written[name].endsWith(mark))) return;
          const code = /^(\d+)\n$/.exec(written.channel)?.[1];
          if (code === undefined) return;
          written.channel = '';
          child.removeAllListeners('close');
          end(Number(code), null);
        };
        child.once('close', end);
        channel.write(`${JSON.stringify(command)}\n`);
      });
    },
  };
}

/**
 * Runs the command line to its end. A command with an environment of its own gets a process of its own; others share
 * one, which takes a tenth of the processor time.
 */
export async function plinth(
  args: readonly string[],
  { env, cwd, input }: { env?: Record<string, string>; cwd?: string; input?: string } = {},
): Promise<Ended> {
  if (env !== undefined && Object.keys(env).length > 0)
    return run(built('cli/plinth.js'), args, { env, cwd, input }).ended;
  const warm = waiting.pop() ?? warmProcess();
  let ended = false;
  onTestFinished(() => void (ended || warm.child.kill('SIGKILL')));
  const result = await warm.run({ args, cwd, input });
  ended = true;
  if (warm.child.exitCode === null && warm.child.signalCode === null) waiting.push(warm);
  return result;
}

/** Runs the command line to its end once for each list of arguments, one after the other. */
export async function plinthEach(lists: readonly (readonly string[])[]): Promise<Ended[]> {
  const ended: Ended[] = [];
  for (const args of lists) ended.push(await plinth(args));
  return ended;
}
