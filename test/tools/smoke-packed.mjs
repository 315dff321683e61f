/**
 * Starts the packed app of this system as its user does: a window, a folder, a server that answers; then its command
 * line. Prints how long it took from the start to the answer. docs: resources/pack/signing.md
 *
 *   node test/tools/smoke-packed.mjs [release]
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

/** How long the app may take until its server answers, in ms: a cold machine that unpacks and scans. */
const PATIENCE = 120_000;

const release = resolve(process.argv[2] ?? 'release');

async function program() {
  const names = await readdir(release);
  const folder = names.find((name) => /unpacked$|^mac/.test(name));
  if (folder === undefined) throw new Error(`There is no packed app in ${release}.`);
  const inside =
    { darwin: 'Plinth.app/Contents/MacOS/Plinth', win32: 'Plinth.exe' }[process.platform] ?? 'plinth';
  const path = join(release, folder, inside);
  if (!existsSync(path)) throw new Error(`${path} is not there.`);
  return path;
}

async function answering(state) {
  const runtime = join(state, 'runtime');
  const until = performance.now() + PATIENCE;
  while (performance.now() < until) {
    for (const name of await readdir(runtime).catch(() => [])) {
      const { url } = JSON.parse(await readFile(join(runtime, name), 'utf8').catch(() => '{}'));
      const answer = url && (await fetch(`${url}/healthz`).catch(() => undefined));
      if (answer?.ok) return { url, health: await answer.json() };
    }
    await setTimeout(100);
  }
  throw new Error(`The packed app did not serve within ${PATIENCE / 1000} seconds.`);
}

const work = await mkdtemp(join(tmpdir(), 'plinth-smoke-'));
const [data, state, cache] = ['site', 'state', 'cache'].map((name) => join(work, name));
await mkdir(data);
const path = await program();
const started = performance.now();
const args = ['--data', data, '--state', state, '--cache', cache, '--port', '0', '--starter', 'magazine'];
const app = spawn(path, args, { stdio: 'inherit' });
const ended = new Promise((done) => app.once('exit', done));
try {
  const { url, health } = await answering(state);
  console.log(
    `Served ${Math.round(performance.now() - started)} ms after the start: ${JSON.stringify(health)}`,
  );
  // An image of the starter, so that the packed image library is used.
  const admin = await fetch(`${url}/admin/`);
  if (!admin.ok) throw new Error(`The admin was answered ${admin.status}.`);
  const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: PATIENCE });
  if (stdout.trim() !== health.version) throw new Error(`The command line answers “${stdout.trim()}”.`);
  console.log(`The command line answers ${stdout.trim()}.`);
} finally {
  app.kill();
  await Promise.race([ended, setTimeout(20_000)]);
  app.kill('SIGKILL');
  await rm(work, { recursive: true, force: true, maxRetries: 10 });
}
