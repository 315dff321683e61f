import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { errorOf, sharedServer, startTestServer, type TestServer } from '../helpers/server.js';
import { mediaFiles } from './media.js';

const POST = '/imageworks/blog/first-post';
const start = async () => startTestServer(await mediaFiles());

async function image(server: TestServer, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.url + path, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes };
}

async function firstPixel(bytes: Buffer) {
  return [...(await sharp(bytes).removeAlpha().raw().toBuffer()).subarray(0, 3)];
}

describe('images', () => {
  const shared = sharedServer(mediaFiles);

  it.each([
    ['image.jpg', 'image/jpeg', 'jpeg'],
    ['image.jpeg', 'image/jpeg', 'jpeg'],
    ['image.png', 'image/png', 'png'],
    ['image.webp', 'image/webp', 'webp'],
    ['image.avif', 'image/avif', 'heif'],
    ['image.jpg?fm=webp', 'image/webp', 'webp'],
  ])('%s is %s', async (path, type, format) => {
    const answer = await image(shared(), `${POST}/${path}${path.includes('?') ? '&' : '?'}w=40`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    const { width, height, format: known } = await sharp(answer.bytes).metadata();
    expect([width, height, known]).toEqual([40, 27, format]);
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-site');
    expect(answer.headers.get('x-robots-tag')).toBe('index, follow');
  });

  it('have a preview of a few hundred bytes, which a preset of the folder replaces', async () => {
    const { status, headers, bytes } = await image(shared(), `${POST}/image.jpg?p=placeholder`);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([16, 11]);
    expect(bytes.length).toBeLessThan(600);
    const settings = { imageworks: { presets: { placeholder: { w: 7 } } } };
    const server = await startTestServer({
      ...(await mediaFiles()),
      '.system/settings.json': settings,
    });
    const own = await image(server, `${POST}/image.png?p=placeholder`);
    expect((await sharp(own.bytes).metadata()).width).toBe(7);
  });

  it('share one render in any number, for every caller', async () => {
    const server = await start();
    const statuses = Array.from({ length: 120 }, (_, n) => image(server, `${POST}/image.jpg?w=${n + 1}`));
    expect(new Set((await Promise.all(statuses)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('of strangers wait in a bounded number, and the others are rejected without a stack in the log', async () => {
    const files = { ...(await mediaFiles()), '.system/settings.json': { trustedProxies: ['127.0.0.1'] } };
    const server = await startTestServer(files);
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const asked = Array.from({ length: 100 }, (_, n) =>
      image(server, `${POST}/image.avif?w=${n + 200}`, headers),
    );
    const own = Array.from({ length: 100 }, (_, n) => image(server, `${POST}/image.png?w=${n + 1}`));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(63);
    expect(new Set((await Promise.all(own)).map(({ status }) => status))).toEqual(new Set([200]));
    const refusals = server.log.filter((line) => line.includes('Too many images'));
    expect(refusals.length).toBeGreaterThan(0);
    for (const line of refusals) {
      expect(JSON.parse(line)).toMatchObject({ level: 40, status: 503 });
      expect(JSON.parse(line)).not.toHaveProperty('err');
    }
  });

  it('are read by no reader of other types, whatever a file from outside is called', async () => {
    const server = await start();
    const file = join(server.folder, 'blog/first-post/image');
    const [name = ''] = await readdir(file);
    // Made before anything is asked for, when all readers are open yet; writing one needs none.
    const tiff = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#123456' } })
      .tiff()
      .toBuffer();
    for (const bytes of [tiff, Buffer.from('P3 1 1 255 1 2 3\n')]) {
      await writeFile(join(file, name), bytes);
      expect((await image(server, `${POST}/image.jpg?w=20`)).status).toBe(404);
    }
  });

  it('have the quality of the folder’s settings where their address names none', async () => {
    const server = await start();
    const path = `${POST}/image.webp?w=200`;
    const before = await image(server, path);
    const named = await image(server, `${path}&q=20`);
    const json = { 'imageworks.quality.webp': 20 };
    expect((await server.request('/api/settings', { method: 'PATCH', json })).status).toBe(200);
    const after = await image(server, path);
    expect(after.bytes).toEqual(named.bytes);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect((await image(server, `${path}&q=82`)).bytes).toEqual(before.bytes);
  });

  const RED = [255, 0, 0];
  const GREEN = [0, 255, 0];
  const BLUE = [0, 0, 255];
  it.each([
    ['gallery/red.png', RED],
    ['gallery/green.b.png', GREEN],
    ['gallery/first?format=png', RED],
    ['gallery/last?format=png', BLUE],
    ['gallery/featured?format=png', GREEN],
    ['card/photo.png', RED],
    ['deck/one/photo.png', BLUE],
  ])('%s is the image that is meant', async (path, colour) => {
    const answer = await image(shared(), `${POST}/${path}`);
    expect([answer.status, await firstPixel(answer.bytes)]).toEqual([200, colour]);
    const kept = path.includes('featured') ? 'no-store' : 'public, max-age=3600';
    expect(answer.headers.get('cache-control')).toBe(kept);
  });

  it.each([
    `${POST}/image.svg`,
    `${POST}/image.tiff`,
    `${POST}/image.jpg.exe`,
    `${POST}/image`,
    `${POST}/file.jpg`,
    `${POST}/title.jpg`,
    `${POST}/gallery/nope.jpg`,
    `${POST}/gallery/second`,
    `${POST}/deck/two/photo.jpg`,
    `${POST}/__proto__.jpg`,
    '/imageworks/blog/nope/image.jpg',
    '/imageworks/blog/torn/image.jpg?w=99',
    '/imageworks/nope/first-post/image.jpg',
    '/imageworks/blog/second-post/gallery/first',
    '/imageworks/first-post.jpg',
    '/imageworks/blog/..%2f..%2fetc/image.jpg',
  ])('%s is not there', async (path) => {
    expect(errorOf(await shared().request(path, { as: 'nobody' })).code).toBe(404);
  });

  it.each([
    ['w=-1', 'w'],
    ['w=0', 'w'],
    ['w=abc', 'w'],
    ['w=1e3', 'w'],
    ['w=1000000000', 'w'],
    ['w[]=1', 'w'],
    ['w=1&w=2', 'w'],
    ['h=-5', 'h'],
    ['fit=evil', 'fit'],
    ['format=svg', 'format'],
    ['quality=0', 'quality'],
    ['quality=101', 'quality'],
    ['blur=0', 'blur'],
    ['blur=1e9', 'blur'],
    ['gamma=NaN', 'gamma'],
    ['sharpen=-1', 'sharpen'],
    ['sepia=%00', 'sepia'],
    ['format=avif&w=8000&h=8000&fit=fill', 'w'],
  ])('?%s is rejected by name', async (query, name) => {
    const answer = await shared().request(`${POST}/image.jpg?${query}`, { as: 'nobody' });
    expect(errorOf(answer)).toMatchObject({ code: 400, details: { [name]: expect.anything() } });
  });

  it('ignore what they do not know, in any order', async () => {
    const server = shared();
    const tags = ['?h=80&w=100', '?w=100&h=80', '?w=100&h=80&x=12345', '?h=80&w=100&__proto__[w]=1'].map(
      async (query) => (await image(server, `${POST}/image.jpg${query}`)).headers.get('etag'),
    );
    expect(new Set(await Promise.all(tags)).size).toBe(1);
  });

  it('say when they change, and are kept for ever under their hash', async () => {
    const server = await start();
    const path = `${POST}/image.webp?w=50`;
    const first = await image(server, path);
    const etag = first.headers.get('etag') ?? '';
    const modified = first.headers.get('last-modified') ?? '';
    const known: Record<string, string>[] = [{ 'if-none-match': etag }, { 'if-modified-since': modified }];
    for (const headers of known) {
      expect((await image(server, path, headers)).status).toBe(304);
    }
    const lasting = await image(server, `${path}&hash=9f2c01ab`);
    expect(lasting.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await image(server, `${path}&hash=old`)).headers.get('cache-control')).toContain('max-age=3600');

    const red = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
    await writeFile(join(server.folder, 'blog/first-post/image/quay.png'), red);
    const second = await image(server, path, { 'if-none-match': etag });
    expect(second.status).toBe(200);
    expect((await sharp(second.bytes).metadata()).height).toBe(50);
  });

  it('follow their object: an address that was asked for shows what the object names now', async () => {
    const server = await start();
    const first = `${POST}/gallery/first?format=png`;
    expect(await firstPixel((await image(server, first)).bytes)).toEqual(RED);
    expect(await firstPixel((await image(server, first)).bytes)).toEqual(RED);
    const file = join(server.folder, 'blog/first-post.json');
    const post = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...post, gallery: post.gallery.toReversed() }));
    await expect
      .poll(async () => firstPixel((await image(server, first)).bytes), { timeout: 10_000 })
      .toEqual(BLUE);
  });

  it('are not shown over a link that was put on the way to them after they were asked for', async () => {
    const server = await start();
    const path = `${POST}/image.png?w=20`;
    const before = await image(server, path);
    expect((await image(server, path)).bytes).toEqual(before.bytes);
    const folder = join(server.folder, 'blog/first-post/image');
    const [name = ''] = await readdir(folder);
    const elsewhere = join(server.folder, '..', 'elsewhere');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, name), await readFile(join(folder, name)));
    await rm(folder, { recursive: true });
    await symlink(elsewhere, folder);
    expect((await image(server, path)).status).toBe(404);
  });

  it('answer the same on the fast path and by Express', async () => {
    const server = shared();
    const without = ({ headers, bytes, status }: Awaited<ReturnType<typeof image>>) => ({
      status,
      bytes,
      headers: [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id'),
    });
    for (const rest of ['image.jpg?w=20', 'image.jpg?hash=9f2c01ab', 'gallery/red.png', 'gallery/first']) {
      const long = `/imageworks/%62log/first-post/${rest}`;
      expect(without(await image(server, `${POST}/${rest}`))).toEqual(without(await image(server, long)));
    }
  });
});
