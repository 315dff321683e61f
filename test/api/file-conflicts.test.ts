/** Conflict copies of uploaded files: listed, shown, resolved, and left alone where they are none. */
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Conflict, ConflictDetail, ConflictResult } from '../../server/contract/conflicts.js';
import { detailsOf, type Files, startTestServer, type TestServer, writeFiles } from '../helpers/server.js';
import { staff, staffSession } from '../helpers/users.js';

const FILES: Files = {
  '.schemas/kit.json': {
    ...{ id: 'kit', type: 'object', required: [], index: [] },
    properties: {
      id: { type: 'string', field: 'id' },
      title: { type: 'string', field: 'text' },
      cover: { $ref: 'image', field: 'image' },
      paper: { type: 'object', field: 'file' },
      photos: { $ref: 'gallery', field: 'gallery' },
      box: { type: 'object', field: 'depot' },
      parts: { $ref: 'deck', field: 'deck', schemaref: 'part' },
    },
  },
  '.schemas/part.json': {
    ...{ id: 'part', type: 'object', required: [], index: [] },
    properties: { id: { type: 'string', field: 'id' }, paper: { type: 'object', field: 'file' } },
  },
  'kits/.meta.json': { id: 'kits', schema: 'kit', name: 'Kits' },
  '.system/users.json': { users: [staff('editor'), staff('viewer')] },
  'kits/a.json': { id: 'a', title: 'A', parts: { one: { id: 'one' } } },
};

const API = '/api/collections/kits/a';
const SYNCTHING = '.sync-conflict-20261101-120000-ABCDEFG';

