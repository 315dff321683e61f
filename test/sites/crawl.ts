/** Follows every link of a built site in a browser, and lists what is dead. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Request } from 'playwright';
import type { ExpectedSite } from './starters.js';
import { serveStatic } from './static-server.js';

/** What a page shows and links to, once its images have been loaded. One that another page has shown already is sound. */
function lookAt(page: Page, sound: ReadonlySet<string>) {
  return page.evaluate(
    async (known) => {
      const dead: string[] = [];
      const images: string[] = [];
      for (const image of document.images) {
        if (known.includes(image.currentSrc)) continue;
        image.loading = 'eager';
        await image.decode().then(
          () => images.push(image.currentSrc),
          () => dead.push(image.currentSrc || image.src),
        );
      }
      const addresses = [...document.querySelectorAll('[href], [src], [srcset]')].flatMap((element) => [
        ...['href', 'src'].map((name) => element.getAttribute(name) ?? ''),
        ...(element.getAttribute('srcset') ?? '').split(',').map((one) => one.trim().split(/\s/)[0] ?? ''),
      ]);
      const own = addresses
        .filter((address) => address !== '')
        .map((address) => new URL(address, location.href));
      return {
        heading: document.querySelector('h1')?.textContent?.trim() ?? '',
        dead,
        images,
        ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
        links: own
          .filter(({ origin }) => origin === location.origin)
          .map(({ pathname, hash }) => ({ pathname, hash })),
        isWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
      };
    },
    [...sound],
  );
}

/** What is dead, missing or too much in the site in `folder`; nothing if all is well. */
export async function crawl(page: Page, folder: string, expected: ExpectedSite): Promise<string[]> {
  const site = await serveStatic(folder);
  const problems = new Set<string>();
  const onError = (error: Error) => problems.add(`${page.url()}: ${error.message}`);
  const onRequest = (request: Request) => {
    const url = request.url();
    if (!url.startsWith(site.url) && !url.startsWith('data:')) problems.add(`${page.url()} asks for ${url}`);
  };
  page.on('pageerror', onError);
  page.on('request', onRequest);
  try {
    const shown = new Map<string, Awaited<ReturnType<typeof lookAt>>>();
    const anchors: [at: string, pathname: string, id: string][] = [];
    const files = new Set<string>();
    const sound = new Set<string>();
    const waiting = ['/'];
    for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
      await page.goto(site.url + at, { waitUntil: 'load' });
      const look = await lookAt(page, sound);
      for (const image of look.images) sound.add(image);
      shown.set(at, look);
      for (const image of look.dead) problems.add(`${at}: the image ${image} is dead`);
      if (look.isWide) problems.add(`${at} is wider than the window`);
      for (const { pathname, hash } of look.links) {
        if (/\.\w+$/.test(pathname)) {
          files.add(pathname);
          continue;
        }
        // As hosts redirect.
        const path = pathname.replace(/\/?$/, '/');
        if (hash.length > 1) anchors.push([at, path, decodeURIComponent(hash.slice(1))]);
        if (!shown.has(path) && !waiting.includes(path)) waiting.push(path);
      }
    }
    for (const file of files) {
      const { status } = await fetch(site.url + file);
      if (status !== 200) problems.add(`${file} answers ${status}`);
    }
    for (const [at, pathname, id] of anchors) {
      if (shown.get(pathname)?.ids.includes(id) === false)
        problems.add(`${at} links to #${id} of ${pathname}`);
    }
    for (const path of site.missing) problems.add(`${path} does not exist`);
    comparePages(shown, expected, (problem) => problems.add(problem));
    await checkFeatures(page, site.url, expected, (problem) => problems.add(problem));
    const missing = await page.goto(`${site.url}/not/here/`);
    const look = await lookAt(page, sound);
    if (missing?.status() !== 404 || look.heading !== 'Page not found') problems.add('There is no page 404');
    await checkFiles(folder, expected, (problem) => problems.add(problem));
  } finally {
    page.off('pageerror', onError);
    page.off('request', onRequest);
    await page.goto('about:blank');
    await site.close();
  }
  return [...problems];
}

type Report = (problem: string) => void;

/** The pages are those of the objects that are live. */
function comparePages(
  shown: ReadonlyMap<string, { heading: string }>,
  { live, hidden, others }: ExpectedSite,
  failed: Report,
): void {
  for (const [path, heading] of live) {
    const found = shown.get(path)?.heading;
    if (found === undefined) failed(`No link leads to ${path}`);
    else if (!found.includes(heading)) failed(`${path} has the heading "${found}", not "${heading}"`);
  }
  for (const path of hidden) if (shown.has(path)) failed(`${path} is not published`);
  for (const path of shown.keys()) {
    if (!live.has(path) && !others.test(path)) failed(`${path} has no object`);
  }
}

async function checkFeatures(page: Page, base: string, { features }: ExpectedSite, failed: Report) {
  const paths = new Set(features.map(([path]) => path));
  for (const path of paths) {
    await page.goto(base + path);
    for (const [at, selector] of features) {
      if (at === path && (await page.locator(selector).count()) === 0)
        failed(`${path} does not have ${selector}`);
    }
  }
}

/** No file may name what is not published, or an address of Plinth. */
async function checkFiles(folder: string, { hidden, address }: ExpectedSite, failed: Report) {
  const files = (await readdir(folder, { recursive: true })).filter((name) =>
    /\.(?:html|js|json|xml|txt|css)$/.test(name),
  );
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  for (const [at, text] of texts.entries()) {
    for (const path of hidden)
      if (text.includes(path)) failed(`${files[at]} names ${path}, which is not published`);
    if (/127\.0\.0\.1:\d+\/(?:imageworks|download)|"\/(?:imageworks|download)\//.test(text))
      failed(`${files[at]} contains an address of Plinth`);
  }
  for (const [at, text] of texts.entries()) {
    const relative = /<(?:meta property="og:image" content|enclosure url)="(?!https:)[^"]*"/.exec(text)?.[0];
    if (relative !== undefined) failed(`${files[at]} has ${relative}, which is not a full address`);
  }
  const sitemap = texts[files.indexOf('sitemap.xml')] ?? '';
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url);
  for (const url of listed) {
    const index = join(url.replace(address, ''), 'index.html').replace(/^\//, '');
    if (!url.startsWith(address) || !files.includes(index))
      failed(`sitemap.xml lists ${url}, which does not exist`);
  }
  if (listed.length === 0) failed('sitemap.xml lists nothing');
  const feed = texts[files.indexOf('feed.xml')] ?? '';
  if (!feed.includes('<item>')) failed('feed.xml has no entry');
}
