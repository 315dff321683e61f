import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BLOG, startTestServer, temporaryFolder, writeFiles } from '../helpers/server.js';

/** A server with a built admin of two files. */
async function withAdmin() {
  const renderer = join(await temporaryFolder(), '.hidden', 'renderer');
  await writeFiles(renderer, {
    'index.html': '<!doctype html><title>Plinth</title>',
    'assets/app-1a2b3c.js': 'export {};',
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
  return startTestServer(BLOG, { renderer });
}

/** A server whose build has German and a language for tests beside English; the answer is the `lang` of the page. */
async function withLanguages() {
  const renderer = await temporaryFolder();
  const page = (tag: string) => `<html lang="${tag}">`;
  await writeFiles(renderer, {
    'index.html': page('en'),
    'index.de.html': page('de'),
    'index.en-XA.html': page('en-XA'),
  });
  // Written at one time, as a build does.
  const built = new Date();
  for (const name of await readdir(renderer)) await utimes(join(renderer, name), built, built);
  const server = await startTestServer(BLOG, { renderer });
  return async (headers: Record<string, string>) => {
    const answer = await server.request('/admin/c/blog', { as: 'nobody', headers });
    expect(answer.headers.get('vary')).toMatch(/Cookie, Accept-Language/);
    return { language: /lang="(.+)"/.exec(answer.text)?.[1], etag: answer.headers.get('etag') ?? '' };
  };
}

describe('the admin', () => {
  it('is in the chosen language, else in the first one that the browser asks for', async () => {
    const shown = await withLanguages();
    const rows: [string, Record<string, string>][] = [
      ['en', {}],
      ['en', { 'accept-language': 'fr-FR, fr;q=0.9' }],
      ['en', { 'accept-language': 'en-GB, de;q=0.9' }],
      ['de', { 'accept-language': 'de-AT, en;q=0.8' }],
      ['de', { 'accept-language': 'fr, de-DE;q=0.7' }],
      ['en', { 'accept-language': 'en-XA' }],
      ['en', { 'accept-language': 'de', cookie: 'plinth-language=en' }],
      ['de', { 'accept-language': 'en', cookie: 'a=b; plinth-language=de' }],
      ['en-XA', { cookie: 'plinth-language=en-XA' }],
      ['en', { cookie: 'plinth-language=../x' }],
      ['en', { cookie: 'plinth-language=fr' }],
      ['en', { cookie: 'plinth-language=%E0%A4%A' }],
    ];
    for (const [language, headers] of rows)
      expect([headers, (await shown(headers)).language]).toEqual([headers, language]);
  });

  it('has an ETag of its own in each language, though the pages have one size and time', async () => {
    const shown = await withLanguages();
    const etagOf = async (tag: string) => (await shown({ cookie: `plinth-language=${tag}` })).etag;
    expect(await etagOf('en')).not.toBe(await etagOf('de'));
    expect(await etagOf('en')).toBe(await etagOf('en'));
  });

  it('is one page at every address of a page', async () => {
    const server = await withAdmin();
    for (const path of [
      '/admin/',
      '/admin/collections/blog',
      '/admin/collections/blog/first-post',
      '/admin/?link=expired',
    ]) {
      const answer = await server.request(path, { as: 'nobody' });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.text).toContain('<title>Plinth</title>');
      expect(answer.headers.get('content-type')).toContain('text/html');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    }
  });

  it('is found from the root and without its slash', async () => {
    const server = await withAdmin();
    expect((await server.request('/', { as: 'nobody' })).headers.get('location')).toBe('/admin/');
    const bare = await server.request('/admin?token=x', { as: 'nobody' });
    expect([bare.status, bare.headers.get('location')]).toEqual([308, '/admin/?token=x']);
  });

  it('serves hashed assets as immutable and revalidates other files', async () => {
    const server = await withAdmin();
    const asset = await server.request('/admin/assets/app-1a2b3c.js', { as: 'nobody' });
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-type')).toContain('javascript');
    const icon = await server.request('/admin/favicon.svg', { as: 'nobody' });
    expect([icon.status, icon.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  });

  it.each([
    '/admin/assets/gone.js',
    '/admin/../package.json',
    '/admin/%2e%2e/secret.txt',
    '/admin/..%2f..%2fetc/passwd',
  ])('has nothing at %s', async (target) => {
    const server = await withAdmin();
    const own = `Host: 127.0.0.1:${server.port}`;
    const answer = await server.raw(`GET ${target} HTTP/1.1\r\n${own}\r\nConnection: close\r\n\r\n`);
    expect([403, 404]).toContain(answer.status);
  });

  it('says in a sentence that it is not built', async () => {
    const server = await startTestServer();
    const answer = await server.request('/admin/', { as: 'nobody' });
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('not built');
    expect((await server.request('/api/collections')).status).toBe(200);
  });
});
