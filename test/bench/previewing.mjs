// Rows of the preview: from a word that is typed in the form, and not saved, to the page of a starter's own development
// server, beside the same word saved over the API. `--objects 1000` is what we look at.
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { findChromium } from '../tools/chromium.mjs';
import { createKey, placesOf, program, serve } from './processes.mjs';
import { MS } from './report.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
/** Words that are typed one after the other; the 95th percentile is told of so many. */
const ROUNDS = 20;
/** Between two letters, in ms: a quick writer. */
const BETWEEN_LETTERS = 60;
const STARTING_MS = 120_000;
/** A page that takes longer fails the row, in ms. */
const SHOWN_MS = 20_000;

const STARTERS = {
  astro: {
    template: 'magazine',
    collection: 'blog',
    property: 'title',
    typed: { id: 'the-repair-table', path: '/journal/the-repair-table/' },
    saved: { id: 'bread-for-a-cold-kitchen', path: '/journal/bread-for-a-cold-kitchen/' },
    more: (at) => ({
      id: `post-${at}`,
      title: `Post ${at}`,
      date: `2023-0${1 + (at % 9)}-01`,
      author: 'maren-oyelaran',
      categories: [],
      tags: [],
      content: `<p>${`Words of the post ${at}. `.repeat(60)}</p>`,
    }),
  },
  eleventy: {
    template: 'documentation',
    collection: 'changelog',
    property: 'headline',
    typed: { id: 'v2-4-0', path: '/changelog/v2-4-0/' },
    saved: { id: 'v2-3-0', path: '/changelog/v2-3-0/' },
    more: (at) => ({
      id: `v1-0-${at}`,
      version: `1.0.${at}`,
      headline: `Release ${at}`,
      date: `2023-0${1 + (at % 9)}-01`,
      notes: `<p>${`Words of the release ${at}. `.repeat(60)}</p>`,
      download: 'https://downloads.kestrel.example/1.0',
    }),
  },
};

/** The project of a starter with the packages of its generator, and so many more objects. */
async function prepare(work, generator, objects) {
  const { template, collection, more } = STARTERS[generator];
  const project = join(work, 'project');
  await run(process.execPath, [program, 'new', project, '--template', template]);
  const [folder, site] = [join(project, 'content'), join(project, 'site')];
  for (let at = 0; at < objects; at += 1) {
    const object = more(at);
    await writeFile(join(folder, collection, `${object.id}.json`), JSON.stringify(object));
  }
  const own = join(site, 'package.json');
  await cp(own, join(work, 'package.json'));
  for (const name of ['package.json', 'package-lock.json'])
    await cp(join(root, 'resources/examples', generator, name), join(site, name));
  await cp(join(root, '.npmrc'), join(site, '.npmrc'));
  const args = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', args, { cwd: site, timeout: 300_000, shell: process.platform === 'win32' });
  await cp(join(work, 'package.json'), own);
  const modules = join(site, 'node_modules');
  await rm(join(modules, 'plinth'), { recursive: true, force: true });
  await symlink(root, join(modules, 'plinth'), 'junction');
  const command = join(modules, '.bin/plinth');
  await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  await chmod(command, 0o755);
  return { folder, site };
}

/** Says at every change of a page of the site what its heading is: Playwright itself looks only every half second. */
function tellHeading() {
  // The admin has the title as its heading before any page of the site has it.
  if (location.pathname.startsWith('/admin/')) return;
  const tell = () => {
    const heading = document.querySelector('h1')?.textContent;
    if (heading) console.debug(`heading ${heading}`);
  };
  const observed = { subtree: true, childList: true, characterData: true };
  new MutationObserver(tell).observe(document, observed);
}

/** Resolves when a heading of the page, or of a frame in it, has a word. */
const shown = (page, word) =>
  page.waitForEvent('console', {
    predicate: (said) => said.text().startsWith('heading ') && said.text().includes(word),
    timeout: SHOWN_MS,
  });

