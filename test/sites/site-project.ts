/** The project of a site with its packages, to build it with `plinth` of the checkout. */
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { built } from '../helpers/process.js';
import { ROOT } from './generators.js';
import { installed, npm, type Outcome, siteFolder } from './install.js';

/** No build may call home. */
const ENVIRONMENT = {
  NEXT_TELEMETRY_DISABLED: '1',
  NEXT_IGNORE_INCORRECT_LOCKFILE: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NO_COLOR: '1',
};

/** The package as an installation of its tarball has it, with the command line of the checkout. */
async function addPlinth(site: string): Promise<void> {
  const modules = join(site, 'node_modules');
  for (const path of ['package.json', 'dist/client', 'resources/astro']) {
    await cp(join(ROOT, path), join(modules, 'plinth', path), { recursive: true }).catch(() => undefined);
  }
  const script = built('cli/plinth.js');
  await mkdir(join(modules, '.bin'));
  await writeFile(join(modules, '.bin/plinth'), `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`);
  await writeFile(join(modules, '.bin/plinth.cmd'), `@"${process.execPath}" "${script}" %*\r\n`);
  await chmod(join(modules, '.bin/plinth'), 0o755);
}

/**
 * Uses a site that `prepare` has written into a new folder, and whose place it returns. It has the packages that the
 * lock file in `packages` names; `skipped` says why they cannot be had.
 */
export async function withProject<T>(
  packages: string | undefined,
  prepare: (folder: string) => Promise<string>,
  use: (site: string, run: (script: string) => Promise<Outcome>) => Promise<T>,
): Promise<T | { skipped: string }> {
  const found = packages === undefined ? undefined : await installed(packages);
  if (found && 'missing' in found) return { skipped: found.missing };
  const folder = await siteFolder(found?.folder);
  try {
    const site = await prepare(folder);
    await addPlinth(site);
    const user = join(folder, '.user');
    const env = { ...ENVIRONMENT, XDG_CACHE_HOME: user, XDG_STATE_HOME: user };
    return await use(site, (script) => npm(['run', script], site, env));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
