/** Sharing the preview: a browser without a session sees a draft and its image, until the address is ended. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { plainPng } from '../helpers/made-files.ts';
import { allProblemsOver, problemsInBothThemes } from './axe.ts';
import { change, draftsContent } from './drafts-content.ts';
import { expect, type Page, test } from './plinth.ts';

const shots = process.env.PLINTH_SHOTS;
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/shared-preview-${name}.png` });
};

/** Shows a page with its image, and says by a script whether its page can reach the admin. */
const SERVE = `
import { createServer } from 'node:http';
const { PLINTH_URL: url, PLINTH_KEY: key } = process.env;
const server = createServer(async (request, response) => {
  const answer = await fetch(url + '/api/collections/pages/tides', { headers: { 'x-api-key': key } });
  const { title, intro, cover } = await answer.json();
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end('<!doctype html><title>Tides</title><h1>' + title + '</h1><p>' + intro + '</p><p id="path">' + request.url + '</p>' +
    (cover?.url ? '<img alt="Cover" src="' + url + cover.url + '">' : ''));
});
server.listen(0, 'localhost', () => console.log('Local: http://localhost:' + server.address().port + '/'));
`;

test.use({
  files: {
    ...draftsContent,
    '.changes/draft/pages/tides.json': change('edit', { title: 'Tides, drafted' }, { title: 'Tides' }),
  },
});

async function start(page: Page, data: string): Promise<void> {
  const directory = join(dirname(data), 'field-notes');
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'serve.mjs'), SERVE);
  const image = [...(await plainPng(300, 200))];
  await page.evaluate(
    async ({ directory, image }) => {
      const { csrfToken } = await (await fetch('/admin/session')).json();
      const headers = { 'X-CSRF-Token': csrfToken };
      const json = { ...headers, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ directory, name: 'Field notes', develop: 'node serve.mjs' });
      await fetch('/api/sites', { method: 'POST', headers: json, body });
      await fetch('/api/sites/field-notes/develop', { method: 'POST', headers });
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(image)]), 'cover.png');
      await fetch('/api/collections/pages/tides/cover', {
        method: 'POST',
        headers: { ...headers, 'If-Match': '*', 'X-Plinth-Perspective': 'draft' },
        body: form,
      });
    },
    { directory, image },
  );
  const status = () =>
    page.evaluate(async () => (await (await fetch('/api/sites/field-notes/develop')).json()).status);
  await expect.poll(status, { timeout: 30_000 }).toBe('running');
}

const opener = (page: Page) => page.getByRole('button', { name: 'Share the preview' });
const popover = (page: Page) => page.getByRole('dialog', { name: 'Share the preview' });
const title = (page: Page) => page.locator('#field-title');

