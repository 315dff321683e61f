/**
 * Before any test: the built server, which tests start and whose helper programs sites of the sources start as well,
 * is made anew when a source is newer.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const newest = (folder: string): number =>
  Math.max(
    0,
    ...readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:ts|js)$/.test(entry.name))
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );

const built = (): number => {
  try {
    return statSync(join(root, 'dist/server/start.js')).mtimeMs;
  } catch {
    return 0;
  }
};

export default function setup(): void {
  if (built() >= newest('server')) return;
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'server', '--logLevel', 'warn'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
}
