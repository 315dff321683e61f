/**
 * Before any test: the built server, which tests start and whose helper programs sites of the sources start as well,
 * is built when a source is newer, and so is the documentation, which servers of tests show.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const newest = (folder: string, name = /\.(?:ts|js)$/): number =>
  Math.max(
    0,
    ...readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && name.test(entry.name))
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );

/** What pages of the documentation are made from, apart from the built server. */
const DOCUMENTED = [
  ...['resources/docs', 'resources/starters', 'server/contract', 'server/settings'],
  'renderer/fields/code/automation',
];

const built = (file: string): number => {
  try {
    return statSync(join(root, file)).mtimeMs;
  } catch {
    return 0;
  }
};

export default function setup(): void {
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (built('dist/server/start.js') < newest('server')) {
    run('node_modules/vite/bin/vite.js', 'build', 'server', '--logLevel', 'warn');
  }
  if (built('dist/docs/search.json') < Math.max(...DOCUMENTED.map((folder) => newest(folder, /./)))) {
    run('node_modules/typescript/bin/tsc', '-b', 'server/client');
    run('resources/docs/site/build.mjs');
  }
}
