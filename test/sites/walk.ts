/** Walks a built site in a browser, with Plinth stopped, and compares its pages with the folder's objects. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Request } from 'playwright';
import type { Expected, ExpectedPost } from './folder.js';
import { serveStatic } from './static-server.js';

/** The address of the examples' sites in feeds and metadata. */
const PUBLIC = 'https://example.org';

export interface WalkOptions {
  expected: Expected;
  /** Whether links are followed without loading the page. */
  isApp: boolean;
}

/** What differs from the folder, and what is dead; nothing if all is well. */
export async function walk(page: Page, folder: string, options: WalkOptions): Promise<string[]> {
  const site = await serveStatic(folder);
  const problems: string[] = [];
  const failed = (text: string) => problems.push(text);
  const onError = (error: Error) => failed(`${page.url()}: ${error.message}`);
  page.on('pageerror', onError);
  const onRequest = (request: Request) => {
    const url = request.url();
    if (!url.startsWith(`${site.url}/`) && !url.startsWith('data:')) failed(`${page.url()} asks for ${url}`);
  };
  page.on('request', onRequest);
  try {
    const addresses = new Set<string>();
    await checkList(page, site.url, options, failed);
    for (const post of options.expected.posts) {
      await page.goto(`${site.url}/posts/${post.id}/`, { waitUntil: 'load' });
      await checkPost(page, post, failed);
      for (const address of await addressesOf(page)) addresses.add(address);
    }
    await checkFeed(page, site.url, options.expected, failed);
    if (options.isApp) await checkNavigation(page, site.url, options.expected, failed);
    await checkAddresses(site.url, addresses, failed);
    for (const path of site.missing) failed(`${path} does not exist`);
    await checkMissing(page, site.url, failed);
    await checkFiles(folder, options.expected, failed);
  } finally {
    page.off('pageerror', onError);
    page.off('request', onRequest);
    await page.goto('about:blank');
    await site.close();
  }
  return problems;
}

type Report = (problem: string) => void;

function compare(at: string, what: string, found: unknown, expected: unknown, failed: Report): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) failed(`${at}: ${what} is ${a}, not ${b}`);
}

async function checkList(page: Page, base: string, { expected }: WalkOptions, failed: Report) {
  await page.goto(`${base}/`, { waitUntil: 'load' });
  const found = await page.locator('main li').evaluateAll((items) =>
    items.map((item) => {
      const link = item.querySelector('a');
      const author = item.querySelector('.author')?.textContent?.replace(/,\s*$/, '').trim() ?? '';
      const date = item.querySelector('time')?.getAttribute('datetime');
      return [link?.getAttribute('href'), link?.textContent, author, date];
    }),
  );
  const wanted = expected.posts.map(({ id, title, author, date }) => [`/posts/${id}/`, title, author, date]);
  compare('/', 'the number of posts', found.length, wanted.length, failed);
  for (const [at, item] of wanted.entries()) compare('/', `post ${at}`, found[at], item, failed);
}