const image = (color: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
    .png()
    .toBuffer();

async function upload(server: TestServer, path: string, content: string | Buffer, name = 'plan.txt') {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  const { status, text } = await server.request(`${API}/${path}`, { method: 'POST', body });
  expect([status, text]).toEqual([200, expect.anything()]);
}

async function conflicts(server: TestServer): Promise<Conflict[]> {
  return JSON.parse((await server.request('/api/conflicts')).text).conflicts;
}

/** The only conflict, as soon as it is found. */
async function detail(server: TestServer): Promise<ConflictDetail> {
  await expect.poll(async () => (await conflicts(server)).length, { timeout: 10_000 }).toBe(1);
  const [found] = await conflicts(server);
  return JSON.parse((await server.request(`/api/conflicts/${found?.id}`)).text);
}

const resolve = (server: TestServer, { id, tags }: ConflictDetail, take?: ConflictResult) =>
  server.request(`/api/conflicts/${id}/resolve`, { method: 'POST', json: { tags, ...(take && { take }) } });

const exists = (server: TestServer, path: string) =>
  access(join(server.folder, path)).then(
    () => true,
    () => false,
  );

interface Place {
  property: string;
  /** Where it is uploaded. */
  upload: string;
  name: string;
  /** Below the folder of the object. */
  folder: string;
  many: boolean;
  /** Where its bytes are read. */
  read: string;
}

const PLACES: Place[] = [
  { property: 'file', upload: 'paper', name: 'plan.txt', folder: 'paper', many: false, read: 'paper' },
  { property: 'image', upload: 'cover', name: 'plan.png', folder: 'cover', many: false, read: 'cover' },
  {
    ...{ property: 'gallery', upload: 'photos', name: 'plan.png', folder: 'photos', many: true },
    read: 'photos/plan.png',
  },
  {
    ...{ property: 'depot', upload: 'box?path=old', name: 'plan.txt', folder: 'box/old', many: true },
    read: 'box/plan.txt?path=old',
  },
  {
    ...{ property: 'item of a deck', upload: 'parts/one/paper', name: 'plan.txt', many: false },
    ...{ folder: 'parts/one/paper', read: 'parts/one/paper' },
  },
];

const contentOf = (name: string, side: 'mine' | 'theirs') =>
  name.endsWith('png') ? image(side === 'mine' ? '#a02020' : '#2020a0') : `the version of ${side}`;

/** An uploaded file, and a copy of it that a sync tool has left. */
async function diverged({ upload: to, name, folder }: Place) {
  const server = await startTestServer(FILES);
  const theirs = await contentOf(name, 'theirs');
  await upload(server, to, await contentOf(name, 'mine'), name);
  const copy = `kits/a/${folder}/${name.replace('.', `${SYNCTHING}.`)}`;
  await writeFiles(server.folder, { [copy]: theirs });
  return { server, copy, theirs: Buffer.from(theirs), original: `kits/a/${folder}/${name}` };
}

describe('a conflict copy of an uploaded file', () => {
  it.each(PLACES)('is shown and takes the place of the file in use ($property)', async (place) => {
    const { server, copy, original, theirs } = await diverged(place);
    const mine = await server.read(original);
    const read = await detail(server);
    expect(read).toMatchObject({
      ...{ kind: 'copy', subject: 'file', collection: 'kits', name: 'a', title: 'A', tool: 'Syncthing' },
      ...{ original, path: copy, same: false, fields: [], theirs: { size: theirs.length } },
      file: { many: place.many },
    });
    for (const [version, bytes] of [['mine', mine] as const, ['theirs', theirs] as const]) {
      const sent = await fetch(`${server.url}/api/conflicts/${read.id}/files/${version}`, {
        headers: { cookie: server.cookie },
      });
      expect(sent.status).toBe(200);
      expect(sent.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(Buffer.from(await sent.arrayBuffer()).equals(bytes)).toBe(true);
    }
    expect((await resolve(server, read)).status).toBe(400);
    const answer = await resolve(server, read, 'theirs');
    expect([answer.status, answer.json]).toEqual([200, { changed: true, trash: expect.any(String) }]);
    expect(await conflicts(server)).toEqual([]);
    expect(await exists(server, copy)).toBe(false);
    expect((await server.request(`/download/kits/a/${place.read}`)).status).toBe(200);
    expect((await server.read(original)).equals(theirs)).toBe(true);
    const { entries } = (await server.request('/api/trash')).json;
    expect(entries).toHaveLength(2);
  });

  it('goes to the trash when the file in use is kept', async () => {
    const { server, copy, original } = await diverged(PLACES[0] as Place);
    const events: string[] = [];
    server.site.events.on((event) => {
      if ('path' in event && event.type.startsWith('conflict')) events.push(`${event.type} ${event.path}`);
    });
    const before = await server.read('kits/a.json');
    const read = await detail(server);
    expect((await resolve(server, read, 'both')).status).toBe(400);
    expect((await resolve(server, read, 'mine')).json).toMatchObject({ changed: false });
    expect(await conflicts(server)).toEqual([]);
    expect(await exists(server, copy)).toBe(false);
    expect((await server.read(original)).toString()).toBe('the version of mine');
    expect((await server.read('kits/a.json')).equals(before)).toBe(true);
    expect((await resolve(server, read, 'mine')).status).toBe(404);
    expect(events).toEqual([`conflict.found ${copy}`, `conflict.gone ${copy}`]);
  });

  it.each(PLACES.filter(({ many }) => many))('is added as a file of its own ($property)', async (place) => {
    const { server, copy, original, theirs } = await diverged(place);
    const mine = await server.read(original);
    expect((await resolve(server, await detail(server), 'both')).json).toMatchObject({ changed: true });
    expect(await conflicts(server)).toEqual([]);
    expect((await server.read(original)).equals(mine)).toBe(true);
    const { files } = (await server.request('/api/media')).json as unknown as { files: { path: string }[] };
    expect(files).toHaveLength(2);
    const added = files.find(({ path }) => `kits/a/${path}` !== original);
    expect((await server.read(`kits/a/${added?.path}`)).equals(theirs)).toBe(true);
    expect(added?.path === copy.slice('kits/a/'.length) || !(await exists(server, copy))).toBe(true);
  });

  it('is not resolved when one of the files has changed since it was read', async () => {
    const { server, copy } = await diverged(PLACES[0] as Place);
    const first = await detail(server);
    await upload(server, 'paper', 'a later version');
    for (const take of ['mine', 'theirs'] as const) {
      expect((await resolve(server, first, take)).status).toBe(412);
    }
    const second = await detail(server);
    await rm(join(server.folder, copy));
    await writeFiles(server.folder, { [copy]: 'a later copy' });
    for (const take of ['mine', 'theirs'] as const) {
      expect((await resolve(server, second, take)).status).toBe(412);
    }
    const third = await detail(server);
    const both = await Promise.all([resolve(server, third, 'theirs'), resolve(server, third, 'mine')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await exists(server, copy)).toBe(false);
  });

  it('says when its content is the same, and when it breaks a rule of the property', async () => {
    const { server, copy } = await diverged(PLACES[1] as Place);
    await writeFiles(server.folder, { [copy]: 'no image' });
    const rejected = await resolve(server, await detail(server), 'theirs');
    expect(rejected.status).toBe(422);
    expect(Object.keys(detailsOf(rejected))).toEqual(['cover']);
    expect(await exists(server, copy)).toBe(true);
    await writeFiles(server.folder, { [copy]: await server.read('kits/a/cover/plan.png') });
    expect(await detail(server)).toMatchObject({ same: true, nothingNew: true });
  });

  it('is recognized by the names of sync tools', async () => {
    const server = await startTestServer(FILES);
    await upload(server, 'paper', 'the file', 'river-walk.txt');
    const names = [
      'river-walk.sync-conflict-20261122-061000-ABCDEFG.txt',
      "river-walk (Ada's conflicted copy 2026-11-22).txt",
      'river-walk (conflicted copy 2026-11-22 061000).txt',
      'river-walk (SFConflict ada@example.org 2026-11-22-06-10-00).txt',
      'river-walk-LAPTOP.txt',
      'river-walk (1).txt',
      'river-walk_conf(1).txt',
      'river-walk [conflicted].txt',
      'river-walk 2.txt',
      'river-walk_conflict-20261122-061000.txt',
      'river-walk_nas_Nov-22-061000-2026_Conflict.txt',
      'river-walk.Conflict.txt',
    ];
    const others = ['river-walk-0a1b2.txt', 'river 2.txt', 'river-walk-copy.txt', 'river-walk 2.md'];
    // A name that no upload can have.
    if (process.platform !== 'win32') others.push('river\\-walk.txt', 'river\\-walk 2.txt');
    const files = [...names, ...others].map((name) => [`kits/a/paper/${name}`, name]);
    await writeFiles(server.folder, Object.fromEntries(files));
    const found = async () => (await conflicts(server)).map(({ path }) => path.slice('kits/a/paper/'.length));
    await expect.poll(async () => (await found()).sort(), { timeout: 10_000 }).toEqual(names.sort());
  });

  it('is none where a value names it, or names no such file', async () => {
    const server = await startTestServer(FILES);
    const same = await image('#a02020');
    await upload(server, 'photos', same, 'photo.png');
    // Named so by another program, with a value for it.
    const object = JSON.parse((await server.read('kits/a.json')).toString());
    const named = 'photo (1).png';
    object.photos.push({ ...object.photos[0], name: named });
    await writeFiles(server.folder, {
      'kits/a.json': object,
      [`kits/a/photos/${named}`]: same,
      'kits/a/photos/other.png': same,
      'kits/a/photos/other 2.png': same,
      'kits/a/photos/photo-0a1b2.png': same,
      'kits/a/photos/photo 2.png': same,
    });
    await expect
      .poll(async () => (await conflicts(server)).map(({ path }) => path), { timeout: 10_000 })
      .toEqual(['kits/a/photos/photo 2.png']);
  });

  it('is shown to those who may change the object, and to no others', async () => {
    const { server } = await diverged(PLACES[0] as Place);
    const { id, tags } = await detail(server);
    const viewer = await staffSession(server, 'viewer');
    for (const path of ['', `/${id}`, `/${id}/files/theirs`]) {
      expect((await viewer.request(`/api/conflicts${path}`)).status).toBe(403);
    }
    for (const as of ['nobody', { key: await server.key() }] as const) {
      for (const path of ['', `/${id}`, `/${id}/files/theirs`]) {
        expect((await server.request(`/api/conflicts${path}`, { as })).status).toBeGreaterThan(400);
      }
      const sent = { method: 'POST', json: { tags, take: 'theirs' }, as };
      expect((await server.request(`/api/conflicts/${id}/resolve`, sent)).status).toBeGreaterThan(400);
    }
    const editor = await staffSession(server, 'editor');
    expect((await editor.request('/api/conflicts')).json.conflicts).toMatchObject([{ id }]);
    expect((await editor.request(`/api/conflicts/${id}/files/theirs`)).text).toBe('the version of theirs');
    const sent = { method: 'POST', json: { tags, take: 'theirs' } };
    expect((await editor.request(`/api/conflicts/${id}/resolve`, sent)).status).toBe(200);
  });

  it.each(['page.html', 'drawing.svg', 'code.js'])(
    'is never run as a page or a script (%s)',
    async (name) => {
      const server = await startTestServer({
        ...FILES,
        'kits/a.json': { id: 'a', title: 'A', paper: { name, mime: 'text/html' } },
        [`kits/a/paper/${name}`]: '<svg xmlns="http://www.w3.org/2000/svg"/>',
        [`kits/a/paper/${name.replace('.', `${SYNCTHING}.`)}`]: '<script>alert(1)</script>',
      });
      const { id } = await detail(server);
      for (const version of ['mine', 'theirs']) {
        const { headers } = await server.request(`/api/conflicts/${id}/files/${version}`);
        expect(headers.get('content-disposition')).toMatch(/^attachment/);
        expect(headers.get('content-security-policy')).toContain('sandbox');
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-type')).not.toContain('javascript');
      }
      expect((await server.request(`/api/conflicts/${id}/files/other`)).status).toBe(404);
    },
  );
});