test('a preview is shared by keyboard, seen without signing in, and ended', async ({
  home: admin,
  other,
  site,
}) => {
  test.slow();
  await admin.goto(`${site.url}/admin/c/pages/tides`);
  await expect(title(admin)).toBeVisible();
  await start(admin, site.data);
  await admin.reload();
  await expect(title(admin)).toHaveValue('Tides, drafted');
  await admin.keyboard.press('Alt+p');
  const shown = admin.frameLocator('iframe[title="Preview of the site"]');
  await title(admin).fill('Tides, typed');
  await expect(shown.getByRole('heading', { name: 'Tides, typed' })).toBeVisible();

  await opener(admin).press('Enter');
  await expect(popover(admin)).toContainText('Works only on this computer.');
  await expect(popover(admin).getByText('Shared addresses')).toHaveCount(0);
  await shoot(admin, 'empty');
  await popover(admin).getByRole('button', { name: 'Create address' }).press('Enter');
  const address = popover(admin).getByRole('region', { name: 'the address' });
  await expect(address).toContainText(/^http:\/\/localhost:\d+\/\.plinth-shared\/[0-9a-f]{64}\//);
  const list = popover(admin).getByRole('region', { name: 'Shared addresses' });
  await expect(list.getByRole('listitem')).toHaveText([
    /Created by Owner, ends (?:tomorrow|in 24 hours|in 1 day)/,
  ]);
  expect(await problemsInBothThemes(admin, allProblemsOver)).toEqual([]);
  await shoot(admin, 'created');
  // What is typed is not shown to others, so not here either.
  await expect(shown.getByRole('heading', { name: 'Tides, drafted' })).toBeVisible();

  await admin.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await popover(admin).getByRole('button', { name: 'Copy the address' }).press('Enter');
  const url = await admin.evaluate(() => navigator.clipboard.readText());
  expect(url).toBe(await address.textContent());
  await other.goto(url);
  await expect(other.getByRole('heading', { name: 'Tides, drafted' })).toBeVisible();
  expect(new URL(other.url()).pathname).toBe(await other.locator('#path').textContent());
  const width = () => other.getByAltText('Cover').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBe(300);
  await shoot(other, 'other-browser');
  // Its scripts have no way to the admin, and none to a worker that outlives the address.
  const reached = await other.evaluate(async (admin) => {
    const tried = [
      () => fetch(`${admin}/api/collections`, { credentials: 'include' }),
      () => fetch(`${admin}/admin/session`, { credentials: 'include' }),
      () => navigator.serviceWorker.register('/worker.js'),
      () => fetch('/', { method: 'POST' }).then(({ ok }) => ok || Promise.reject(new Error('405'))),
    ];
    const results = await Promise.allSettled(tried.map((one) => one()));
    return [document.cookie, ...results.map(({ status }) => status)];
  }, site.url);
  expect(reached).toEqual(['', 'rejected', 'rejected', 'rejected', 'rejected']);

  await list.getByRole('button', { name: /^End now: created by Owner/ }).press('Enter');
  await expect(list).toHaveCount(0);
  await expect(shown.getByRole('heading', { name: 'Tides, typed' })).toBeVisible();
  // Nothing listens for it any more.
  await expect(other.goto(url)).rejects.toThrow('ERR_CONNECTION_REFUSED');
  await admin.keyboard.press('Escape');
  await expect(popover(admin)).toHaveCount(0);
  await expect(opener(admin)).toBeFocused();
  if (!shots) return;
  await admin.context().addCookies([{ name: 'plinth-language', value: 'de', url: site.url }]);
  await admin.reload();
  await admin.getByRole('button', { name: 'Vorschau teilen' }).click();
  await admin.getByRole('button', { name: 'Adresse erstellen' }).click();
  await expect(admin.getByRole('region', { name: 'Geteilte Adressen' })).toBeVisible();
  await shoot(admin, 'german');
});

test('an ended address says so, and one whose site is stopped that it is not running', async ({
  home: admin,
  other,
  site,
}) => {
  test.slow();
  await admin.goto(`${site.url}/admin/c/pages/tides`);
  await expect(title(admin)).toBeVisible();
  await start(admin, site.data);
  await admin.reload();
  await expect(title(admin)).toBeVisible();
  await admin.keyboard.press('Alt+p');
  await opener(admin).click();
  const create = async () => {
    await popover(admin).getByRole('button', { name: 'Create address' }).click();
    const address = popover(admin).getByRole('region', { name: 'the address' });
    await expect(address).toBeVisible();
    return String(await address.textContent());
  };
  const first = await create();
  await popover(admin).getByRole('checkbox', { name: 'Also show unsaved changes' }).check();
  await popover(admin).getByText('7 days').click();
  await popover(admin).getByRole('button', { name: 'Create address' }).click();
  const list = popover(admin).getByRole('region', { name: 'Shared addresses' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByText('With unsaved changes.')).toBeVisible();
  await other.goto(first);
  await expect(other.getByRole('heading')).toBeVisible();
  await list.getByRole('button', { name: 'End now' }).first().click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await other.reload();
  await expect(other.getByText('There is no preview at this address.')).toBeVisible();
  await shoot(other, 'ended');
  const second = String(await popover(admin).getByRole('region', { name: 'the address' }).textContent());
  await admin.evaluate(async () => {
    const { csrfToken } = await (await fetch('/admin/session')).json();
    await fetch('/api/sites/field-notes/develop', {
      method: 'DELETE',
      headers: { 'X-CSRF-Token': csrfToken },
    });
  });
  await other.goto(second);
  await expect(other.getByText('The preview is not running.')).toBeVisible();
  await shoot(other, 'stopped');
  if (!shots) return;
  // Looked at: with the error, and narrow.
  await popover(admin).getByRole('button', { name: 'Create address' }).click();
  await expect(admin.getByText('Could not share the preview')).toBeVisible();
  await shoot(admin, 'failed');
  await admin.emulateMedia({ colorScheme: 'dark' });
  await admin.setViewportSize({ width: 390, height: 800 });
  await shoot(admin, 'narrow-dark');
});
