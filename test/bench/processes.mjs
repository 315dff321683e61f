// Child processes of the bench: helpers that answer one message at a time, and Plinth itself.
import { execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * Processor time a process has used so far, in seconds; undefined where the system has no /proc.
 * Unlike the time on the clock it does not depend on what else the machine does, or on a slow client.
 */
export function processorSeconds(pid) {
  try {
    // After the name in brackets, which may hold spaces: utime and stime, in ticks of 10 ms.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
}

/** A run that answers `{count, perSecond}`, with the processor time that process `pid` took for it. */
export async function measured(pid, run) {
  const before = processorSeconds(pid);
  const { count, perSecond } = await run();
  const used = processorSeconds(pid) - before;
  return { value: perSecond, ...(used > 0 ? { perProcessorSecond: count / used } : {}) };
}

/** Resident memory of a process in MB; not a number where the system has no /proc. */
export function residentMegabytes(pid) {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));
export const program = join(root, 'dist/server/cli/plinth.js');

/** Forks a script of this folder; `ask` sends a task and resolves with the answer. */
export function forkHelper(script) {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), { stdio: 'inherit' });
  const ended = once(child, 'exit').then(([code]) => [{ error: `${script} ended with ${code}` }]);
  return {
    pid: child.pid,
    async ask(task) {
      child.send(task);
      const answered = new Promise((resolve) => child.once('message', (answer) => resolve([answer])));
      const [answer] = await Promise.race([answered, ended]);
      if (answer.error) throw new Error(answer.error);
      return answer;
    },
    close: () => child.kill(),
  };
}

export const placesOf = ({ folder, cache, state }) => ['--data', folder, '--cache', cache, '--state', state];

/** Makes an API key for the folder, as a user would. */
export async function createKey(site) {
  const args = [program, 'keys', 'create', ...placesOf(site), '--name', 'bench', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout).key;
}

/**
 * Starts `plinth serve`. Resolves when it listens.
 * @param nodeOptions e.g. `--cpu-prof`
 * @param environment added to that of this process
 */
export async function serve(site, nodeOptions = [], environment = {}) {
  const args = [...nodeOptions, program, 'serve', ...placesOf(site), '--port', '0', '--json'];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([
    once(lines, 'line'),
    exited.then(([code]) => {
      throw new Error(`plinth serve ended with ${code}`);
    }),
  ]);
  const { url } = JSON.parse(line);
  return {
    url,
    pid: child.pid,
    port: Number(new URL(url).port),
    async close() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** A port nobody listens on at the moment. */
export async function freePort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts json-server with a file. Resolves when it answers. */
export async function serveJson(file) {
  const port = await freePort();
  const json = join(root, 'node_modules/json-server/lib/cli/bin.js');
  const args = [json, file, '--port', String(port), '--host', '127.0.0.1', '--quiet'];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const exited = once(child, 'exit');
  while (child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/posts?_limit=1`).catch(() => undefined);
    if (answer?.ok) break;
    await new Promise((done) => setTimeout(done, 200));
  }
  if (child.exitCode !== null) throw new Error(`json-server ended with ${child.exitCode}`);
  return {
    pid: child.pid,
    port,
    async close() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