/** What the page of a post shows, once its images have been loaded. */
async function shownBy(page: Page, content: string) {
  return await page.evaluate(async (html) => {
    const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
    const article = document.querySelector('article');
    const text = article?.querySelector('.text');
    const images = [...(article?.querySelectorAll('img') ?? [])];
    const dead: string[] = [];
    for (const image of images) {
      image.loading = 'eager';
      await image.decode().catch(() => dead.push(image.currentSrc || image.src));
      if (image.naturalWidth === 0) dead.push(image.src);
    }
    const expected = document.createElement('template');
    expected.innerHTML = html;
    const hero = images.find((image) => !text?.contains(image));
    const altsOf = (root: ParentNode | null | undefined) =>
      [...(root?.querySelectorAll('img') ?? [])].map((image) => image.alt);
    const linksOf = (root: ParentNode | null | undefined) =>
      [...(root?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'));
    return {
      title: article?.querySelector('h1')?.textContent,
      author: plain(article?.querySelector('.author')?.textContent).replace(/,$/, ''),
      date: article?.querySelector('time')?.getAttribute('datetime'),
      alt: hero?.alt,
      isResponsive:
        hero === undefined ||
        (hero.srcset.split(',').length > 1 &&
          hero.sizes !== '' &&
          hero.width > 0 &&
          hero.hasAttribute('height')),
      text: [plain(text?.textContent), plain(expected.content.textContent)],
      alts: [altsOf(text), altsOf(expected.content)],
      links: [linksOf(text), linksOf(expected.content)],
      dead,
    };
  }, content);
}

async function checkPost(page: Page, post: ExpectedPost, failed: Report) {
  const at = new URL(page.url()).pathname;
  const shown = await shownBy(page, post.content);
  compare(at, 'the title', shown.title, post.title, failed);
  compare(at, 'the author', shown.author, post.author, failed);
  compare(at, 'the date', shown.date, post.date, failed);
  compare(at, "the image's alt", shown.alt, post.alt, failed);
  compare(at, 'the text', shown.text[0], shown.text[1], failed);
  compare(at, 'the alt of images in the text', shown.alts[0], shown.alts[1], failed);
  compare(at, 'the links in the text', shown.links[0], shown.links[1], failed);
  if (!shown.isResponsive) failed(`${at}: the image has one size only`);
  for (const address of shown.dead) failed(`${at}: the image ${address} is dead`);
}

/** Local addresses that a page links to or loads. */
async function addressesOf(page: Page): Promise<string[]> {
  return await page.evaluate((site) => {
    const found: string[] = [];
    for (const element of document.querySelectorAll('[href], [src], [srcset]')) {
      for (const name of ['href', 'src']) {
        const value = element.getAttribute(name);
        if (value) found.push(value);
      }
      for (const candidate of (element.getAttribute('srcset') ?? '').split(','))
        if (candidate.trim()) found.push(candidate.trim().split(/\s+/)[0] ?? '');
    }
    return found
      .map((address) => new URL(address.replace(site, ''), location.href))
      .filter(({ protocol }) => protocol.startsWith('http'))
      .map(({ origin, pathname }) => (origin === location.origin ? pathname : origin + pathname));
  }, PUBLIC);
}

async function checkAddresses(base: string, addresses: ReadonlySet<string>, failed: Report) {
  for (const address of addresses) {
    const { status } = await fetch(new URL(address, base), { method: 'GET' }).catch(() => ({ status: 0 }));
    if (status !== 200) failed(`${address} answers ${status}`);
  }
}

async function checkFeed(page: Page, base: string, { posts }: Expected, failed: Report) {
  const response = await fetch(`${base}/feed.xml`);
  const items = await page.evaluate(
    async (xml) => {
      const feed = new DOMParser().parseFromString(xml, 'application/xml');
      if (feed.querySelector('parsererror')) return feed.documentElement.textContent;
      return [...feed.querySelectorAll('item')].map((item) =>
        ['title', 'link', 'pubDate'].map((name) => item.querySelector(name)?.textContent),
      );
    },
    await response.text(),
  );
  if (!Array.isArray(items)) return failed(`/feed.xml: ${items}`);
  compare('/feed.xml', 'the number of posts', items.length, posts.length, failed);
  for (const [at, { id, title, date }] of posts.entries()) {
    const [name, link, published] = items[at] ?? [];
    const day =
      new Date(published ?? '').toString() === 'Invalid Date'
        ? published
        : new Date(published ?? '').toISOString().slice(0, 10);
    compare('/feed.xml', `post ${at}`, [name, link, day], [title, `${PUBLIC}/posts/${id}/`, date], failed);
  }
}

/** From the list to a page with images and back, as the site's own script does it. */
async function checkNavigation(page: Page, base: string, { posts }: Expected, failed: Report) {
  const post = posts.find(({ hasImages }) => hasImages);
  if (!post) return failed('there is no post with images');
  await page.goto(`${base}/`, { waitUntil: 'networkidle' });
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.click(`a[href="/posts/${post.id}/"]`);
  await page.waitForSelector('article h1');
  await checkPost(page, post, failed);
  if (!(await page.evaluate(() => 'isSamePage' in window))) failed('a link loads the whole page');
}

async function checkMissing(page: Page, base: string, failed: Report) {
  const response = await page.goto(`${base}/not/here/`, { waitUntil: 'load' });
  compare('/not/here/', 'the status', response?.status(), 404, failed);
  const heading = page.locator('h1', { hasText: 'Page not found' });
  await heading.waitFor({ timeout: 15_000 }).catch(() => failed('/not/here/: not the page of the site'));
  const home = await page
    .locator('main a')
    .first()
    .getAttribute('href')
    .catch(() => null);
  compare('/not/here/', 'the link to the list', home, '/', failed);
}

/** No file may have what is not published, or an address of Plinth. */
async function checkFiles(folder: string, { hidden }: Expected, failed: Report) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const { name, parentPath } = entry;
    if (!entry.isFile() || !/\.(?:html|js|json|xml|txt|css)$/.test(name)) continue;
    const text = await readFile(join(parentPath, name), 'utf8');
    for (const part of hidden) {
      if (text.includes(part)) failed(`${name} contains "${part}", which is not published`);
    }
    if (/127\.0\.0\.1|\/imageworks\//.test(text)) failed(`${name} contains an address of Plinth`);
  }
}
