/** Bytes of files in the versions of their objects: replaced, deleted, restored, undone, purged. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { sharedServer, type TestServer } from '../helpers/server.js';
import { mediaFiles } from './media.js';

const shared = sharedServer(mediaFiles);
let server: TestServer;
const url = (id: string) => `/api/collections/blog/${id}`;

beforeAll(() => {
  server = shared();
});

async function send(method: string, path: string, init: { json?: JsonObject; body?: FormData } = {}) {
  const answer = await server.request(path, { method, ...init });
  expect([answer.status, answer.text]).toEqual([
    expect.toSatisfy((status) => status < 300),
    expect.anything(),
  ]);
  return answer;
}

async function image(color: string, width = 30): Promise<Buffer> {
  const made = { create: { width, height: 20, channels: 3 as const, background: color } };
  return sharp(made).jpeg({ quality: 95 }).toBuffer();
}

async function upload(id: string, property: string, name: string, bytes: Uint8Array | string, path = '') {
  const body = new FormData();
  body.append(property, new Blob([bytes as BlobPart]), name);
  return send('POST', `${url(id)}/${property}${path}`, { body });
}

const bytesOf = (id: string, path: string) => readFile(join(server.folder, 'blog', id, path));

interface VersionFile {
  path: string;
  revision?: string;
  size?: number;
  kept: boolean;
}

async function revisionsOf(id: string): Promise<string[]> {
  const { json } = await send('GET', `${url(id)}/history?limit=50`);
  return (json.versions as { revision: string | null }[]).map(({ revision }) => revision ?? '');
}

async function filesOf(id: string, revision: string): Promise<VersionFile[]> {
  const { json } = await send('GET', `${url(id)}/history/${revision}`);
  return JSON.parse(JSON.stringify(json.files));
}

async function formerBytes(id: string, revision: string, path: string): Promise<Buffer> {
  const answer = await fetch(`${server.url}${url(id)}/history/${revision}/file?path=${path}`, {
    headers: { cookie: server.cookie },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

async function create(id: string) {
  await send('POST', '/api/collections/blog', { json: { id, title: id } });
}

/** The last entry of an object in the trash. */
async function entryOf(id: string): Promise<string> {
  const entries: { id: string; object?: string }[] = JSON.parse(
    JSON.stringify((await send('GET', '/api/trash')).json.entries),
  );
  return entries.find(({ object }) => object === id)?.id ?? '';
}

/** Empties the trash as it happens after thirty days. */
async function emptyByAge(): Promise<void> {
  const trash = join(server.folder, '.system/trash');
  for (const entry of await readdir(trash)) await server.site.store.fileHistory.keep(entry);
  await rm(trash, { recursive: true });
}

const transactionOf = ({ headers }: { headers: Headers }) => headers.get('x-plinth-transaction') ?? '';

