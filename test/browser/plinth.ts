/**
 * A served folder and a signed-in page for each browser test. The built server runs in the test's own process: a
 * process for each would spend half a second of a processor on its start. The journey and the desktop's tests go
 * through the command line.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { test as base, expect, type Locator, type Page, type Request } from 'playwright/test';
import type * as start from '../../server/start.js';
import { KeptPage } from './kept-page.ts';
import { VersionWatch } from './versions.ts';

const { startServer }: typeof start = await import(
  new URL('../../dist/server/start.js', import.meta.url).href
);

/** Files of a data folder by path; texts and bytes as they are, objects as JSON. */
export type Files = Record<string, unknown>;

export class Site {
  /** The data folder. */
  readonly data: string;
  url = '';
  /** A one-time link, fresh from the start of the server. */
  link = '';
  readonly #home: string;
  #running: start.RunningServer | undefined;

  constructor(home: string) {
    this.#home = home;
    this.data = join(home, 'harbour-studio');
  }

  /** Serves the folder, or another one; `port` 0 picks a free one. */
  async start(port = 0, folder = this.data): Promise<void> {
    const running = await startServer({
      folder,
      cache: join(this.#home, 'cache'),
      state: join(this.#home, 'state'),
      port,
      anyPort: true,
      // Nobody else knows the folder, and the lock of Linux takes a process.
      lock: async () => ({ release: async () => {} }),
      // The least that counts, as other tests have it: a hash at the usual cost takes a quarter of a second.
      passwordCost: { logN: 14, r: 8, p: 1 },
      log: pino(
        { level: 'error' },
        pino.multistream([{ level: 'error', stream: pino.destination({ fd: 2, sync: true }) }]),
      ),
    });
    this.#running = running;
    this.url = running.url;
    this.link = running.adminLink();
  }

  /** The open folder, which is in this process: for tests that hold what it does. */
  get opened(): start.RunningServer['site'] {
    if (!this.#running) throw new Error('The folder is not served');
    return this.#running.site;
  }

  /** Trusts the folder and everything in it, as `plinth trust` does. */
  async trust(): Promise<void> {
    await this.#running?.site.folderApproval.approveAll();
  }

  /** Ends the server as Ctrl+C does. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.close();
  }

  /** Stops and serves again at the same address, or another folder there; whoever was signed in no longer is. */
  async restart(folder = this.data): Promise<void> {
    const port = Number(new URL(this.url).port);
    await this.stop();
    await this.start(port, folder);
  }

  /** Writes files into the folder, as another program could. */
  async write(files: Files): Promise<void> {
    for (const [path, content] of Object.entries(files)) {
      const file = join(this.data, path);
      await mkdir(dirname(file), { recursive: true });
      const isRaw = typeof content === 'string' || Buffer.isBuffer(content);
      await writeFile(file, isRaw ? content : `${JSON.stringify(content, null, 2)}\n`);
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
  /** A context of its own instead of the one that is kept: for tests that change what its pages start with. */
  ownContext: boolean;
  /** Files the folder holds before it is served. */
  files: Files;
  site: Site;
  /** A page with a session, which shows nothing yet. */
  admin: Page;
  /** The same page, which shows where the admin begins. */
  home: Page;
  /** A page of another browser, which has no session and stores nothing. */
  other: Page;
}

export const test = base.extend<Fixtures, { kept: KeptPage; keptOther: KeptPage; versions: VersionWatch }>({
  kept: [
    async ({ browser }, use) => {
      const kept = new KeptPage(browser);
      await use(kept);
      await kept.close();
    },
    { scope: 'worker' },
  ],
  keptOther: [
    async ({ browser }, use) => {
      const kept = new KeptPage(browser);
      await use(kept);
      await kept.close();
    },
    { scope: 'worker' },
  ],
  versions: [async ({ browserName: _ }, use) => use(new VersionWatch()), { scope: 'worker' }],
  ownContext: [false, { option: true }],
  page: async ({ kept, ownContext, browser }, use) => {
    if (ownContext) {
      const context = await browser.newContext();
      await use(await context.newPage());
      await context.close();
      return;
    }
    await use(await kept.open());
    await kept.empty();
  },
  context: async ({ page }, use) => use(page.context()),
  files: [{}, { option: true }],
  site: async ({ files, kept }, use) => {
    const home = await mkdtemp(join(tmpdir(), 'plinth-browser-'));
    const site = new Site(home);
    await mkdir(site.data);
    await site.write(files);
    await site.start(kept.port);
    kept.port = Number(new URL(site.url).port);
    await use(site);
    await site.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  },
  admin: async ({ page, site, versions }, use) => {
    // Not by showing the page the link leads to: most tests begin somewhere else.
    await expect(await page.context().request.get(site.link)).toBeOK();
    const without = await versions.watch(page.context(), site.url);
    await use(page);
    expect(without(), 'changes of the admin that name no version').toEqual([]);
  },
  home: async ({ admin, site }, use) => {
    await admin.goto(`${site.url}/admin/`);
    await admin.getByRole('navigation', { name: 'Main' }).or(admin.getByRole('banner')).first().waitFor();
    await use(admin);
  },
  other: async ({ keptOther, site: _ }, use) => {
    await use(await keptOther.open());
    await keptOther.empty();
  },
});

export { expect, type Locator, type Page } from 'playwright/test';

/**
 * Shows a page of another title in the loaded admin, as a link does, and waits for what it shows; a load of the admin
 * costs a third of a second more.
 */
export async function follow(page: Page, path: string): Promise<void> {
  const waiting = new Set<Request>();
  // The stream of events does not end.
  const onRequest = (request: Request) =>
    void (request.url().includes('/api/events') || waiting.add(request));
  const onEnd = (request: Request) => void waiting.delete(request);
  page.on('request', onRequest).on('requestfinished', onEnd).on('requestfailed', onEnd);
  const title = await page.title();
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
  await expect(page, path).not.toHaveTitle(title);
  await expect(page.locator('[aria-busy=true]'), path).toHaveCount(0);
  await expect.poll(() => [...waiting].map((request) => request.url())).toEqual([]);
  page.off('request', onRequest).off('requestfinished', onEnd).off('requestfailed', onEnd);
}

/** Opens a page of the folder's management, which the side bar keeps folded. */
export async function openManaged(page: Page, name: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  const group = navigation.getByRole('button', { name: 'Manage' });
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.click();
  await navigation.getByRole('link', { name, exact: true }).click();
}

/**
 * Has requests fail until the next click, which the answer clicks: the admin tries again by itself as well, and the button
 * would be gone before it is clicked.
 */
export async function failUntilClick(page: Page, url: string): Promise<(button: Locator) => Promise<void>> {
  const isClicked = () => document.body?.dataset.clicked === 'true';
  await page.route(url, async (route) => {
    const clicked = await page.evaluate(isClicked).catch(() => false);
    await (clicked ? route.continue() : route.abort());
  });
  return async (button) => {
    await page.evaluate(() => {
      const note = () => {
        document.body.dataset.clicked = 'true';
      };
      addEventListener('click', note, { capture: true, once: true });
    });
    await button.click();
  };
}
