/**
 * One page for all tests of a worker. A fresh context costs two seconds of a processor: a window, a process, and the
 * admin's scripts compiled again. A page that stays at its origin keeps all three; between tests it is emptied.
 */
import type { Browser, BrowserContext, Page } from 'playwright/test';

/** Events the tests listen to. */
const LISTENED = [
  'dialog',
  'request',
  'requestfinished',
  'requestfailed',
  'response',
  'download',
  'console',
  'pageerror',
] as const;

export class KeptPage {
  /** The port of the last server, which the next one takes as well: another port is another origin. */
  port = 0;
  readonly #browser: Browser;
  #page: Page | undefined;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** The page, as new. */
  async open(): Promise<Page> {
    this.#page ??= await (await this.#browser.newContext()).newPage();
    return this.#page;
  }

  /** Empties the page for the next test; without one that is still open the next test gets a new context. */
  async empty(): Promise<void> {
    const page = this.#page;
    if (!page) return;
    if (page.isClosed()) {
      await this.close(page.context());
      return;
    }
    const context = page.context();
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const event of LISTENED) {
      page.removeAllListeners(event);
      context.removeAllListeners(event);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await clear(page);
    await context.clearCookies();
    await context.clearPermissions();
    await page.emulateMedia({ colorScheme: null, forcedColors: null });
    await page.setViewportSize({ width: 1280, height: 800 });
  }

  async close(context: BrowserContext | undefined = this.#page?.context()): Promise<void> {
    this.#page = undefined;
    await context?.close();
  }
}

/**
 * Goes to an empty document of the same origin, in the same process: at `about:blank` the next page of the admin would
 * be in a new one, which compiles its scripts anew.
 */
export async function leaveAdmin(page: Page): Promise<void> {
  const empty = `${new URL(page.url()).origin}/empty`;
  await page.route(empty, (route) =>
    route.fulfill({
      contentType: 'text/html',
      // As the admin answers: another policy would mean another process.
      headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Origin-Agent-Cluster': '?1' },
      body: '<!doctype html><title>Empty</title>',
    }),
  );
  await page.goto(empty);
  await page.unroute(empty);
}

/** Leaves a page, and clears what was stored at its origin. */
async function clear(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  if (origin === 'null') return;
  await leaveAdmin(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
  await page.evaluate(() => sessionStorage.clear());
}
