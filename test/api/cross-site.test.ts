/** Which pages may show pictures and files, and what costs a count. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../helpers/server.js';

const SCHEMA = {
  id: 'post',
  properties: {
    id: { $ref: 'slug', field: 'id' },
    image: { $ref: 'image', field: 'image' },
    file: { $ref: 'file', field: 'file' },
  },
  required: ['id'],
  index: ['id'],
};

const file = (name: string, mime: string) => ({
  name,
  mime,
  size: 5,
  uploadDate: '2026-01-01T00:00:00.000Z',
});

/** A folder with a picture and a file in a closed collection and in one everybody may read. */
async function start(settings: object = {}, name = 'notes.txt', mime = 'text/plain'): Promise<TestServer> {
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  const object = {
    id: 'one',
    image: { name: 'a.png', mime: 'image/png', width: 60, height: 40, size: picture.length },
    file: file(name, mime),
  };
  const files = Object.fromEntries(
    ['closed', 'open'].flatMap((id): [string, unknown][] => [
      [`${id}/.meta.json`, { id, schema: 'post', name: id, publicOperations: id === 'open' ? ['read'] : [] }],
      [`${id}/one.json`, object],
      [`${id}/one/image/a.png`, picture],
      [`${id}/one/file/${name}`, Buffer.from('hello')],
    ]),
  );
  return startTestServer({ ...files, '.schemas/post.json': SCHEMA, '.system/settings.json': settings });
}

const PATHS = ['/imageworks/ID/one/image.jpg?w=20', '/stream/ID/one/file', '/download/ID/one/file'];
const CROSS = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };

describe('a page of another site', () => {
  it.each<[string, Record<string, string>, [closed: unknown, open: unknown]]>([
    ['without a word of itself', CROSS, [403, 'cross-origin']],
    ['of a strange origin', { ...CROSS, referer: 'https://evil.example/' }, [403, 'cross-origin']],
    [
      'in a frame',
      { ...CROSS, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      [403, 'cross-origin'],
    ],
    [
      'of a listed origin',
      { ...CROSS, referer: 'https://site.example/page' },
      ['cross-origin', 'cross-origin'],
    ],
    ['that says so itself', { ...CROSS, origin: 'https://site.example' }, ['cross-origin', 'cross-origin']],
    ['on this machine', { ...CROSS, referer: 'http://localhost:4321/' }, ['cross-origin', 'cross-origin']],
    ['of the same site', { 'sec-fetch-site': 'same-site' }, ['same-site', 'cross-origin']],
    ['that is none, as a generator', {}, ['same-site', 'cross-origin']],
  ])('%s', async (_who, headers, expected) => {
    const server = await start({ origins: ['https://site.example'] });
    for (const path of PATHS) {
      const found = [];
      for (const id of ['closed', 'open']) {
        const answer = await server.request(path.replace('ID', id), { as: 'nobody', headers });
        found.push(
          answer.status === 200 ? answer.headers.get('cross-origin-resource-policy') : answer.status,
        );
      }
      expect([path, ...found]).toEqual([path, ...expected]);
    }
  });

  it('may have a link to it that a user follows', async () => {
    const server = await start();
    const follow = (mode: string, dest: string) =>
      // By hand: `fetch` has a mode of its own.
      server.raw(
        `GET ${PATHS[0]?.replace('ID', 'closed')} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: ${mode}\r\nSec-Fetch-Dest: ${dest}\r\nConnection: close\r\n\r\n`,
      );
    expect((await follow('navigate', 'document')).status).toBe(200);
    expect((await follow('navigate', 'iframe')).status).toBe(403);
    expect((await follow('no-cors', 'image')).status).toBe(403);
  });

  it('may show what its key opens', async () => {
    const server = await start();
    const key = await server.key({ methods: ['GET'], paths: ['/collections/closed'] });
    const answer = await server.request(`/imageworks/closed/one/image.jpg?w=20&api_key=${key}`, {
      as: 'nobody',
      headers: CROSS,
    });
    expect([answer.status, answer.headers.get('cross-origin-resource-policy')]).toEqual([
      200,
      'cross-origin',
    ]);
  });
});

it('rendered images are counted for anonymous callers, cached ones and those of this machine are not', async () => {
  const server = await start({ limits: { anonymous: 3 }, trustedProxies: ['127.0.0.1'] });
  const ask = async (width: number, headers: Record<string, string>, as: 'owner' | 'nobody' = 'nobody') =>
    (await server.request(`/imageworks/open/one/image.png?w=${width}`, { as, headers })).status;
  const far = { 'x-forwarded-for': '203.0.113.7' };
  expect([await ask(11, far), await ask(12, far), await ask(13, far), await ask(14, far)]).toEqual([
    200, 200, 200, 429,
  ]);
  expect([await ask(11, far), await ask(13, far)]).toEqual([200, 200]);
  expect(await ask(15, { 'x-forwarded-for': '203.0.113.8' })).toBe(200);
  for (let width = 20; width < 26; width += 1) expect(await ask(width, {})).toBe(200);
  const shown = { ...far, cookie: server.cookie };
  expect(await ask(30, shown)).toBe(200);
});

it.each([
  ['a.js', 'text/javascript'],
  ['a.mjs', 'application/javascript'],
  ['a.txt', 'Text/JavaScript'],
  ['a.es', 'application/x-ecmascript'],
  ['a.ls', 'text/livescript'],
  ['a.old', 'text/javascript1.5'],
])('a script placed from outside (%s, %s) is bytes to a browser', async (name, mime) => {
  const server = await start({}, name, mime);
  for (const way of ['stream', 'download']) {
    const { status, headers } = await server.request(`/${way}/closed/one/file`);
    expect([status, headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([
      200,
      'application/octet-stream',
      'nosniff',
    ]);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
  }
});

it('an archive to import is rejected beyond the limit that is set, and nothing of it stays', async () => {
  const server = await start();
  await server.request('/api/settings', { method: 'PATCH', json: { 'limits.archiveSize': 1 } });
  const send = async (size: number) => {
    const body = new FormData();
    body.set('zip', new Blob([Buffer.alloc(size)]), 'archive.zip');
    return (await server.request('/import/collections/closed/zip', { method: 'POST', body })).status;
  };
  expect(await send(1024 * 1024 + 1)).toBe(413);
  // Not an archive, but not too large either.
  expect(await send(1024)).toBe(400);
  await mkdir(join(server.folder, '.system', 'tmp'), { recursive: true });
  await writeFile(join(server.folder, '.system', 'tmp', 'mark'), '');
});
