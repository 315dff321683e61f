/** The site beside the form: a click finds its field, a field its place, and a hostile page finds nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FrameLocator } from 'playwright';
import { createServer as createVite } from 'vite';
import { writeFiles } from '../helpers/files.ts';
import { problems } from './axe.ts';
import { change } from './change.ts';
import { expect, type Files, type Page, type Site, test } from './plinth.ts';

const shots = process.env.PLINTH_SHOTS;
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/preview-${name}.png` });
};

const FILES: Files = {
  '.schemas/story.json': {
    id: 'story',
    properties: {
      id: { field: 'id' },
      title: { field: 'text', label: 'Title' },
      summary: { field: 'textarea', label: 'Summary' },
      content: { field: 'styledtext', label: 'Content' },
      byline: { field: 'text', label: 'Byline' },
    },
    index: ['id', 'title'],
  },
  'journal/.meta.json': { id: 'journal', schema: 'story', name: 'Journal', url: '/journal/{id}' },
  'journal/harbour.json': {
    id: 'harbour',
    title: 'The harbour at night',
    summary: 'Lanterns along the quay',
    content: '<p>Boats come <em>home</em> late today.</p><p>Nobody waits for them.</p>',
    byline: 'Ada Brook',
  },
  'journal/mill.json': { id: 'mill', title: 'The old mill', summary: 'Lanterns along the quay' },
};

const space = '<div style="height: 1500px"></div>';
const html = (body: string) =>
  `<!doctype html><html><head><title>Site</title></head><body>${body}</body></html>`;

const PAGES: Record<string, string> = {
  '/journal/harbour': html(`<h1>The harbour at night</h1><p id="sum">Lanterns along the quay</p>${space}
    <article><p>Boats come <em>home</em> late today.</p><p>Nobody waits for them.</p></article>
    <p data-plinth="journal/harbour/byline">by A. B.</p>
    <p><a href="/journal/mill">The old mill</a> <a href="https://example.com/out">out</a></p>`),
  '/journal/mill': html('<h1>The old mill</h1><p>Lanterns along the quay</p><h2>Subscribe</h2>'),
};

/** Serves pages by their path. */
async function served(
  pages: Readonly<Record<string, string>>,
  port = 0,
): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const page = pages[(request.url ?? '').split('?')[0] ?? ''];
    response
      .writeHead(page ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' })
      .end(page ?? html('none'));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` };
}

function close(server: Server): void {
  server.closeAllConnections();
  server.close();
}

const field = (page: Page, name: string) => page.locator(`#field-${name}`);
const shown = (page: Page): FrameLocator => page.frameLocator('iframe[title="Preview of the site"]');

/** Opens the form with the preview beside it. */
async function openBeside(page: Page, site: Site, url: string): Promise<FrameLocator> {
  await page.goto(`${site.url}/admin/c/journal/harbour`);
  await expect(field(page, 'title')).toBeVisible();
  await page.keyboard.press('Alt+p');
  await page.getByLabel('Address of the development server').fill(url);
  await page.getByRole('button', { name: 'Show the site' }).click();
  return shown(page);
}

const choosePhone = (page: Page) =>
  page
    .getByRole('radiogroup', { name: 'Width of the page' })
    .locator('label')
    .filter({ has: page.getByRole('img', { name: 'Phone' }) })
    .click();

/** As wide as a phone, which is not shown smaller: Playwright clicks beside what is in a frame that is. */
async function openPhone(page: Page, site: Site, url: string): Promise<FrameLocator> {
  const frame = await openBeside(page, site, url);
  await choosePhone(page);
  return frame;
}

test.use({ files: FILES });

test.describe('a site', () => {
  let server: Server;
  let url = '';
  test.beforeEach(async () => {
    ({ server, url } = await served(PAGES));
  });
  test.afterEach(() => close(server));

  test('opens at the page of the object, and a click on its texts puts the cursor into their fields', async ({
    admin,
    site,
  }) => {
    const page = await openPhone(admin, site, url);
    await expect(admin.getByLabel('Address of the page')).toHaveValue('/journal/harbour');
    await page.getByRole('heading', { name: 'The harbour at night' }).click();
    await expect(field(admin, 'title')).toBeFocused();
    await page.locator('#sum').click();
    await expect(field(admin, 'summary')).toBeFocused();
    await page.getByText('Nobody waits for them.').click();
    await expect(field(admin, 'content')).toBeFocused();
    const atCursor = () => admin.evaluate(() => window.getSelection()?.anchorNode?.textContent);
    await expect.poll(atCursor).toBe('Nobody waits for them.');
    await admin.keyboard.type('Yet ');
    await expect(field(admin, 'content')).toContainText('Yet Nobody waits for them.');
    // By what the site says, although the text is another one.
    await page.getByText('by A. B.').click();
    await expect(field(admin, 'byline')).toBeFocused();
    await shoot(admin, 'light');
    expect(await problems(admin)).toEqual([]);
    await admin.emulateMedia({ colorScheme: 'dark' });
    await shoot(admin, 'dark');
    expect(await problems(admin)).toEqual([]);
    await admin.setViewportSize({ width: 390, height: 800 });
    await shoot(admin, 'narrow');
    if (shots) {
      // Looked at, with everything that the pane says.
      await admin.setViewportSize({ width: 1440, height: 900 });
      await admin.emulateMedia({ colorScheme: 'light' });
      await page.getByRole('link', { name: 'out' }).click();
      await shoot(admin, 'wide');
      await field(admin, 'byline').click();
      await admin.keyboard.press('ControlOrMeta+s');
      await expect(admin.getByTestId('save-state')).toHaveText(/^Saved/);
      await admin.context().addCookies([{ name: 'plinth-language', value: 'de', url: site.url }]);
      await admin.reload();
      await expect(admin.locator('iframe')).toBeVisible();
      close(server);
      await admin.getByRole('button', { name: 'Seite neu laden' }).click();
      await expect(admin.getByText('Die Website läuft nicht')).toBeVisible();
      await shoot(admin, 'german');
    }
  });

  test('finds words that are in the form and not saved', async ({ admin, site }) => {
    const page = await openPhone(admin, site, url);
    await field(admin, 'byline').fill('Lanterns along the quay');
    await field(admin, 'summary').fill('Other words');
    await page.locator('#sum').click();
    await expect(field(admin, 'byline')).toBeFocused();
  });

  test('is scrolled to what a field holds, and outlines it', async ({ admin, site }) => {
    const page = await openPhone(admin, site, url);
    await expect(page.getByText('Nobody waits')).not.toBeInViewport();
    await field(admin, 'content').getByText('Nobody waits').click();
    await expect(page.getByText('Nobody waits')).toBeInViewport();
    await field(admin, 'title').click();
    await expect(page.getByRole('heading', { name: 'The harbour' })).toBeInViewport();
    const box = page.locator('div[aria-hidden=true]').last();
    const [outline, heading] = [
      await box.boundingBox(),
      await page.getByRole('heading').first().boundingBox(),
    ];
    expect(Math.abs((outline?.y ?? 0) - (heading?.y ?? 99))).toBeLessThan(12);
    await field(admin, 'byline').click();
    await expect(page.getByText('by A. B.')).toBeInViewport();
  });

  test('follows its links, tells the address, and offers the form of what another page shows', async ({
    admin,
    site,
  }) => {
    const page = await openPhone(admin, site, url);
    await page.getByRole('link', { name: 'out' }).click();
    const outside = admin.getByRole('complementary').getByRole('link', { name: 'https://example.com/out' });
    await expect(outside).toHaveAttribute('rel', 'noopener noreferrer');
    await page.getByRole('link', { name: 'The old mill' }).click();
    await expect(admin.getByLabel('Address of the page')).toHaveValue('/journal/mill');
    await page.getByRole('heading', { name: 'Subscribe' }).click();
    await expect(admin.getByText('No field was found for this.')).toBeVisible();
    await page.getByRole('heading', { name: 'The old mill' }).click();
    await admin.getByRole('complementary').getByRole('link', { name: 'The old mill' }).click();
    await expect(admin).toHaveURL(/\/c\/journal\/mill$/);
    await expect(field(admin, 'title')).toBeFocused();
    await expect(admin.getByLabel('Address of the page')).toHaveValue('/journal/mill');
    await admin.getByLabel('Address of the page').fill('/journal/harbour');
    await admin.keyboard.press('Enter');
    await expect(shown(admin).getByRole('heading', { name: 'The harbour at night' })).toBeVisible();
  });

  test('is shown as wide as a phone, a tablet or a desktop, and again after a reload', async ({
    admin,
    site,
  }) => {
    const page = await openBeside(admin, site, url);
    const width = () => page.locator('html').evaluate((element) => element.clientWidth);
    await expect.poll(width).toBe(1280);
    // Shown smaller, and clicked where it is shown.
    const box = await admin.locator('iframe').boundingBox();
    const { x, y } = await page.getByRole('heading').evaluate((element) => element.getBoundingClientRect());
    const scale = (box?.width ?? 0) / 1280;
    expect(scale).toBeLessThan(0.6);
    await admin.mouse.click((box?.x ?? 0) + (x + 20) * scale, (box?.y ?? 0) + (y + 10) * scale);
    await expect(field(admin, 'title')).toBeFocused();
    await choosePhone(admin);
    await expect.poll(width).toBe(390);
    await admin.reload();
    await expect(shown(admin).getByRole('heading', { name: 'The harbour at night' })).toBeVisible();
    await expect.poll(width).toBe(390);
    await admin.keyboard.press('Alt+p');
    await expect(admin.locator('iframe')).toHaveCount(0);
    await expect(admin.getByRole('button', { name: 'Preview', exact: true })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
  });

  test('that stops is told, and shown when it is back', async ({ admin, site }) => {
    const page = await openBeside(admin, site, url);
    await expect(page.getByRole('heading', { name: 'The harbour at night' })).toBeVisible();
    close(server);
    await admin.getByRole('button', { name: 'Reload the page' }).click();
    await expect(admin.getByText('The site is not running')).toBeVisible();
    await shoot(admin, 'down');
    ({ server } = await served(PAGES, Number(new URL(url).port)));
    await expect(page.getByRole('heading', { name: 'The harbour at night' })).toBeVisible();
    await expect(admin.getByText('The site is not running')).toHaveCount(0);
  });
});

test('a page stays where it was clicked, though its words stand above as well', async ({ admin, site }) => {
  const title = 'The harbour at night';
  const { server, url } = await served({
    '/journal/harbour': html(`<nav><p>${title}</p></nav>${space}<h1>${title}</h1>${space}`),
  });
  try {
    const page = await openPhone(admin, site, url);
    await page.getByRole('heading', { name: title }).click();
    await expect(field(admin, 'title')).toBeFocused();
    await admin.keyboard.type(' or later', { delay: 50 });
    await expect(page.getByRole('heading', { name: title })).toBeInViewport();
    await expect(page.locator('nav')).not.toBeInViewport();
  } finally {
    close(server);
  }
});

for (const [what, header, meta] of [
  ['a header', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'", ''],
  ['its head', '', `<meta http-equiv="Content-Security-Policy" content="script-src 'none'">`],
  ['a nonce', "script-src 'strict-dynamic' 'nonce-abc'", ''],
]) {
  test(`a page that forbids scripts by ${what} runs that of the preview and no other`, async ({
    admin,
    site,
  }) => {
    const server = createServer((_request, response) => {
      response.writeHead(200, {
        'Content-Type': 'text/html',
        ...(header && { 'Content-Security-Policy': header, 'X-Frame-Options': 'DENY' }),
      });
      response.end(
        `<!doctype html><html><head>${meta}</head><body><h1>The harbour at night</h1>
        <script>document.querySelector('h1').textContent = 'Changed'</script></body></html>`,
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    try {
      const page = await openPhone(admin, site, `http://127.0.0.1:${port}`);
      await page.getByRole('heading', { name: 'The harbour at night' }).click();
      await expect(field(admin, 'title')).toBeFocused();
    } finally {
      close(server);
    }
  });
}

test('a page is compared with what is published, and the pages that show the object are listed', async ({
  admin,
  site,
}) => {
  const directory = await mkdtemp(join(tmpdir(), 'plinth-built-'));
  const { server, url } = await served(PAGES);
  try {
    const page = await openBeside(admin, site, url);
    await expect(page.getByRole('heading', { name: 'The harbour at night' })).toBeVisible();
    const toggle = admin.getByRole('button', { name: 'Compare with what is published' });
    await toggle.click();
    await expect(admin.getByText('No site was published from here yet')).toBeVisible();
    await expect(admin.getByRole('button', { name: /^Shown on/ })).toHaveCount(0);

    await writeFiles(directory, {
      'pages/index.html': html('<h1>Journal</h1><a href="/journal/harbour">The harbour</a>'),
      'pages/journal/harbour.html': html('<h1>The harbour last week</h1>'),
      'pages/a page with a rather long name for the list of pages of one object.html': html(
        '<i data-plinth="journal/harbour/title">',
      ),
    });
    const build = `node -e "require('fs').cpSync('pages','dist',{recursive:true})"`;
    await change(admin, site.url, 'POST', '/sites', {
      name: 'Journal site',
      directory,
      build,
      output: 'dist',
    });
    await change(admin, site.url, 'POST', '/sites/journal-site/publish');
    const { request } = admin.context();
    const runs = async () =>
      (await (await request.get(`${site.url}/api/sites/journal-site/runs`)).json()).runs;
    await expect.poll(async () => (await runs())[0]?.status).toBe('succeeded');

    await admin.reload();
    await expect(page.getByRole('heading', { name: 'The harbour at night' })).toBeVisible();
    await toggle.click();
    const published = admin.frameLocator('iframe[title="The page as it was published"]');
    await expect(published.getByRole('heading', { name: 'The harbour last week' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'The harbour at night' })).toBeVisible();
    await shoot(admin, 'compared');
    expect(await problems(admin)).toEqual([]);

    await admin.getByRole('button', { name: 'Shown on 3 pages' }).click();
    await shoot(admin, 'pages');
    expect(await problems(admin)).toEqual([]);
    await admin.getByRole('button', { name: '/', exact: true }).click();
    await expect(published.getByRole('heading', { name: 'Journal' })).toBeVisible();
    await toggle.click();
    await expect(admin.locator('iframe')).toHaveCount(1);
  } finally {
    close(server);
    await rm(directory, { recursive: true });
  }
});

test('a site that Plinth can start is started from the pane', async ({ admin, site }) => {
  const directory = await mkdtemp(join(tmpdir(), 'plinth-site-'));
  await writeFile(
    join(directory, 'serve.mjs'),
    `import { createServer } from 'node:http';
    const server = createServer((_request, response) =>
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><h1>Served by its command</h1>'));
    server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));`,
  );
  await admin.goto(`${site.url}/admin/c/journal/harbour`);
  const add = (name: string, develop: string) =>
    change(admin, site.url, 'POST', '/sites', { name, directory, develop });
  await add('Journal site', 'node serve.mjs');
  await add('Broken site', 'node none.mjs');
  await expect(field(admin, 'title')).toBeVisible();
  await admin.keyboard.press('Alt+p');
  await admin.getByRole('button', { name: 'Start Broken site' }).click();
  await expect(admin.getByText('Broken site could not be started')).toBeVisible();
  await shoot(admin, 'start');
  expect(await problems(admin)).toEqual([]);
  await admin.getByRole('button', { name: 'Start Journal site' }).click();
  await expect(shown(admin).getByRole('heading', { name: 'Served by its command' })).toBeVisible();
  await rm(directory, { recursive: true });
});

test('what is typed is in the page of Eleventy before it is saved, with the sets that were chosen', async ({
  admin,
  site,
}) => {
  const directory = await mkdtemp(join(tmpdir(), 'plinth-typed-'));
  const client = new URL('../../dist/client/eleventy/index.js', import.meta.url);
  const write = (name: string, text: string) => writeFile(join(directory, name), text);
  await write('package.json', '{ "type": "module", "private": true }');
  await write(
    'eleventy.config.js',
    `import plinth from '${client}';\nexport default (eleventy) => eleventy.addPlugin(plinth, { collections: { journal: {} } });`,
  );
  await write(
    'page.njk',
    `---\npagination: { data: journal, size: 1, alias: story }\npermalink: "/journal/{{ story.id }}/"\n---\n` +
      html(`<h1>{{ story.title }}</h1>${space}<p id="sum">{{ story.summary }}</p>${space}`),
  );
  const eleventy = fileURLToPath(new URL('../../node_modules/@11ty/eleventy/cmd.cjs', import.meta.url));
  await admin.goto(`${site.url}/admin/c/journal/harbour`);
  await change(admin, site.url, 'POST', '/sites', {
    ...{ name: 'Journal site', directory },
    develop: `"${process.execPath}" "${eleventy}" --serve --port=8954`,
  });
  try {
    await expect(field(admin, 'title')).toBeVisible();
    await admin.keyboard.press('Alt+p');
    await admin.getByRole('button', { name: 'Start Journal site' }).click();
    const page = shown(admin);
    await expect(page.getByRole('heading', { name: 'The harbour at night' })).toBeVisible();
    await field(admin, 'summary').click();
    await expect(page.locator('#sum')).toBeInViewport();
    await admin.keyboard.press('ControlOrMeta+a');
    await admin.keyboard.type('Lamps that nobody saved', { delay: 40 });
    await expect(page.locator('#sum')).toHaveText('Lamps that nobody saved');
    await expect(page.locator('#sum')).toBeInViewport();
    expect(await site.read('journal/harbour.json')).toMatchObject({ summary: 'Lanterns along the quay' });
    await expect(admin.getByTestId('save-state')).not.toHaveText(/^Saved/);

    // What is saved as a draft is there as well, and gone when the draft is not chosen.
    await change(admin, site.url, 'PATCH', '/collections/journal/harbour?perspective=draft', {
      title: 'The harbour in a draft',
    });
    await expect(page.getByRole('heading', { name: 'The harbour in a draft' })).toHaveCount(1);
    await admin.getByRole('button', { name: 'Show the site with' }).click();
    await shoot(admin, 'with');
    await admin.getByRole('checkbox', { name: 'Shared draft' }).click();
    await expect(page.getByRole('heading', { name: 'The harbour at night' })).toHaveCount(1);
    await expect(page.locator('#sum')).toHaveText('Lamps that nobody saved');
    await admin.keyboard.press('Escape');

    // Taken back in the form, it is gone from the page.
    await field(admin, 'summary').fill('Lanterns along the quay');
    await expect(page.locator('#sum')).toHaveText('Lanterns along the quay');
  } finally {
    await change(admin, site.url, 'DELETE', '/sites/journal-site/develop');
    await rm(directory, { recursive: true, force: true });
  }
});

type Running = { url: string; stop(): Promise<void> };

async function runVite(root: string): Promise<Running> {
  const server = { port: 0, host: '127.0.0.1' };
  const vite = await createVite({ root, configFile: false, logLevel: 'silent', server });
  await vite.listen();
  return { url: vite.resolvedUrls?.local[0] ?? '', stop: () => vite.close() };
}

async function runEleventy(root: string): Promise<Running> {
  const command = fileURLToPath(new URL('../../node_modules/@11ty/eleventy/cmd.cjs', import.meta.url));
  const eleventy = spawn(process.execPath, [command, '--serve', '--port=8974'], { cwd: root });
  const ended = once(eleventy, 'exit');
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (text: Buffer) => {
      printed += text;
      // It takes the next port where one is taken.
      const [found] = /http:\/\/localhost:\d+/.exec(printed) ?? [];
      if (found) resolve(found);
    };
    eleventy.stdout.on('data', listen);
    eleventy.stderr.on('data', listen);
    void ended.then(() => reject(new Error(printed)));
  });
  const stop = async () => {
    eleventy.kill('SIGKILL');
    await ended;
  };
  return { url, stop };
}

for (const [name, run] of [
  ['Vite', runVite],
  ['Eleventy', runEleventy],
] as const) {
  test(`what ${name} reloads stays where it was scrolled to`, async ({ admin, site }) => {
    const root = await mkdtemp(join(tmpdir(), 'plinth-dev-'));
    const write = (words: string) =>
      writeFile(join(root, 'index.html'), html(`${space}<p id="words">${words}</p>${space}`));
    await write('First words');
    const { url, stop } = await run(root);
    try {
      const page = await openBeside(admin, site, url);
      await admin.getByLabel('Address of the page').fill('/');
      await admin.keyboard.press('Enter');
      await page.getByText('First words').scrollIntoViewIfNeeded();
      await expect(page.getByText('First words')).toBeInViewport();
      await write('Second words');
      await expect(page.getByText('Second words')).toBeInViewport();
    } finally {
      await stop();
      await rm(root, { recursive: true });
    }
  });
}

test('a hostile page reaches nothing of the admin', async ({ admin, site }) => {
  const attack = (api: string) => `<script>
    const results = {};
    const tell = (name, value) => { results[name] = value; document.title = JSON.stringify(results); };
    const tried = (name, work) => Promise.resolve().then(work).then((value) => tell(name, 'done ' + value), (error) => tell(name, 'failed'));
    tried('read', () => fetch('${api}/api/collections/journal/harbour', { credentials: 'include' }).then((answer) => answer.status));
    tried('find', () => fetch('${api}/api/preview/places', { method: 'POST', credentials: 'include', headers: { 'content-type': 'text/plain' }, body: '{"text":"x"}' }).then((answer) => answer.status));
    tried('write', () => fetch('${api}/api/collections/journal', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"id":"evil"}' }).then((answer) => answer.type));
    tried('own', () => fetch('/api/collections/journal/harbour').then((answer) => answer.status));
    tell('cookie', document.cookie);
    tried('parent', () => parent.document.title);
    tried('storage', () => parent.localStorage.length);
    tried('top', () => { top.location.href = 'https://example.com/'; });
    tried('popup', () => String(window.open('${api}/admin/')));
    const forge = (message) => parent.postMessage({ plinth: 'page', ...message }, '*');
    setInterval(() => {
      forge({ type: 'clicked', text: 'The harbour at night', place: 'journal/harbour/title', address: '/' });
      forge({ type: 'outside', href: 'javascript:alert(1)' });
      forge({ type: 'here', address: '//evil.example/x', title: 5 });
      forge({ type: 'here', address: '/' + '<img src=x onerror=alert(1)>', title: '<b>' });
      forge({ type: 'parts', round: 1, parts: [{ text: {} }, 5, null] });
      forge({ type: 'secret' }); parent.postMessage('text', '*'); parent.postMessage(null, '*');
    }, 20);
    addEventListener('message', (event) => tell('heard', event.origin + ' ' + JSON.stringify(event.data)));
  </script>`;
  const pages: Record<string, string> = {};
  const { server, url } = await served(pages);
  try {
    pages['/journal/harbour'] = html(`<h1>Hostile</h1>${attack(site.url)}`);
    const page = await openBeside(admin, site, url);
    await expect(page.getByRole('heading', { name: 'Hostile' })).toBeVisible();
    await field(admin, 'summary').click();
    await admin.keyboard.type('Typed while the page wants the focus. ');
    await admin.keyboard.press('Home');
    await admin.waitForFunction(() => true);
    const results = async () => JSON.parse(await page.locator('html').evaluate(() => document.title));
    await expect.poll(async () => Object.keys(await results()).length).toBeGreaterThanOrEqual(10);
    const { read, find, write, own, cookie, parent, storage, top, popup, heard } = await results();
    expect([401, 403].map((status) => `done ${status}`).concat('failed')).toContain(read);
    expect([401, 403].map((status) => `done ${status}`).concat('failed')).toContain(find);
    expect(['done opaque', 'failed']).toContain(write);
    expect(await site.read('journal/evil.json')).toBeUndefined();
    expect([own, cookie, parent, storage, popup]).toEqual(['done 404', '', 'failed', 'failed', 'done null']);
    expect(top).toBe('failed');
    // The admin has only asked what the page shows: no value of the folder was sent.
    expect(heard).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+ \{"plinth":"admin","type":"(?:parts","round":\d+|show","at":-?\d+)\}$/,
    );
    await expect(field(admin, 'summary')).toBeFocused();
    await expect(field(admin, 'summary')).toHaveValue(/Typed while the page wants the focus/);
    expect(new URL(admin.url()).origin).toBe(site.url);
    // The cookie that this browser has for the admin's host is not sent to the site.
    const asked: (string | undefined)[] = [];
    server.prependListener('request', ({ headers }) => asked.push(headers.cookie));
    await admin.getByRole('button', { name: 'Reload the page' }).click();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    expect(asked.filter((sent) => sent !== undefined)).toEqual([]);
  } finally {
    close(server);
  }
});

test('other windows of the browser are no pages of the preview', async ({ admin, site }) => {
  const { server, url } = await served(PAGES);
  try {
    const page = await openBeside(admin, site, url);
    await expect(page.getByRole('heading', { name: 'The harbour at night' })).toBeVisible();
    await admin.evaluate(() => {
      window.postMessage({ plinth: 'page', type: 'here', address: '/forged', title: '' }, '*');
      window.postMessage({ plinth: 'page', type: 'down' }, '*');
    });
    await field(admin, 'title').click();
    await expect(admin.getByLabel('Address of the page')).toHaveValue('/journal/harbour');
    await expect(admin.getByText('The site is not running')).toHaveCount(0);
  } finally {
    close(server);
  }
});
