/** The example sites, built by the real generators and walked in a browser with Plinth stopped. */
import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { built } from '../helpers/process.js';
import { thorough } from '../helpers/thorough.js';
import { findChromium } from '../tools/chromium.mjs';
import { writeFolder } from './folder.js';
import { EXAMPLES, GENERATORS, type Generator, ROOT } from './generators.js';
import { installed, npm, siteFolder } from './install.js';
import { walk } from './walk.js';

vi.setConfig({ testTimeout: 20 * 60_000, hookTimeout: 120_000 });

/** Generators that are built on many posts in every run. */
const MANY = ['Eleventy', 'Hugo with written files', 'Hugo with a content adapter'];
/** A run in which nothing may be skipped. */
const REQUIRED = process.env.PLINTH_REQUIRE_SITES !== undefined;

/** No build may call home. */
const ENVIRONMENT = {
  NEXT_TELEMETRY_DISABLED: '1',
  NEXT_IGNORE_INCORRECT_LOCKFILE: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NO_COLOR: '1',
};

let browser: Browser;
let page: Page;

beforeAll(async () => {
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-b', 'server/client'], {
    cwd: ROOT,
  });
  browser = await chromium.launch(await findChromium());
  page = await browser.newPage();
});
afterAll(() => browser?.close());

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

/** Builds the site of a generator, and lists what is wrong with it; undefined if it cannot be built here. */
async function problemsOf(generator: Generator, count: number): Promise<string[] | { skipped: string }> {
  const { example, script, output, packages, unfit, isApp = false } = generator;
  const reason = unfit?.();
  if (reason !== undefined) return { skipped: reason };
  const found = packages === undefined ? undefined : await installed(packages);
  if (found && 'missing' in found) return { skipped: found.missing };
  const site = await siteFolder(found?.folder);
  try {
    await cp(join(EXAMPLES, example), site, {
      recursive: true,
      filter: (path) => !path.endsWith('package-lock.json') && !path.includes('node_modules'),
    });
    await addPlinth(site);
    const expected = await writeFolder(join(site, 'my-site'), count);
    expect(expected.posts).toHaveLength(count);
    const env = { ...ENVIRONMENT, XDG_CACHE_HOME: join(site, '.user'), XDG_STATE_HOME: join(site, '.user') };
    const { code, output: printed } = await npm(['run', script], site, env);
    expect(code, printed).toBe(0);
    return await walk(page, join(site, output), { expected, isApp });
  } finally {
    await rm(site, { recursive: true, force: true });
  }
}

describe.each(GENERATORS.filter(({ isThorough }) => thorough || !isThorough))(
  'the example of $name',
  (generator) => {
    const counts = thorough || MANY.includes(generator.name) ? [3, 250] : [3];

    it.each(counts)('makes a whole site of %d posts', async (count) => {
      const result = await problemsOf(generator, count);
      if ('skipped' in result) {
        expect(REQUIRED, result.skipped).toBe(false);
        process.stderr.write(`Skipped: the site of ${generator.name}: ${result.skipped}\n`);
        return;
      }
      expect(result).toEqual([]);
    });
  },
);
