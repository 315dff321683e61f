/** Packages of the generators, installed once for each lock file into a folder of the user's caches. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './generators.js';

/** Not below a `node_modules`: generators treat files there as those of packages. */
const CACHE =
  process.env.PLINTH_SITES_CACHE ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'plinth-test-sites');

/** Without a network an installation ends within seconds. */
const IMPATIENT = [
  '--fetch-retries=1',
  '--fetch-timeout=30000',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=2000',
];

/** After this many milliseconds an installation or a build counts as hanging. */
const PATIENCE = 8 * 60_000;

export interface Outcome {
  code: number | null;
  output: string;
}

/** Runs npm to its end, and kills it with its children when it does not end. */
export function npm(args: string[], cwd: string, env: Record<string, string> = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn('npm', args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const timer = setTimeout(() => {
      output += '\nnpm did not end in time';
      if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL');
      else child.kill();
    }, PATIENCE);
    const done = (code: number | null) => {
      clearTimeout(timer);
      resolve({ code, output });
    };
    child.on('error', (error) => {
      output += error.message;
      done(null);
    });
    child.on('close', done);
  });
}

/** A folder below which what a lock file names is installed, or why there is none. */
export async function installed(packages: string): Promise<{ folder: string } | { missing: string }> {
  if (process.platform !== 'linux') return { missing: 'the lock files name the binaries of Linux only' };
  const names = ['package.json', 'package-lock.json'];
  const texts = await Promise.all(names.map((name) => readFile(join(packages, name), 'utf8')));
  const [major] = process.versions.node.split('.');
  const key = [...texts, process.platform, process.arch, major].join('\0');
  const folder = join(CACHE, createHash('sha256').update(key).digest('hex').slice(0, 16));
  if (existsSync(folder)) return { folder };
  await mkdir(CACHE, { recursive: true });
  const part = await mkdtemp(join(CACHE, 'part-'));
  try {
    for (const [at, name] of names.entries()) await writeFile(join(part, name), texts[at] ?? '');
    await cp(join(ROOT, '.npmrc'), join(part, '.npmrc'));
    // Not `ci`, which rejects a lock file that lacks optional packages of another system.
    const { code, output } = await npm(
      ['install', '--ignore-scripts', '--prefer-offline', ...IMPATIENT],
      part,
    );
    if (code !== 0) return { missing: `its packages cannot be installed: ${output.trim().slice(-500)}` };
    // Another run may have installed the same meanwhile.
    await rename(part, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
    return { folder };
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

/** A new folder for a site, below the packages if it has any. */
export async function siteFolder(parent: string | undefined): Promise<string> {
  const within = parent ?? CACHE;
  await mkdir(within, { recursive: true });
  return await mkdtemp(join(within, 'site-'));
}
