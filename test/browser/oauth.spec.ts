import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { problems } from './axe.ts';
import { blog } from './content.ts';
import { expect, openManaged, type Page, type Site, test } from './plinth.ts';

/** A program on this machine: where it listens, and what browsers came back with. */
interface Program {
  callback: string;
  returned: Promise<URLSearchParams>;
  server: Server;
}

async function program(): Promise<Program> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const callback = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/callback`;
  const returned = new Promise<URLSearchParams>((resolve) => {
    server.on('request', (request, response) => {
      response.setHeader('content-type', 'text/html').end('<title>Back</title>Back in the program');
      const url = new URL(request.url ?? '', callback);
      if (url.pathname === '/callback') resolve(url.searchParams);
    });
  });
  return { callback, returned, server };
}

const verifier = randomBytes(32).toString('base64url');

function authorizeUrl(site: Site, client: string, callback: string, scope: string): string {
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: callback,
    scope,
    state: 'st4te',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return `${site.url}/oauth/authorize?${parameters}`;
}

const sendForm = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form) });

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test.describe('in a folder that came from elsewhere', () => {
  test.use({ files: { ...blog(3), '.system/settings.json': { edition: 'pro' } } });

  test('a program is added, asks, is allowed after signing in, works, and ends when its access does', async ({
    home: admin,
    site,
    other: page,
  }) => {
    const { callback, returned, server } = await program();
    await openManaged(admin, 'Connected apps');
    await expect(admin).toHaveURL(/\/admin\/utils\/oauth-clients$/);
    await admin.getByRole('button', { name: 'Add app' }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Phone app');
    await dialog.getByRole('textbox', { name: 'Redirect URIs' }).fill('http://evil.example/cb');
    await dialog.getByRole('checkbox', { name: /^Create, update and delete/ }).check();
    await dialog.getByRole('checkbox', { name: /can keep a secret/ }).check();
    await dialog.getByRole('button', { name: 'Add app' }).click();
    await expect(dialog.getByText(/must begin with https:\/\//)).toBeVisible();
    expect(await problems(admin)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Redirect URIs' }).fill('http://127.0.0.1/callback');
    await dialog.getByRole('button', { name: 'Add app' }).click();
    await expect(dialog.getByText('You won’t see it again')).toBeVisible();
    const client = (await dialog.getByRole('region', { name: 'Client ID' }).innerText()).trim();
    const secret = (await dialog.getByRole('region', { name: 'Client secret' }).innerText()).trim();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toHaveCount(0);
    expect(await admin.content()).not.toContain(secret);
    await expect(admin.getByRole('row', { name: /Phone app/ })).toContainText('No access');
    await expect(admin.getByText('Apps cannot request access')).toBeVisible();
    await admin.getByRole('button', { name: 'Turn on' }).click();
    await expect(admin.getByText('Apps cannot request access')).toHaveCount(0);
    await expect(admin.getByRole('region', { name: 'the server URL' })).toHaveText(site.url);
    expect(await problems(admin)).toEqual([]);

    // Somebody else's browser, where nobody is signed in: first that, then the question.
    await page.goto(authorizeUrl(site, client, callback, 'cms:read cms:write cms:admin'));
    await expect(page).toHaveURL(/\/admin\/oauth\/consent\/[\w-]+$/);
    await page.getByRole('textbox', { name: 'Sign-in link' }).fill(await freshLink(admin));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: '“Phone app” asks for access' })).toBeVisible();
    await expect(page.getByText('as Owner')).toBeVisible();
    await expect(page.getByText('Create, update and delete objects and files')).toBeVisible();
    await expect(page.getByText(new URL(callback).host)).toBeVisible();
    expect(await problems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(page).toHaveTitle('Back');
    const back = await returned;
    expect([back.get('state'), back.get('iss')]).toEqual(['st4te', site.url]);
    server.close();

    const answer = await sendForm(`${site.url}/oauth/token`, {
      grant_type: 'authorization_code',
      code: back.get('code') ?? '',
      client_id: client,
      client_secret: secret,
      code_verifier: verifier,
      redirect_uri: callback,
    });
    const { access_token: token, scope } = await answer.json();
    expect([answer.status, scope]).toEqual([200, 'cms:read cms:write']);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const posts = `${site.url}/api/collections/blog`;
    const made = await fetch(posts, { method: 'POST', headers, body: '{"title":"By the app"}' });
    expect(made.status).toBe(201);

    await admin.getByRole('tab', { name: 'Access' }).click();
    await expect(admin).toHaveURL(/\/admin\/utils\/oauth-grants$/);
    const row = admin.getByRole('row', { name: /Phone app/ });
    await expect(row).toContainText('Read, Write');
    await expect(row).toContainText('Owner');
    expect(await problems(admin)).toEqual([]);
    await admin.setViewportSize({ width: 400, height: 800 });
    expect(await fits(admin)).toBe(true);
    await row.getByRole('button', { name: 'Revoke access of Phone app' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click();
    await expect(admin.getByText('No app has access')).toBeVisible();
    expect((await fetch(posts, { headers })).status).toBe(401);

    await admin.getByRole('tab', { name: 'Connected apps' }).click();
    await admin.getByRole('button', { name: 'Delete Phone app' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(admin.getByText('No apps yet')).toBeVisible();
  });
});

test.describe('in a folder where programs register themselves', () => {
  const oauth = { enabled: true, dynamicRegistration: true };
  // There when the server opens the folder: what is written later may be approved before it is read.
  test.use({ files: { '.system/settings.json': { edition: 'pro', oauth } } });

  test('a program that registered itself is marked as such, is not allowed, and cannot be answered twice', async ({
    admin,
    site,
  }) => {
    const { callback, returned, server } = await program();
    await site.trust();
    const registered = await fetch(`${site.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'W'.repeat(100), redirect_uris: [callback] }),
    });
    expect(registered.status).toBe(201);
    const { client_id: client } = await registered.json();

    await admin.setViewportSize({ width: 400, height: 800 });
    await admin.goto(authorizeUrl(site, client, callback, 'cms:read mcp:tools'));
    await expect(admin.getByText('This app registered itself just now')).toBeVisible();
    expect(await fits(admin)).toBe(true);
    expect(await problems(admin)).toEqual([]);
    const asked = admin.url();
    // By keyboard: the answer that gives nothing stands first.
    await admin.keyboard.press('Tab');
    await expect(admin.getByRole('button', { name: 'Don’t allow' })).toBeFocused();
    await admin.keyboard.press('Enter');
    await expect(admin).toHaveTitle('Back');
    expect(Object.fromEntries(await returned)).toMatchObject({ error: 'access_denied', state: 'st4te' });
    server.close();

    await admin.goto(asked);
    await expect(admin.getByRole('heading', { name: 'This request is no longer valid' })).toBeVisible();
    await admin.goto(authorizeUrl(site, client, 'https://evil.example/cb', 'cms:read'));
    await expect(admin.getByRole('heading', { name: 'Authorization failed' })).toBeVisible();
    expect(new URL(admin.url()).origin).toBe(site.url);
    expect(await fits(admin)).toBe(true);
    expect(await problems(admin)).toEqual([]);
  });
});

/** A write of the page itself. */
function post(admin: Page, path: string, body: object = {}): Promise<Record<string, unknown>> {
  return admin.evaluate(
    async ([url, text]) => {
      const { csrfToken } = await (await fetch('/admin/session')).json();
      const headers = { 'x-csrf-token': csrfToken, 'content-type': 'application/json' };
      return (await fetch(url, { method: 'POST', headers, body: text })).json();
    },
    [path, JSON.stringify(body)] as const,
  );
}

/** A one-time link, as the owner makes one in the admin. */
const freshLink = async (admin: Page): Promise<string> =>
  String((await post(admin, '/admin/session/link')).admin);
