/** A served folder and a signed-in page for each browser test: the built command line over a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { test as base, type Page } from 'playwright/test';

const cli = fileURLToPath(new URL('../../dist/server/cli/plinth.js', import.meta.url));

/** Files of a data folder by path; objects are written as JSON. */
export type Files = Record<string, unknown>;

export class Site {
  /** The data folder. */
  readonly data: string;
  url = '';
  /** A one-time link, fresh from the start of the server. */
  link = '';
  readonly #home: string;
  #child: ChildProcess | undefined;

  constructor(home: string) {
    this.#home = home;
    this.data = join(home, 'harbour-studio');
  }

  /** Serves the folder; `port` 0 picks a free one. */
  async start(port = 0): Promise<void> {
    const places = [
      '--data',
      this.data,
      '--cache',
      join(this.#home, 'cache'),
      '--state',
      join(this.#home, 'state'),
    ];
    const child = spawn(process.execPath, [cli, 'serve', '--json', '--port', String(port), ...places], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    let complaints = '';
    child.stderr.on('data', (part: Buffer) => {
      complaints += part.toString('utf8');
    });
    const lines = createInterface({ input: child.stdout });
    const first = await Promise.race([once(lines, 'line'), once(child, 'exit')]);
    if (typeof first[0] !== 'string') throw new Error(`plinth serve ended: ${complaints}`);
    const event = JSON.parse(first[0]);
    this.url = event.url;
    this.link = event.admin;
  }

  /** Ends the server as Ctrl+C does. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }

  /** Stops and serves again at the same address; whoever was signed in no longer is. */
  async restart(): Promise<void> {
    const port = Number(new URL(this.url).port);
    await this.stop();
    await this.start(port);
  }

  /** Writes files into the folder, as another program could. */
  async write(files: Files): Promise<void> {
    for (const [path, content] of Object.entries(files)) {
      const file = join(this.data, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
    }
  }

  /** A file of the folder as JSON; undefined when it is not there. */
  async read(path: string): Promise<Record<string, unknown> | undefined> {
    try {
      return JSON.parse(await readFile(join(this.data, path), 'utf8'));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }
}

interface Fixtures {
  /** Files the folder holds before it is served. */
  files: Files;
  site: Site;
  /** A page of the admin with a session. */
  admin: Page;
}

export const test = base.extend<Fixtures>({
  files: [{}, { option: true }],
  site: async ({ files }, use) => {
    const home = await mkdtemp(join(tmpdir(), 'plinth-browser-'));
    const site = new Site(home);
    await mkdir(site.data);
    await site.write(files);
    await site.start();
    await use(site);
    await site.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  },
  admin: async ({ page, site }, use) => {
    await page.goto(site.link);
    await page.getByRole('navigation', { name: 'Main' }).or(page.getByRole('banner')).first().waitFor();
    await use(page);
  },
});

export { expect, type Locator, type Page } from 'playwright/test';