/** A page of the admin, signed in by a link; `ask` sends a request of its session. */
async function openAdmin(browser, places, url) {
  const { stdout } = await run(process.execPath, [program, 'link', ...placesOf(places)]);
  const context = await browser.newContext({ viewport: { width: 1600, height: 900 } });
  await context.addInitScript(tellHeading);
  const page = await context.newPage();
  await page.goto(stdout.trim().split(/\s+/).at(-1));
  await page.waitForURL(/\/admin\//);
  const ask = (method, path, body) =>
    page.evaluate(
      async (sent) => {
        const { csrfToken } = await (await fetch('/admin/session')).json();
        const answer = await fetch(sent.path, {
          method: sent.method,
          headers: { 'Content-Type': 'application/json', 'X-CSRF-Token': csrfToken },
          ...(sent.body && { body: JSON.stringify(sent.body) }),
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${sent.path} was answered ${answer.status}: ${text}`);
        return text === '' ? undefined : JSON.parse(text);
      },
      { method, path, body },
    );
  return { page, ask, url };
}

/** Starts the development server of the site from the pane, and shows the page of the object beside its form. */
async function openPreview({ page, ask, url }, generator, site) {
  const { collection, property, typed, saved } = STARTERS[generator];
  const { id: name } = await ask('POST', '/api/sites', { directory: site, name: 'Site' });
  await ask('POST', `/api/sites/${name}/develop`);
  let address;
  for (let waited = 0; ; waited += 500) {
    const { status, problem, address: found } = await ask('GET', `/api/sites/${name}/develop`);
    address = found;
    if (status === 'running') break;
    if (problem || waited > STARTING_MS)
      throw new Error(`The site did not start: ${JSON.stringify(problem)}`);
    await page.waitForTimeout(500);
  }
  await page.goto(`${url}/admin/c/${collection}/${typed.id}`);
  await page.locator(`#field-${property}`).waitFor();
  await page.keyboard.press('Alt+p');
  await page.getByLabel('Address of the page').fill(typed.path);
  await page.keyboard.press('Enter');
  const frame = page.frameLocator('iframe[title="Preview of the site"]');
  await frame.locator('h1').first().waitFor({ timeout: STARTING_MS });
  return { beside: await page.context().newPage(), address: address + saved.path };
}

/** From the last letter of a word to the page. */
export async function previewing(bench, generator) {
  const work = join(bench.work, `preview-${generator}`);
  await mkdir(work, { recursive: true });
  const { folder, site } = await prepare(work, generator, bench.options.objects);
  const places = { folder, cache: join(work, 'cache'), state: join(work, 'state') };
  const key = await createKey(places);
  const plinth = await serve(places);
  const browser = await chromium.launch(await findChromium());
  const close = async () => {
    await browser.close();
    await plinth.close();
    await rm(work, { recursive: true, force: true });
  };
  try {
    const admin = await openAdmin(browser, places, plinth.url);
    const { beside, address } = await openPreview(admin, generator, site);
    const { collection, property, saved } = STARTERS[generator];
    const field = admin.page.locator(`#field-${property}`);
    let words = 0;
    const next = () => {
      words += 1;
      return `word${words}x`;
    };
    return {
      unit: MS,
      note: 'from the last letter to the page',
      rounds: ROUNDS,
      ours: async () => {
        const word = next();
        await field.fill('');
        const painted = shown(admin.page, word);
        await field.pressSequentially(word, { delay: BETWEEN_LETTERS });
        const started = performance.now();
        await painted;
        return { value: performance.now() - started };
      },
      floors: {
        'saved over the API': async () => {
          const word = next();
          await beside.goto(address);
          const painted = shown(beside, word);
          const started = performance.now();
          const answer = await fetch(`${plinth.url}/api/collections/${collection}/${saved.id}`, {
            method: 'PATCH',
            headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
            body: JSON.stringify({ [property]: word }),
          });
          if (!answer.ok) throw new Error(`The save was answered ${answer.status}.`);
          await painted;
          const value = performance.now() - started;
          // A second page would be reloaded with the other.
          await beside.goto('about:blank');
          return { value };
        },
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
