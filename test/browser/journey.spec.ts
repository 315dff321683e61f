/**
 * The main journey, through the real doors: the command line starts Plinth without a folder, an editor follows the
 * one-time link, chooses a starter, edits a page and saves, and the starter's site shows the new words.
 */
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'playwright/test';
import { serveStatic } from '../sites/static-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = (script: string) => join(root, 'dist/server/cli', script);

/** A user of this machine who has never started Plinth: a home folder of its own, removed with the test. */
async function newUser() {
  const home = await mkdtemp(join(tmpdir(), 'plinth-journey-'));
  const env = {
    ...process.env,
    HOME: home,
    USERPROFILE: home,
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_STATE_HOME: join(home, 'state'),
  };
  return { home, env, leave: () => rm(home, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Runs a command to its end; answers its exit code and what it printed. */
async function run(command: string, args: string[], env: NodeJS.ProcessEnv, cwd: string) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part));
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, output };
}

/** Reads a file over and over until stopped; answers how often, and every reading that was no whole JSON object. */
function watchWholeness(file: string) {
  const torn: string[] = [];
  let readings = 0;
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      const text = await readFile(file, 'utf8');
      readings += 1;
      try {
        JSON.parse(text);
      } catch {
        torn.push(text);
      }
    }
  })();
  return {
    async stop() {
      stopped = true;
      await watching;
      return { torn, readings };
    },
  };
}

test('an editor opens the printed link, chooses a starter, edits a page, and the built site shows it', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const { home, env, leave } = await newUser();

  // 1. What `npm start` runs after the build. No folder named, no display: it makes one and prints the way in.
  const server = spawn(process.execPath, [built('launch.js'), '--headless', '--port', '0'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stopped = new Promise((resolve) => server.on('close', resolve));
  let admin: string | undefined;
  let folder: string | undefined;
  for await (const line of createInterface(server.stdout)) {
    folder ??= line.match(/^Serving (.+)$/)?.[1];
    admin ??= line.match(/(http:\/\/127\.0\.0\.1:\d+\/admin\/\?token=\w+)/)?.[1];
    if (admin && folder) break;
  }
  if (!admin || !folder) throw new Error('the command line printed no folder or no admin link');

  try {
    // 2. The link opens the admin, signed in, and the link itself is gone from the address.
    await page.goto(admin);
    await expect(page).toHaveURL(/\/admin\/$/);
    const sidebar = page.getByRole('navigation').first();
    await page.getByRole('button', { name: 'Use starter: Documentation' }).click();
    await sidebar.getByRole('link', { name: /^Manual/ }).click();
    await page.getByText('Install Kestrel').first().click();

    // 3. Title and rich text are changed and saved; the file is whole at every moment.
    const file = join(folder, 'manual', 'install.json');
    const before = JSON.parse(await readFile(file, 'utf8'));
    const wholeness = watchWholeness(file);
    await page.getByLabel('Title', { exact: false }).first().fill('Installing it by hand');
    const content = page.getByRole('textbox', { name: /^Text/ });
    await content.click();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('Set down by hand & saved. ');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByText(/^Saved \d/)).toBeVisible();
    const { torn, readings } = await wholeness.stop();
    expect(torn).toEqual([]);
    expect(readings).toBeGreaterThan(10);

    const after = JSON.parse(await readFile(file, 'utf8'));
    expect(after.title).toBe('Installing it by hand');
    expect(after.body).toContain('Set down by hand &amp; saved.');
    expect({ ...after, title: 0, body: 0, modified: 0, updated: 0 }).toEqual({
      ...before,
      title: 0,
      body: 0,
      modified: 0,
      updated: 0,
    });

    // 4. The starter's own site is built beside the running server, and shows the new words without it.
    const project = join(home, 'site');
    const output = join(project, 'dist');
    await cp(join(root, 'resources/starters/documentation/site'), project, { recursive: true });
    await mkdir(join(project, 'node_modules'));
    await symlink(root, join(project, 'node_modules/plinth'), 'junction');
    const eleventy = join(root, 'node_modules/@11ty/eleventy/cmd.cjs');
    const build = await run(
      process.execPath,
      [
        ...[built('plinth.js'), 'exec', '--data', folder, '--assets', output],
        ...['--', process.execPath, eleventy, '--quiet'],
      ],
      env,
      project,
    );
    expect(build.code, build.output).toBe(0);
    server.kill('SIGTERM');
    expect(await stopped).toBe(0);
    const site = await serveStatic(output);
    try {
      await page.goto(`${site.url}/docs/start/install/`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Installing it by hand');
      await expect(page.getByRole('article')).toContainText('Set down by hand & saved.');
    } finally {
      await site.close();
    }
  } finally {
    server.kill('SIGTERM');
    expect(await stopped).toBe(0);
    await leave();
  }
});
