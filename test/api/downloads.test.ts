import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSite } from '../../server/site.js';
import { errorOf, type Sent, sharedServer, startTestServer, type TestServer } from '../helpers/server.js';
import { mediaFiles, PASSWORD, TEXT } from './media.js';

const POST = 'blog/first-post';
const start = async () => startTestServer(await mediaFiles());
const shared = sharedServer(mediaFiles);
const nobody = (server: TestServer, path: string, sent: Sent = {}) =>
  server.request(path, { as: 'nobody', ...sent });

describe('downloads', () => {
  it('send the file under its name, as an attachment, with no part of it alone', async () => {
    const server = await start();
    const answer = await nobody(server, `/download/${POST}/file`, { headers: { range: 'bytes=0-1' } });
    expect([answer.status, answer.text]).toEqual([200, TEXT]);
    const disposition = answer.headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(/^attachment; filename="[^"\r\n]*"; filename\*=UTF-8''%C3%9Cber/);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('accept-ranges')).toBeNull();
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    [`/download/${POST}/files/doc.pdf`, 200],
    [`/download/${POST}/files/in.txt?path=docs`, 200],
    [`/download/${POST}/files/in.txt?path=/docs/`, 200],
    [`/download/${POST}/files/a%20b.txt`, 200],
    [`/download/${POST}/files/a+b.txt`, 200],
    [`/download/${POST}/files/empty.txt`, 200],
    [`/download/${POST}/files/${encodeURIComponent('日本.pdf')}`, 200],
    [`/download/${POST}/files/in.txt`, 404],
    [`/download/${POST}/files/docs`, 404],
    [`/download/${POST}/files/doc.pdf?path=..%2f..%2f`, 404],
    [`/download/${POST}/files/passwd?path=/etc`, 404],
    [`/download/${POST}/files/.index.json`, 404],
    [`/download/${POST}/files/..%2f..%2f.meta.json`, 404],
    [`/download/${POST}/__proto__`, 404],
    [`/download/${POST}/title`, 404],
    [`/download/${POST}/files`, 404],
    ['/download/blog/nope/file', 404],
    ['/download/blog/torn/file', 404],
    ['/download/nope/first-post/file', 404],
  ])('%s answers %i', async (path, status) => {
    const answer = await nobody(shared(), path);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain('root:');
    if (status === 404) expect(errorOf(answer).code).toBe(404);
  });

  it('follow no link', async () => {
    const server = await start();
    const file = join(server.folder, POST, 'files/doc.pdf');
    await rm(file);
    await symlink('/etc/passwd', file);
    expect((await nobody(server, `/download/${POST}/files/doc.pdf`)).status).toBe(404);
  });

  it('are counted beside the folder, and change neither the file nor its tag', async () => {
    const server = await start();
    const object = `/api/collections/${POST}`;
    const before = await server.request(object);
    const file = await readFile(join(server.folder, `${POST}.json`));
    for (let n = 0; n < 3; n += 1) await nobody(server, `/download/${POST}/file`);
    await nobody(server, `/stream/${POST}/file`, { headers: { range: 'bytes=0-1' } });
    await nobody(server, `/stream/${POST}/file`, { headers: { range: 'bytes=5-6' } });
    await nobody(server, `/download/${POST}/file`, { method: 'HEAD' });
    const events: string[] = [];
    server.site.events.on(({ type }) => events.push(type));
    await server.site.downloadCounts.save();
    expect(await readFile(join(server.folder, `${POST}.json`))).toEqual(file);
    const own = Number((before.json.file as { count?: number }).count ?? 0);
    const after = await server.request(object);
    expect(after.json.file).toMatchObject({ count: own + 4 });
    expect([after.headers.get('etag'), after.json.modified]).toEqual([
      before.headers.get('etag'),
      before.json.modified,
    ]);
    for (const path of [
      '/api/collections/blog',
      '/api/collections/blog/query',
      '/api/export/collections/blog/json',
    ]) {
      expect([path, (await server.request(path)).text.includes(`"count":${own + 4}`)]).toEqual([path, true]);
    }
    const saved = await server.request(object, {
      method: 'PATCH',
      json: { title: 'Saved after downloads' },
      headers: { 'if-match': before.headers.get('etag') ?? '' },
    });
    expect([saved.status, saved.json.file]).toEqual([200, expect.objectContaining({ count: own + 4 })]);
    const stored = JSON.parse(await readFile(join(server.folder, `${POST}.json`), 'utf8'));
    expect([stored.title, stored.file.count]).toEqual(['Saved after downloads', own || undefined]);
    expect(events).toEqual(['object.updated']);

    // What was saved is there after a restart.
    const home = join(server.folder, '..');
    const places = { cache: join(home, 'cache'), state: join(home, 'state') };
    const again = await openSite({ folder: server.folder, ...places, log: () => {} });
    onTestFinished(() => again.close());
    const [id = ''] = POST.split('/').slice(1);
    expect(again.downloadCounts.of('blog', id)).toEqual([
      { keys: ['file'], name: expect.any(String), count: 4 },
    ]);
  });
});

