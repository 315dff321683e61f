// Draws the screenshots of the documentation into resources/docs/images: `node test/tools/docs-images.mjs` after
// `npm run build`. The pages are those of the built admin: a form with every field type, and the magazine starter.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { fillFolder, KINDS } from '../../resources/docs/fields/folder.mjs';
import { findChromium } from './chromium.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const images = join(root, 'resources/docs/images');
const { startServer } = await import('../../dist/server/start.js');

/** Serves a folder, and gives a page of the admin to `work`. */
async function withAdmin(browser, home, folder, viewport, work) {
  const log = pino({}, { write() {} });
  const places = { cache: join(home, 'cache'), state: join(home, 'state') };
  const server = await startServer({ folder, port: 4180, anyPort: true, trust: true, ...places, log });
  const context = await browser.newContext({ viewport, deviceScaleFactor: 1.5, colorScheme: 'light' });
  try {
    const page = await context.newPage();
    await page.goto(server.adminLink());
    await work(page, server);
  } finally {
    await context.close();
    await server.close();
  }
}

/** Waits until nothing moves and every image is loaded. */
async function settle(page) {
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
    await Promise.allSettled([...document.images].map((image) => image.decode()));
  });
}

async function save(png, name, quality, margin = 0) {
  const extend = { top: margin, bottom: margin, left: margin, right: margin, background: '#fff' };
  await sharp(png)
    .extend(extend)
    .webp({ quality, effort: 6 })
    .toFile(join(images, `${name}.webp`));
}

/** The control of each field type in the form. */
async function drawFields(browser, home) {
  const folder = join(home, 'fields');
  await mkdir(folder);
  await mkdir(join(images, 'fields'), { recursive: true });
  await withAdmin(browser, home, folder, { width: 1000, height: 900 }, async (page, server) => {
    const { key } = server.site.keys.addEphemeral({
      name: 'fields',
      methods: ['GET', 'POST', 'PATCH'],
      paths: ['*'],
    });
    const id = await fillFolder(server.url, key);
    await page.goto(`${server.url}/admin/c/posts/${id}`);
    await page.locator('[data-property=title], [data-property=text]').first().waitFor();
    for (const [kind, { unseen }] of Object.entries(KINDS)) {
      if (unseen) continue;
      const field = page.locator(`[data-property="${kind}"]`).first();
      await field.scrollIntoViewIfNeeded();
      await settle(page);
      await save(await field.screenshot({ animations: 'disabled' }), `fields/${kind}`, 75, 18);
    }
  });
}

/** Opens what a page shows. */
const openHistory = async (page, server) => {
  await editSummary(server);
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('navigation', { name: 'Versions' }).getByRole('listitem').nth(1).waitFor();
};
const openLink = async (page) => {
  const text = page.locator('[data-property="content"]').getByRole('textbox').first();
  await text.getByText('By ten past six').click();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('night');
  await page.getByRole('option', { name: /night train/ }).waitFor();
};
const openImage = async (page) => {
  await page.getByRole('button', { name: 'Details of map.webp' }).click();
  await page.getByRole('dialog').getByText('Used in').waitFor();
};

/** Pages of the admin: name, path, text to wait for, and what is opened. */
const PAGES = [
  ['home', '', 'Journal'],
  ['list', 'c/blog', 'The repair table'],
  ['form', 'c/blog/the-repair-table', 'The repair table'],
  ['link', 'c/blog/the-repair-table', 'The repair table', openLink],
  ['media', 'media', 'map.webp', openImage],
  ['history', 'c/blog/the-repair-table', 'The repair table', openHistory],
  ['schema', 'schemas/article/edit', 'Summary'],
];

/** A change of a text, for the history. */
async function editSummary(server) {
  const { key } = server.site.keys.addEphemeral({ name: 'Website', methods: ['PATCH'], paths: ['*'] });
  const response = await fetch(`${server.url}/api/collections/blog/the-repair-table`, {
    method: 'PATCH',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ summary: 'An evening in the village hall with people who would rather mend it.' }),
  });
  if (!response.ok) throw new Error(await response.text());
}

async function drawPages(browser, home) {
  const folder = join(home, 'magazine');
  const options = ['new', folder, '--template', 'magazine', '--content-only'];
  execFileSync(process.execPath, [join(root, 'dist/server/cli/plinth.js'), ...options]);
  await withAdmin(browser, home, folder, { width: 1100, height: 700 }, async (page, server) => {
    for (const [name, path, text, open] of PAGES) {
      await page.goto(`${server.url}/admin/${path}`);
      await page.getByText(text).first().waitFor();
      await open?.(page, server);
      await settle(page);
      await save(await page.screenshot({ animations: 'disabled' }), name, 60);
    }
  });
}

const home = await mkdtemp(join(tmpdir(), 'plinth-docs-images-'));
const browser = await chromium.launch(await findChromium());
try {
  await drawFields(browser, home);
  await drawPages(browser, home);
} finally {
  await browser.close();
  await rm(home, { recursive: true, force: true });
}