describe('a file that was replaced twice under the same name', () => {
  const [red, green, blue] = ['#ff0000', '#00ff00', '#0000ff'];

  it('has the bytes of each version, and restoring one brings them back', async () => {
    await create('twice');
    const made = await Promise.all([image(red, 30), image(green, 31), image(blue, 32)]);
    for (const bytes of made) await upload('twice', 'image', 'a.jpg', bytes);
    const stored = await bytesOf('twice', 'image/a.jpg');
    const revisions = await revisionsOf('twice');
    expect(revisions.length).toBe(4);
    const sizes = await Promise.all(
      revisions.slice(0, 3).map(async (revision) => (await filesOf('twice', revision))[0]),
    );
    expect(new Set(sizes.map((one) => one?.revision)).size).toBe(3);
    expect(sizes.map((one) => one?.kept)).toEqual([true, true, true]);
    const first = await formerBytes('twice', revisions[2] ?? '', 'image/a.jpg');
    expect((await sharp(first).metadata()).width).toBe(30);

    const before = await server.request('/download/blog/twice/image');
    const restored = await send('POST', `${url('twice')}/history/${revisions[2]}/restore`);
    expect(restored.headers.get('x-plinth-missing-files')).toBeNull();
    expect((restored.json.image as JsonObject).width).toBe(30);
    expect(await bytesOf('twice', 'image/a.jpg')).toEqual(first);
    const after = await server.request('/download/blog/twice/image');
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    const small = await fetch(`${server.url}/imageworks/blog/twice/image.png?w=10`);
    const [r = 0, , b = 0] = await sharp(Buffer.from(await small.arrayBuffer()))
      .raw()
      .toBuffer();
    expect(r).toBeGreaterThan(b);

    // The restoration is undone like any change.
    const undone = await send('POST', `/api/activity/${transactionOf(restored)}/undo?dryRun=true`);
    expect(undone.json.undone).toEqual([
      expect.objectContaining({ result: 'restored', files: ['image/a.jpg'] }),
    ]);
    await send('POST', `/api/activity/${transactionOf(restored)}/undo`);
    expect(await bytesOf('twice', 'image/a.jpg')).toEqual(stored);
    expect(((await send('GET', url('twice'))).json.image as JsonObject).width).toBe(32);
  });

  it('differs by its bytes between two versions', async () => {
    const revisions = await revisionsOf('twice');
    const [last = '', , , second = ''] = revisions;
    const { json } = await send('GET', `${url('twice')}/history/${second}/differences?with=${last}`);
    const files: { path: string; before: VersionFile; after: VersionFile }[] = JSON.parse(
      JSON.stringify(json.files),
    );
    const [file] = files;
    expect(file?.path).toBe('image/a.jpg');
    expect(file?.before.revision).not.toBe(file?.after.revision);
  });
});

describe('an undo', () => {
  it('of an upload brings the file back that it has replaced, and stops where it was replaced since', async () => {
    await create('undo');
    await upload('undo', 'file', 'a.txt', 'one');
    const second = await upload('undo', 'file', 'a.txt', 'second');
    await upload('undo', 'file', 'a.txt', 'the third');
    const clash = await send('POST', `/api/activity/${transactionOf(second)}/undo`);
    expect(clash.json.undone).toEqual([expect.objectContaining({ result: 'clash' })]);
    expect(String(await bytesOf('undo', 'file/a.txt'))).toBe('the third');
    const fourth = await upload('undo', 'file', 'a.txt', 'number four');
    await send('POST', `/api/activity/${transactionOf(fourth)}/undo`);
    expect(String(await bytesOf('undo', 'file/a.txt'))).toBe('the third');
  });

  it('of the deletion of an object brings all its files back, with their order', async () => {
    await create('gone');
    for (const name of ['a', 'b', 'c'])
      await upload('gone', 'gallery', `${name}.jpg`, await image('#808080'));
    await upload('gone', 'files', 'in.txt', 'In a folder.', '?path=docs');
    const shown = (await send('GET', url('gone'))).json;
    const deleted = await send('DELETE', url('gone'));
    const [, revision = ''] = await revisionsOf('gone');
    expect((await filesOf('gone', revision)).length).toBe(4);
    await emptyByAge();
    await send('POST', `/api/activity/${transactionOf(deleted)}/undo`);
    const { modified: _old, ...before } = shown;
    const { modified: _new, ...after } = (await send('GET', url('gone'))).json;
    expect(after).toEqual(before);
    expect(String(await bytesOf('gone', 'files/docs/in.txt'))).toBe('In a folder.');
    expect((await readdir(join(server.folder, 'blog/gone/gallery'))).sort()).toEqual([
      'a.jpg',
      'b.jpg',
      'c.jpg',
    ]);
  });
});

