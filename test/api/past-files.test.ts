/** Images and downloads of the folder as it was at a time, as `plinth exec --at` serves them. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../server/start.js';
import { startTestServer, type TestServer } from '../helpers/server.js';
import { mediaFiles, TEXT } from './media.js';

const POST = '/api/collections/blog/first-post';
const NEW = 'Another text.\n';

async function send(server: TestServer, path: string, body: FormData | undefined, method = 'POST') {
  const answer = await server.request(path, { method, ...(body && { body }) });
  expect(answer.status, answer.text).toBeLessThan(300);
}

const form = (name: string, bytes: Uint8Array | string, file: string): FormData => {
  const made = new FormData();
  made.append(name, new Blob([bytes as BlobPart]), file);
  return made;
};

/** A server of the same folder as it was; `read` answers the status and the body. */
async function startAt(server: TestServer, at: number) {
  const home = join(server.folder, '..');
  const past = await startServer({
    folder: server.folder,
    port: 0,
    cache: join(home, 'cache'),
    state: join(home, 'state'),
    lock: false,
    perspective: { at },
    log: pino({ level: 'silent' }),
  });
  onTestFinished(() => past.close());
  const { key } = past.site.keys.addEphemeral({ name: 'exec', methods: ['GET'], paths: ['*'] });
  return async (path: string) => {
    const answer = await fetch(past.url + path, { headers: { 'x-api-key': key } });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
}

const colorOf = async (bytes: Buffer) => [
  ...(await sharp(bytes).removeAlpha().raw().toBuffer()).subarray(0, 3),
];

it('are those of the time where they were replaced or deleted since', async () => {
  const server = await startTestServer(await mediaFiles());
  await server.request(`${POST}/history`);
  const at = Date.now();
  await expect.poll(() => Date.now()).toBeGreaterThan(at + 10);
  const red = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  await send(server, `${POST}/image`, form('image', red, 'quay.png'));
  await send(server, `${POST}/file`, form('file', NEW, 'doc.pdf'));
  await send(server, `${POST}/files/docs/in.txt`, undefined, 'DELETE');
  await send(server, `${POST}/files`, form('files', 'young', 'young.txt'));

  const now = await server.request('/download/blog/first-post/file', { as: 'nobody' });
  expect(now.text).toBe(NEW);
  const read = await startAt(server, at);
  expect((await read('/download/blog/first-post/file')).bytes.toString()).toBe(TEXT);
  expect((await read('/download/blog/first-post/files/in.txt?path=docs')).status).toBe(200);
  expect((await read('/download/blog/first-post/files/young.txt')).status).toBe(404);
  const image = await read('/imageworks/blog/first-post/image.png?w=40');
  const [r = 255, , b = 0] = await colorOf(image.bytes);
  expect([image.status, r < b]).toEqual([200, true]);
  // Rendered for today in between: each time has its own.
  const today = await fetch(`${server.url}/imageworks/blog/first-post/image.png?w=40`);
  const [red1 = 0, , blue1 = 255] = await colorOf(Buffer.from(await today.arrayBuffer()));
  expect(red1).toBeGreaterThan(blue1);
});

it('of deleted objects and collections are there when the trash has dropped them', async () => {
  const server = await startTestServer(await mediaFiles());
  await server.request(`${POST}/history`);
  await server.request('/api/collections/members/one/history');
  await server.request('/api/collections/members', { method: 'PATCH', json: { name: 'Members' } });
  const at = Date.now();
  await expect.poll(() => Date.now()).toBeGreaterThan(at + 10);
  await send(server, POST, undefined, 'DELETE');
  await send(server, '/api/collections/members?force=true', undefined, 'DELETE');
  const read = await startAt(server, at);
  expect((await read('/download/blog/first-post/file')).bytes.toString()).toBe(TEXT);
  expect((await read('/download/members/one/file')).bytes.toString()).toBe(TEXT);
  const trash = join(server.folder, '.system/trash');
  for (const entry of await readdir(trash)) await server.site.store.fileHistory.keep(entry);
  await rm(trash, { recursive: true });
  const later = await startAt(server, at);
  expect((await later('/download/blog/first-post/file')).bytes.toString()).toBe(TEXT);
});
