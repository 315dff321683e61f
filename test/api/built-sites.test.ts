/** The pages of a site as they were built last: which show an object, and the pages themselves beside the preview. */
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { PublishedPages } from '../../server/preview/published-pages.js';
import {
  type Files,
  startTestServer,
  type TestServer,
  temporaryFolder,
  writeFiles,
} from '../helpers/server.js';
import { addSite, homeOf, publish } from '../helpers/site-builds.js';
import { staffSession, WITH_STAFF } from '../helpers/users.js';

// Commands of the machine are started, which takes its time on a busy one.
vi.setConfig({ testTimeout: 60_000 });

const FOLDER: Files = {
  ...WITH_STAFF,
  '.schemas/story.json': { id: 'story', properties: { id: { field: 'id' }, title: { field: 'text' } } },
  'journal/.meta.json': { id: 'journal', schema: 'story', name: 'Journal', url: '/journal/{id}' },
  'journal/harbour.json': { id: 'harbour', title: 'The harbour' },
  'journal/mill & sea.json': { id: 'mill & sea', title: 'The mill' },
  'people/.meta.json': { id: 'people', schema: 'story', name: 'People', url: '' },
  'people/ada.json': { id: 'ada', title: 'Ada' },
};

const page = (body: string) =>
  `<!doctype html><html><head><title>Site</title></head><body>${body}</body></html>`;

const PAGES: Readonly<Record<string, string>> = {
  'index.html': page(
    '<a href="/base/journal/harbour/">The harbour</a><a href=journal/mill%20%26%20sea>Mill</a>',
  ),
  'about.html': page(
    '<p data-plinth="people/ada/title">Ada</p><a href="https://elsewhere.example/journal/harbour">x</a>',
  ),
  'journal/harbour/index.html': page('<p data-plinth=\'people/ada/title\'>Ada</p><a href="../../">Home</a>'),
  'journal/mill & sea.html': page(`<a href="https://site.example/base/journal/harbour?from=mill#top">x</a>`),
  'tags/a?b#c/index.html': page(
    '<a href="../../journal/harbour/">The harbour</a><p data-plinth="people/none/title">',
  ),
  'broken.html': `<p data-plinth="people/%E0%A4%A"><p data-plinth="people"><a href="http://[">x</a><a href="//"><!--`,
  '404.html': page('Nothing here'),
  '.hidden/index.html': page('<a href="/base/journal/harbour/">x</a>'),
};

/** A site that is built by copying pages that stand beside it. */
async function builtSite(server: TestServer, pages = PAGES): Promise<string> {
  const directory = join(homeOf(server), 'site');
  await writeFiles(join(directory, 'pages'), pages);
  const build = `node -e "require('fs').cpSync('pages','dist',{recursive:true})"`;
  await addSite(server, { build, address: 'https://site.example/base/' });
  expect((await publish(server, { force: true }))?.status).toBe('succeeded');
  return directory;
}

const pagesOf = async (server: Pick<TestServer, 'request'>, object: string) => {
  const { json } = await server.request(`/api/preview/pages/${object}`);
  return (json.sites as { pages: string[] }[]).map(({ pages }) => pages);
};

describe('the pages of a built site', () => {
  it('that show an object are its own, those that link to it, and those that name it', async () => {
    const server = await startTestServer(FOLDER);
    expect(await pagesOf(server, 'journal/harbour')).toEqual([]);
    const directory = await builtSite(server);
    expect(await pagesOf(server, 'journal/harbour')).toEqual([
      ['/base/journal/harbour/', '/base/', '/base/journal/mill%20%26%20sea', '/base/tags/a%3Fb%23c/'],
    ]);
    expect(await pagesOf(server, 'journal/mill%20%26%20sea')).toEqual([
      ['/base/journal/mill%20%26%20sea', '/base/'],
    ]);
    expect(await pagesOf(server, 'people/ada')).toEqual([['/base/about', '/base/journal/harbour/']]);
    expect(await pagesOf(server, 'people/nobody')).toEqual([]);

    // What is built again is read again.
    await writeFiles(join(directory, 'pages'), { 'news.html': page('<i data-plinth="people/ada/title">') });
    expect((await publish(server, { force: true }))?.status).toBe('succeeded');
    expect((await pagesOf(server, 'people/ada'))[0]).toContain('/base/news');
    const { json } = await server.request('/api/preview/pages/people/ada');
    expect(json.sites).toMatchObject([{ site: 'site', name: 'site', total: 3, at: expect.any(String) }]);
  });

  it('are told to those who are signed in', async () => {
    const server = await startTestServer(FOLDER);
    await builtSite(server);
    expect(await pagesOf(await staffSession(server, 'viewer'), 'journal/harbour')).toHaveLength(1);
    const path = '/api/preview/pages/journal/harbour';
    const answers = [
      await server.request(path, { as: 'nobody' }),
      await server.request(path, { as: { key: await server.key() } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 403]);
  });

  it('are shown beside the preview as a host would, and nothing around them', async () => {
    const server = await startTestServer(FOLDER);
    const open = async () =>
      (
        await server.request('/api/preview/open', {
          method: 'POST',
          json: { admin: 'http://127.0.0.1:4180' },
        })
      ).json.published as { origin: string; at: string } | null;
    expect(await open()).toBeNull();
    const directory = await builtSite(server);
    await writeFile(join(directory, 'secret.html'), 'Not of the site');
    await symlink(join(directory, 'secret.html'), join(directory, 'dist/out.html'));
    await mkdir(join(directory, 'dist/linked'));
    await symlink(dirname(server.folder), join(directory, 'dist/linked/folder'));
    const opened = await open();
    const get = async (path: string) => {
      const origin = String(opened?.origin).replace('localhost', '127.0.0.1');
      const answer = await fetch(`${origin}${path}`, {
        headers: { accept: 'text/html' },
        redirect: 'manual',
      });
      return [answer.status, (await answer.text()).replace(/<script.*?<\/script>/, '')];
    };
    expect(await get('/base/')).toEqual([200, PAGES['index.html']]);
    expect(await get('/base/about')).toEqual([200, PAGES['about.html']]);
    expect(await get('/base/journal/harbour/')).toEqual([200, PAGES['journal/harbour/index.html']]);
    expect((await get('/base/journal/harbour'))[0]).toBe(301);
    for (const path of [
      ...['/', '/about', '/base/none', '/base/out', '/base/out.html', '/base/.hidden/'],
      ...['/base/linked/folder/site/secret.html', '/base/..%2Fsecret.html', '/base/%2e%2e/secret.html'],
      ...['/base/%E0%A4%A', '/base/a%00b'],
    ]) {
      expect([path, ...(await get(path))]).toEqual([path, 404, PAGES['404.html']]);
    }
    await rm(join(directory, 'dist/404.html'));
    await symlink(join(directory, 'secret.html'), join(directory, 'dist/404.html'));
    expect(await get('/base/none')).toEqual([404, 'Not Found']);
  });

  it('are served to the preview only, not to a page whose name leads to this machine', async () => {
    const output = await temporaryFolder();
    await writeFiles(output, PAGES);
    const pages = await PublishedPages.open();
    onTestFinished(() => pages.close());
    pages.show({ output, base: '/' });
    const statusFor = (host: string) =>
      new Promise((resolve) => {
        get(pages.address, { headers: { host } }, (answer) => resolve(answer.resume().statusCode));
      });
    const { host, port } = new URL(pages.address);
    expect([await statusFor(host), await statusFor(`evil.example:${port}`)]).toEqual([200, 403]);
  });
});