describe('restoring a version', () => {
  it('brings back a file that was removed and whose trash is empty', async () => {
    await create('removed');
    await upload('removed', 'file', 'a.txt', 'kept');
    await send('DELETE', `${url('removed')}/file`);
    const [, revision = ''] = await revisionsOf('removed');
    expect((await filesOf('removed', revision)).map(({ kept }) => kept)).toEqual([true]);
    await emptyByAge();
    await send('POST', `${url('removed')}/history/${revision}/restore`, { json: { properties: ['file'] } });
    expect(String(await bytesOf('removed', 'file/a.txt'))).toBe('kept');
  });

  it('names files whose bytes are not kept, and restores the rest', async () => {
    await create('lost');
    await upload('lost', 'file', 'a.txt', 'first bytes');
    await send('PATCH', url('lost'), { json: { title: 'Before' } });
    const file = join(server.folder, 'blog/lost/file/a.txt');
    const replaced = await upload('lost', 'file', 'a.txt', 'other');
    expect(replaced.status).toBeLessThan(300);
    const [, revision = ''] = await revisionsOf('lost');
    expect((await filesOf('lost', revision))[0]?.kept).toBe(true);
    // Other bytes of the same length.
    const held = join(server.folder, '.system/trash', await entryOf('lost'), 'files/file/a.txt');
    await writeFile(held, 'First bytes');
    expect((await filesOf('lost', revision))[0]?.kept).toBe(false);
    const answer = await send('POST', `${url('lost')}/history/${revision}/restore`);
    expect(answer.headers.get('x-plinth-missing-files')).toBe('file%2Fa.txt');
    expect(answer.json.title).toBe('Before');
    expect(String(await readFile(file))).toBe('other');
    const gone = await server.request(`${url('lost')}/history/${revision}/file?path=file/a.txt`);
    expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('not kept')]);
  });
});

