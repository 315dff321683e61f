/** The example sites and those of the starters, built by the real generators and walked in a browser with Plinth stopped. */
import { execFileSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { plinth } from '../helpers/process.js';
import { thorough } from '../helpers/thorough.js';
import { findChromium } from '../tools/chromium.mjs';
import { crawl } from './crawl.js';
import { writeFolder } from './folder.js';
import { EXAMPLES, GENERATORS, type Generator, ROOT } from './generators.js';
import { lowScores } from './lighthouse.js';
import { withProject } from './site-project.js';
import { expectedSite, STARTERS } from './starters.js';
import { walk } from './walk.js';

vi.setConfig({ testTimeout: 20 * 60_000, hookTimeout: 120_000 });

/** Posts of every kind that there is: drafts, planned ones, without an author, with images. */
const SOME = 20;
/** Generators that are built on them in every run; all are built on 250 in thorough runs. */
const MANY = ['Eleventy', 'Hugo with written files', 'Hugo with a content adapter'];
/** A run in which nothing may be skipped. */
const REQUIRED = process.env.PLINTH_REQUIRE_SITES !== undefined;

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

type Result = string[] | { skipped: string };

/** Builds the site of a generator, and lists what is wrong with it. */
async function problemsOf(generator: Generator, count: number): Promise<Result> {
  const { example, script, output, packages, unfit, isApp = false } = generator;
  const reason = unfit?.();
  if (reason !== undefined) return { skipped: reason };
  const prepare = async (folder: string) => {
    await cp(join(EXAMPLES, example), folder, {
      recursive: true,
      filter: (path) => !path.endsWith('package-lock.json') && !path.includes('node_modules'),
    });
    return folder;
  };
  return await withProject(packages, prepare, async (site, run) => {
    const expected = await writeFolder(join(site, 'my-site'), count);
    expect(expected.posts).toHaveLength(count);
    const { code, output: printed } = await run(script);
    expect(code, printed).toBe(0);
    return await walk(page, join(site, output), { expected, isApp });
  });
}

function expectNothing(name: string, result: Result): void {
  if ('skipped' in result) {
    expect(REQUIRED, result.skipped).toBe(false);
    process.stderr.write(`Skipped: the site of ${name}: ${result.skipped}\n`);
    return;
  }
  expect(result).toEqual([]);
}

describe.each(GENERATORS.filter(({ isThorough }) => thorough || !isThorough))(
  'the example of $name',
  (generator) => {
    const many = MANY.includes(generator.name);
    const counts = thorough ? [3, 250] : [many ? SOME : 3];

    it.each(counts)('makes a whole site of %d posts', async (count) => {
      expectNothing(generator.name, await problemsOf(generator, count));
    });
  },
);

describe('the starter', () => {
  it.each(STARTERS)(
    '$id has a site with a page for every object and no dead link or image',
    async (starter) => {
      const made = async (folder: string) => {
        const project = join(folder, 'made');
        const { code, stderr } = await plinth(['new', project, '--template', starter.id]);
        expect([code, stderr]).toEqual([0, '']);
        return join(project, 'site');
      };
      const result = await withProject(starter.packages, made, async (site, run) => {
        const { code, output } = await run('build');
        expect(code, output).toBe(0);
        const dist = join(site, 'dist');
        const problems = await crawl(page, dist, await expectedSite(join(site, '../content'), starter));
        const low = thorough ? await lowScores(dist, starter.measured) : [];
        return 'skipped' in low ? low : [...problems, ...low];
      });
      expectNothing(starter.id, result);
    },
  );
});
