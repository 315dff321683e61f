// Child processes of the bench: helpers that answer one message at a time, and Plinth itself.
import { execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
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

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'dist/server/cli/plinth.js');

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

const placesOf = ({ folder, cache, state }) => ['--data', folder, '--cache', cache, '--state', state];

/** Makes an API key for the folder, as a user would. */
export async function createKey(site) {
  const args = [program, 'keys', 'create', ...placesOf(site), '--name', 'bench', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout).key;
}

/**
 * Starts `plinth serve`. Resolves when it listens.
 * @param nodeOptions e.g. `--cpu-prof`
 */
export async function serve(site, nodeOptions = []) {
  const args = [...nodeOptions, program, 'serve', ...placesOf(site), '--port', '0', '--json'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
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
