import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freshFolder } from './stand-in.js';

/** What a fake server process does, as the body of a script that knows `port`, `args` and `log(line)`. */
const BEHAVIOURS = {
  /** Serves until it is told to stop. */
  sound: `
    listen();
    on('admin-link', () => tell({ event: 'admin-link', admin: address + '/admin/?token=fresh' }));
    on('stop', () => process.exit(0));`,
  /** Says why it cannot serve. */
  refusing: `tell({ event: 'failed', message: 'This folder is open in another Plinth.' });`,
  /** Never says a word, and does not hear the polite signal. */
  silent: `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`,
  /** Ends before it serves, with a complaint. */
  broken: `console.error('Error: no such module'); process.exit(3);`,
  /** Serves, and crashes when it is asked for a link, until it has been started three times. */
  crashing: `
    const starts = log('start ' + args.join(' '));
    listen();
    on('admin-link', () => {
      if (starts >= 3) return tell({ event: 'admin-link', admin: address + '/admin/?token=fresh' });
      tell({ event: 'failed', message: 'out of cheese' });
      setTimeout(() => process.exit(7), 20);
    });
    on('stop', () => process.exit(0));`,
  /** Serves once and can never be started again. */
  dying: `
    if (log('start') > 1) process.exit(1);
    listen();
    on('admin-link', () => process.exit(7));`,
  /** Has a save running when it is told to stop. */
  saving: `
    listen();
    on('stop', () => setImmediate(() => { log('saved'); process.exit(0); }));`,
  /** Serves and never stops by itself. */
  stubborn: `
    process.on('SIGTERM', () => {});
    listen();`,
} as const;

/**
 * Writes a fake `desktop-server.js`: it tells its start and serves nothing.
 * @returns the script's path, and the path of the file its lines are logged to
 */
export async function fakeServer(
  behaviour: keyof typeof BEHAVIOURS,
): Promise<{ script: string; log: string }> {
  const folder = await freshFolder();
  const script = join(folder, 'desktop-server.mjs');
  const log = join(folder, 'log.txt');
  await writeFile(
    script,
    `import { appendFileSync, readFileSync } from 'node:fs';
    const args = process.argv.slice(2);
    const wanted = Number(args[args.indexOf('--port') + 1]);
    const port = wanted === 0 ? 40000 + (process.pid % 20000) : wanted;
    const address = 'http://127.0.0.1:' + port;
    const tell = (message) => process.parentPort.postMessage(message);
    const listen = () => tell({ event: 'listening', url: address, admin: address + '/admin/?token=one',
      dataDir: args[args.indexOf('--data') + 1], pid: process.pid });
    const on = (command, act) => process.parentPort.on('message', ({ data }) => data.command === command && act());
    const log = (line) => {
      appendFileSync(${JSON.stringify(log)}, line + '\\n');
      return readFileSync(${JSON.stringify(log)}, 'utf8').split('\\n').length - 1;
    };
    ${BEHAVIOURS[behaviour]}`,
  );
  return { script, log };
}

/** Whether a process of this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