describe('what is kept', () => {
  it('is forgotten when its entry in the trash is deleted', async () => {
    await create('purged');
    await upload('purged', 'file', 'a.txt', 'a secret');
    await send('DELETE', `${url('purged')}/file`);
    const [, revision = ''] = await revisionsOf('purged');
    expect((await filesOf('purged', revision))[0]?.kept).toBe(true);
    await send('DELETE', `/api/trash/${await entryOf('purged')}`);
    expect((await filesOf('purged', revision))[0]?.kept).toBe(false);
  });

  it('is forgotten also where the file was copied while it was in its place', async () => {
    await create('copied');
    await upload('copied', 'file', 'a.txt', 'another secret');
    await send('PATCH', '/api/settings', { json: { 'history.currentFiles': true } });
    await server.site.store.fileHistory.maintain();
    await send('PATCH', '/api/settings', { json: { 'history.currentFiles': false } });
    await send('DELETE', `${url('copied')}/file`);
    const [, revision = ''] = await revisionsOf('copied');
    await send('DELETE', `/api/trash/${await entryOf('copied')}`);
    await server.site.store.fileHistory.maintain();
    expect((await filesOf('copied', revision))[0]?.kept).toBe(false);
  });

  it('is deleted from the trash even while the history can write nothing', async () => {
    await create('full');
    await upload('full', 'file', 'a.txt', 'in the way');
    const state = join(server.folder, '../state/history');
    const [folder = ''] = await readdir(state);
    const lines = join(state, folder, 'kept');
    await rename(lines, `${lines}-away`);
    await writeFile(lines, '');
    await send('DELETE', `${url('full')}/file`);
    const entry = await entryOf('full');
    await send('DELETE', `/api/trash/${entry}`);
    await rm(lines);
    await rename(`${lines}-away`, lines);
    expect(server.log.splice(0).join()).toContain('Former bytes of files could not be kept');
    expect((await server.request(`/api/trash/${entry}`, { method: 'DELETE' })).status).toBe(404);
    const [, revision = ''] = await revisionsOf('full');
    expect((await filesOf('full', revision))[0]?.kept).toBe(false);
  });

  it('includes what earlier versions of Plinth kept: all bytes by their hash, also those in the trash', async () => {
    await create('early');
    const texts = ['the first', 'the second', 'the last'];
    for (const text of texts) await upload('early', 'file', 'a.txt', text);
    const revisions = (await revisionsOf('early')).slice(0, 3).toReversed();
    const files = await Promise.all(revisions.map(async (one) => (await filesOf('early', one))[0]));
    const [folder = ''] = await readdir(join(server.folder, '../state/history'));
    const history = join(server.folder, '../state/history', folder);
    // Lines did not name an entry, and had no checksum.
    for (const part of await readdir(join(history, 'kept'))) {
      const lines = await readFile(join(history, 'kept', part), 'utf8');
      await writeFile(join(history, 'kept', part), lines.replaceAll(/,"entry":"[^"]*"|\t.*/g, ''));
    }
    for (const [at, text] of texts.slice(0, 2).entries()) {
      const hex = Buffer.from(files[at]?.revision ?? '', 'base64url').toString('hex');
      await mkdir(join(history, 'bytes', hex.slice(0, 2)), { recursive: true });
      await writeFile(join(history, 'bytes', hex.slice(0, 2), hex), text);
    }
    // One is no longer in the trash.
    const trash = join(server.folder, '.system/trash');
    for (const entry of await readdir(trash)) {
      const held = await readFile(join(trash, entry, 'files/file/a.txt'), 'utf8').catch(() => '');
      if (held === texts[0]) await rm(join(trash, entry), { recursive: true });
    }
    for (const _time of ['before', 'after']) {
      for (const [at, text] of texts.slice(0, 2).entries())
        expect(String(await formerBytes('early', revisions[at] ?? '', 'file/a.txt'))).toBe(text);
      await server.site.store.fileHistory.maintain();
    }
    await send('POST', `${url('early')}/history/${revisions[0]}/restore`);
    expect(String(await bytesOf('early', 'file/a.txt'))).toBe('the first');
  });

  it('is the file in its place once that came back from the trash', async () => {
    await create('back');
    await upload('back', 'file', 'a.txt', 'once');
    await send('DELETE', `${url('back')}/file`);
    const [, revision = ''] = await revisionsOf('back');
    await filesOf('back', revision);
    await send('POST', `/api/trash/${await entryOf('back')}/restore`);
    expect((await filesOf('back', revision))[0]?.kept).toBe(true);
    expect(String(await formerBytes('back', revision, 'file/a.txt'))).toBe('once');
    await upload('back', 'file', 'a.txt', 'another');
    expect(String(await formerBytes('back', revision, 'file/a.txt'))).toBe('once');
  });

  it('is not changed by a program that writes into a file which came back from the trash', async () => {
    await create('shared');
    await upload('shared', 'file', 'a.txt', 'here');
    const { file: named = null } = (await send('GET', url('shared'))).json;
    await send('DELETE', url('shared'));
    const [, revision = ''] = await revisionsOf('shared');
    // The entry stays, since it holds more than the file.
    await send('POST', '/api/collections/blog', { json: { id: 'shared', file: named } });
    expect(String(await bytesOf('shared', 'file/a.txt'))).toBe('here');
    await filesOf('shared', revision);
    await writeFile(join(server.folder, 'blog/shared/file/a.txt'), 'over');
    expect(String(await formerBytes('shared', revision, 'file/a.txt'))).toBe('here');
  });

  it('includes what another program overwrites in place or deletes, where current files are copied', async () => {
    await create('foreign');
    await upload('foreign', 'file', 'a.txt', 'Before it came.');
    await upload('foreign', 'page', 'b.txt', 'Before it went.');
    await send('PATCH', '/api/settings', { json: { 'history.currentFiles': true } });
    await server.site.store.fileHistory.maintain();
    await writeFile(join(server.folder, 'blog/foreign/file/a.txt'), 'Overwritten.');
    await rm(join(server.folder, 'blog/foreign/page/b.txt'));
    await server.site.store.fileHistory.maintain();
    const [revision = ''] = await revisionsOf('foreign');
    expect((await filesOf('foreign', revision)).map(({ kept }) => kept)).toEqual([true, true]);
    await send('POST', `${url('foreign')}/history/${revision}/restore`);
    expect(String(await bytesOf('foreign', 'file/a.txt'))).toBe('Before it came.');
    expect(String(await bytesOf('foreign', 'page/b.txt'))).toBe('Before it went.');
    await send('PATCH', '/api/settings', { json: { 'history.currentFiles': false } });
  });

  it('gives way to newer files when there is no room, and none is taken that is too large', async () => {
    await create('room');
    await send('PATCH', '/api/settings', { json: { 'history.maxFilesSize': 10, 'history.maxFileSize': 8 } });
    for (const [at, size] of [6, 9, 7, 1].entries()) {
      await upload('room', 'file', 'a.txt', String(at).repeat(size * 1024 * 1024));
    }
    const revisions = (await revisionsOf('room')).slice(0, 4).toReversed();
    const keptOf = async () => {
      const kept: boolean[] = [];
      for (const revision of revisions) kept.push((await filesOf('room', revision))[0]?.kept ?? false);
      return kept;
    };
    expect(await keptOf()).toEqual([true, false, true, true]);
    await server.site.store.fileHistory.maintain();
    // The trash keeps its promise.
    expect(await keptOf()).toEqual([true, false, true, true]);
    await emptyByAge();
    expect(await keptOf()).toEqual([true, false, true, true]);
    await server.site.store.fileHistory.maintain();
    expect(await keptOf()).toEqual([false, false, true, true]);
  });

  it('is served as of a time, by itself and in other sizes, to those who may change all objects', async () => {
    await create('past');
    await upload('past', 'image', 'a.jpg', await image('#ff0000', 40));
    await upload('past', 'file', 'a.txt', 'as it was');
    const { json } = await send('GET', `${url('past')}/history?limit=1`);
    const [version]: { at: string }[] = JSON.parse(JSON.stringify(json.versions));
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(version?.at ?? '') + 2);
    await upload('past', 'image', 'a.jpg', await image('#0000ff', 40));
    await upload('past', 'file', 'a.txt', 'as it is now');
    const at = `at=${version?.at}`;
    for (const way of ['download', 'stream']) {
      const file = await server.request(`/${way}/blog/past/file?${at}`);
      expect([file.text, file.headers.get('cache-control')]).toEqual(['as it was', 'private, no-store']);
    }
    const headers = { cookie: server.cookie };
    const shown = await fetch(`${server.url}/imageworks/blog/past/image.png?w=10&${at}`, { headers });
    expect(shown.headers.get('cache-control')).toBe('private, no-store');
    const [r = 0, , b = 255] = await sharp(Buffer.from(await shown.arrayBuffer()))
      .raw()
      .toBuffer();
    expect(r).toBeGreaterThan(b);
    expect((await server.request('/download/blog/past/file')).text).toBe('as it is now');
    for (const path of ['/download/blog/past/file', '/imageworks/blog/past/image.png']) {
      expect((await server.request(`${path}?${at}`, { as: 'nobody' })).status).toBe(403);
      expect((await server.request(`${path}?at=soon`)).status).toBe(400);
    }
    const early = await server.request('/download/blog/first-post/file?at=2001-01-01');
    expect(early.status).toBe(404);
  });

  it('is counted in the room of the history', async () => {
    const { json } = await send('GET', '/api/history');
    expect(json.files).toEqual({ bytes: expect.any(Number), contents: expect.any(Number) });
    expect((json.files as { contents: number }).contents).toBeGreaterThan(2);
    expect(server.warnings()).toEqual([]);
  });

  it('is not for readers', async () => {
    const key = await server.key({ methods: ['GET'] });
    const revisions = await revisionsOf('twice');
    const path = `${url('twice')}/history/${revisions[3]}/file?path=image/a.jpg`;
    expect((await server.request(path, { as: { key } })).status).toBe(403);
  });
});