describe('protected files', () => {
  it('ask browsers for the password and tell programs that one is needed', async () => {
    const server = await start();
    const path = `/download/${POST}/locked`;
    const json = await nobody(server, path);
    expect(errorOf(json).code).toBe(401);
    const page = await nobody(server, path, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('name="password"');
    const typed = (password: string, accept: string) =>
      nobody(server, path, { method: 'POST', body: new URLSearchParams({ password }), headers: { accept } });
    expect(await typed('wrong', 'text/html')).toMatchObject({
      status: 403,
      text: expect.stringContaining('<form'),
    });
    expect(errorOf(await typed('wrong', '*/*')).code).toBe(403);
    const opened = await typed(PASSWORD, 'text/html');
    expect([opened.status, opened.text]).toEqual([200, TEXT]);
    expect(opened.headers.get('cache-control')).toBe('private, no-store');
    expect((await nobody(server, `/stream/${POST}/locked`)).status).toBe(403);
    expect((await server.request(path)).text).toBe(TEXT);
  });

  it('show no answer their password, and an object goes back as it was shown', async () => {
    const server = await start();
    const path = join(server.folder, `${POST}.json`);
    const before = JSON.parse(await readFile(path, 'utf8'));
    const shown = await server.request(`/api/collections/${POST}`);
    expect(shown.json.locked).toMatchObject({ name: 'doc.pdf', password: '', hasPassword: true });
    for (const way of [
      `/api/collections/blog`,
      `/api/collections/blog/query`,
      `/api/collections/blog/index`,
    ]) {
      expect((await server.request(way)).text).not.toContain(before.locked.password);
    }
    const json = { ...shown.json, title: 'Another title' };
    expect((await server.request(`/api/collections/${POST}`, { method: 'PUT', json })).status).toBe(200);
    const after = JSON.parse(await readFile(path, 'utf8'));
    expect([after.title, after.locked]).toEqual(['Another title', before.locked]);
  });

  it('open by a link that carries the password encrypted, and by no other', async () => {
    const server = await start();
    const body = { collection: 'blog', id: 'first-post', property: 'locked', password: PASSWORD };
    const links = await server.request('/api/links', { method: 'POST', json: body });
    const { download, stream } = links.json;
    expect((await nobody(server, String(download))).text).toBe(TEXT);
    expect((await nobody(server, String(stream))).text).toBe(TEXT);
    const again = await server.request('/api/links', { method: 'POST', json: body });
    expect(again.json.download).not.toBe(download);
    expect(String(download)).not.toContain(PASSWORD);
    for (const pwd of [
      'AAAA',
      PASSWORD,
      'A'.repeat(3000),
      '%00',
      `${String(download).split('pwd=')[1]}A`.slice(3),
    ]) {
      expect((await nobody(server, `/download/${POST}/locked?pwd=${pwd}`)).status).toBe(403);
    }
    expect((await nobody(server, '/api/links', { method: 'POST', json: body })).status).toBe(401);
    const missingFile = { ...body, property: 'image', filename: 'x' };
    expect((await server.request('/links', { method: 'POST', json: missingFile })).status).toBe(404);
    const bad = await server.request('/links', { method: 'POST', json: { id: 3 } });
    expect(errorOf(bad)).toMatchObject({
      code: 400,
      details: {
        collection: ['is required'],
        id: ['must be text'],
        property: ['is required'],
        password: ['is required'],
      },
    });
  });

  it('stay shut after too many wrong tries', async () => {
    const server = await start();
    const open = (password: string) =>
      nobody(server, `/download/${POST}/locked`, { method: 'POST', body: new URLSearchParams({ password }) });
    for (let n = 0; n < 25; n += 1) expect((await open('wrong')).status).toBe(403);
    expect((await open(PASSWORD)).status).toBe(403);
    expect((await server.request(`/download/${POST}/locked`)).status).toBe(200);
  });

  it('of a collection with groups are for those who may read it', async () => {
    const server = await start();
    const path = '/download/members/one/file';
    expect(errorOf(await nobody(server, path)).code).toBe(401);
    const page = await nobody(server, path, { headers: { accept: 'text/html' } });
    expect(page.text).not.toContain(TEXT);
    expect((await nobody(server, '/stream/members/one/file')).status).toBe(403);
    expect((await server.request(path)).text).toBe(TEXT);
    const key = await server.key({ methods: ['GET'], paths: ['/collections/members'] });
    expect((await server.request(path, { as: { key } })).text).toBe(TEXT);
    const other = await server.key({ methods: ['GET'], paths: ['/collections/blog'] });
    expect((await server.request(path, { as: { key: other } })).status).toBe(403);
  });
});

describe('streams', () => {
  const size = TEXT.length;
  it.each([
    ['bytes=0-0', 206, `bytes 0-0/${size}`, 1],
    ['bytes=10-', 206, `bytes 10-${size - 1}/${size}`, size - 10],
    ['bytes=-5', 206, `bytes ${size - 5}-${size - 1}/${size}`, 5],
    ['bytes=-99999999999', 206, `bytes 0-${size - 1}/${size}`, size],
    ['bytes=0-99999999999999999999', 206, `bytes 0-${size - 1}/${size}`, size],
    ['bytes=-0', 416, `bytes */${size}`, undefined],
    ['bytes=5-2', 416, `bytes */${size}`, undefined],
    ['bytes=999999999-', 416, `bytes */${size}`, undefined],
    ['bytes=0-1,3-4', 200, null, size],
    ['bytes=abc', 200, null, size],
    ['bytes=--1', 200, null, size],
    ['bytes=', 200, null, size],
    ['bytes=0x0-0x5', 200, null, size],
    ['bytes=0-1;x', 200, null, size],
    ['items=0-1', 200, null, size],
  ])('%s answers %i', async (range, status, part, length) => {
    const answer = await nobody(shared(), `/stream/${POST}/file`, { headers: { range } });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([status, part]);
    if (length !== undefined) {
      expect(answer.headers.get('content-length')).toBe(String(length));
      expect(answer.text).toHaveLength(length);
      expect(TEXT).toContain(answer.text);
    }
  });

  it('continue only the version they were begun with', async () => {
    const server = await start();
    const path = `/stream/${POST}/file`;
    const whole = await nobody(server, path);
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    const etag = whole.headers.get('etag') ?? '';
    const modified = whole.headers.get('last-modified') ?? '';
    const part = async (ifRange: string) =>
      (await nobody(server, path, { headers: { range: 'bytes=0-1', 'if-range': ifRange } })).status;
    expect([await part(etag), await part(modified)]).toEqual([206, 206]);
    expect([await part('"nope"'), await part(`W/${etag}`), await part('nonsense')]).toEqual([200, 200, 200]);
    const known: Record<string, string>[] = [{ 'if-none-match': etag }, { 'if-modified-since': modified }];
    for (const headers of known) {
      expect(await nobody(server, path, { headers })).toMatchObject({ status: 304, text: '' });
    }
    await writeFile(join(server.folder, POST, 'file/doc.pdf'), 'another');
    expect(await part(etag)).toBe(200);
    const head = await nobody(server, path, { method: 'HEAD', headers: { range: 'bytes=0-0' } });
    expect([head.status, head.headers.get('content-length'), head.text]).toEqual([200, '7', '']);
  });

  it('show nothing inline that could run a script here', async () => {
    const server = await start();
    const page = await nobody(server, `/stream/${POST}/page`);
    expect(page.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(page.headers.get('content-security-policy')).toContain('sandbox');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    const pdf = await nobody(server, `/stream/${POST}/file`);
    expect(pdf.headers.get('content-disposition')).toMatch(/^inline/);
  });

  it('send large files whole and in parts, to many at once', async () => {
    const server = await start();
    const bytes = Buffer.alloc(3_000_001);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = (at * 31 + (at >> 9)) & 0xff;
    await writeFile(join(server.folder, POST, 'file/doc.pdf'), bytes);
    const url = `${server.url}/stream/${POST}/file`;
    const fetched = async (from: number, to: number) => {
      const answer = await fetch(url, { headers: { range: `bytes=${from}-${to}` } });
      return Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(from, to + 1));
    };
    const parts = [0, 1, 524_287, 524_288, 1_500_000, 2_999_999].map((from) => fetched(from, 3_000_000));
    expect(await Promise.all(parts)).toEqual(parts.map(() => true));
    const leaving = new AbortController();
    const begun = await fetch(url, { signal: leaving.signal });
    await begun.body?.getReader().read();
    leaving.abort();
    expect(await fetched(0, 3_000_000)).toBe(true);
  });
});

describe('metadata of a file', () => {
  it('may name a focal point, which is kept and is gone when it is removed', async () => {
    const server = await start();
    const path = `/api/collections/${POST}/file`;
    const patch = (json: unknown) => server.request(path, { method: 'PATCH', json });
    const stored = async () => JSON.parse(String(await server.read(`${POST}.json`))).file;
    const set = await patch({ focalpoint: { x: 1, y: 2 } });
    expect([set.status, set.json.file]).toMatchObject([200, { focalpoint: { x: 1, y: 2 } }]);
    expect((await stored()).focalpoint).toEqual({ x: 1, y: 2 });
    expect((await patch({ alt: 'A' })).json.file).toMatchObject({ alt: 'A', focalpoint: { x: 1, y: 2 } });
    expect((await patch({ focalpoint: null })).status).toBe(200);
    expect(await stored()).not.toHaveProperty('focalpoint');
  });

  it('may be a password with spaces inside', async () => {
    const server = await start();
    const password = 'two words  apart';
    const set = await server.request(`/api/collections/${POST}/file`, {
      method: 'PATCH',
      json: { password, protected: true },
    });
    expect(set.status).toBe(200);
    const open = async (given: string) =>
      (
        await nobody(server, `/download/${POST}/file`, {
          method: 'POST',
          body: new URLSearchParams({ password: given }),
        })
      ).status;
    expect([await open(password), await open('two words apart'), await open('twowordsapart')]).toEqual([
      200, 403, 403,
    ]);
  });
});
