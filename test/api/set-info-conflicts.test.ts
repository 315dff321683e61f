/** Conflicting versions of what a change set says of itself, `set.json` (spec/change-sets.md#conflicts). */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mergeConflicts } from '../../server/content/conflicts/auto-merge.js';
import type { ConflictDetail } from '../../server/contract/conflicts.js';
import { maintenanceOrigin } from '../../server/origins.js';
import { startTestServer, type TestServer } from '../helpers/server.js';
import { listIn, staffSession, WITH_STAFF } from '../helpers/users.js';

const COPY = 'set.sync-conflict-20261122-061000-ABCDEFG.json';
const folderOf = (server: TestServer) => join(server.folder, '.changes/autumn');
const infoOf = async (server: TestServer) =>
  JSON.parse(await readFile(join(folderOf(server), 'set.json'), 'utf8'));

/** A server with a release that has had another title before. */
async function released(): Promise<{ server: TestServer; former: object }> {
  const server = await startTestServer(WITH_STAFF);
  const json = { kind: 'release', title: 'Autumn', id: 'autumn' };
  expect((await server.request('/api/change-sets', { method: 'POST', json })).status).toBe(201);
  const former = await infoOf(server);
  await server.request('/api/change-sets/autumn', { method: 'PATCH', json: { title: 'Late autumn' } });
  return { server, former };
}

/** Puts a file beside `set.json` as sync tools do: whole. */
async function put(server: TestServer, name: string, content: object | string): Promise<void> {
  const temp = join(folderOf(server), '.coming.tmp');
  await writeFile(temp, typeof content === 'string' ? content : JSON.stringify(content));
  await rename(temp, join(folderOf(server), name));
}

const found = async (server: TestServer, count = 1) => {
  await expect
    .poll(async () => listIn(await server.request('/api/conflicts'), 'conflicts').length)
    .toBe(count);
  return listIn(await server.request('/api/conflicts'), 'conflicts')[0] ?? {};
};
const read = async (server: TestServer, id: unknown) =>
  (await server.request(`/api/conflicts/${id}`)).json as unknown as ConflictDetail;
const merge = (server: TestServer) => {
  const change = maintenanceOrigin(server.site.now());
  return mergeConflicts({ ...server.site, change }, () => {});
};

describe('another version of set.json', () => {
  it.each([
    COPY,
    "set (Ada's conflicted copy 2026-11-22).json",
    'set 2.json',
    'set (1).json',
    'set-LAPTOP.json',
  ])('is a conflict whose rest is chosen, and no word of it is lost: %s', async (name) => {
    const { server, former } = await released();
    await put(server, name, { ...former, title: 'Our autumn', reason: 'For the fair' });
    const conflict = await found(server);
    expect(conflict).toMatchObject({
      ...{ kind: 'copy', subject: 'changeSet', name: 'autumn', title: 'Late autumn', collection: '' },
      ...{ original: '.changes/autumn/set.json', path: `.changes/autumn/${name}` },
    });
    const problems = (await server.request('/api/health/conflicts')).text;
    expect(problems).toContain('.changes/autumn/');
    const { fields, tags } = await read(server, conflict.id);
    expect(fields.map(({ property, clash, merged }) => [property, clash, merged])).toEqual([
      ['title', true, 'Late autumn'],
      ['reason', false, 'For the fair'],
    ]);
    const resolve = (more: object) =>
      server.request(`/api/conflicts/${conflict.id}/resolve`, { method: 'POST', json: { tags, ...more } });
    expect((await resolve({})).status).toBe(422);
    const resolved = await resolve({ choices: { title: 'theirs' } });
    expect(resolved.json).toMatchObject({ changed: true, trash: expect.any(String) });
    expect(await infoOf(server)).toEqual({ ...former, title: 'Our autumn', reason: 'For the fair' });
    expect(await readdir(folderOf(server))).toEqual(['set.json']);
    await found(server, 0);
    const back = await server.request(`/api/trash/${resolved.json.trash}/restore`, { method: 'POST' });
    expect(back.status).toBe(200);
    expect((await readdir(folderOf(server))).sort()).toEqual([name, 'set.json'].sort());
  });

  it('is merged by itself where both changed different things, and removed where it has nothing new', async () => {
    const { server, former } = await released();
    await put(server, COPY, { ...former, reason: 'For the fair' });
    await found(server);
    expect(await merge(server)).toEqual([]);
    expect(await infoOf(server)).toEqual({ ...former, title: 'Late autumn', reason: 'For the fair' });
    await put(server, COPY, await infoOf(server));
    await found(server);
    expect(await merge(server)).toEqual([]);
    expect(await readdir(folderOf(server))).toEqual(['set.json']);
  });

  it('waits where both changed the same, or it is no JSON, and the set works on', async () => {
    const { server, former } = await released();
    await put(server, COPY, { ...former, title: 'Our autumn' });
    await put(server, 'set 2.json', '{"title": ');
    await found(server, 2);
    expect(await merge(server)).toHaveLength(2);
    expect((await infoOf(server)).title).toBe('Late autumn');
    expect((await server.request('/api/change-sets/autumn')).json.title).toBe('Late autumn');
  });

  it('between the markers of git is compared and chosen', async () => {
    const { server, former } = await released();
    const lines = (title: string) =>
      JSON.stringify({ ...former, title }, null, 2).replace(/\n.*"title".*/, '\n@');
    const text = lines('').replace(
      '@',
      '<<<<<<< HEAD\n  "title": "Late autumn",\n=======\n  "title": "Our autumn",\n>>>>>>> theirs',
    );
    await put(server, 'set.json', text);
    const conflict = await found(server);
    expect(conflict).toMatchObject({ kind: 'markers', subject: 'changeSet', name: 'autumn' });
    const { tags, fields } = await read(server, conflict.id);
    expect(fields).toMatchObject([
      { property: 'title', clash: true, mine: 'Late autumn', theirs: 'Our autumn' },
    ]);
    const json = { tags, choices: { title: 'theirs' } };
    const resolved = await server.request(`/api/conflicts/${conflict.id}/resolve`, { method: 'POST', json });
    expect(resolved.json).toMatchObject({ changed: true });
    expect(await infoOf(server)).toEqual({ ...former, title: 'Our autumn' });
  });

  it('is for the owner and admins, and a copy beside something else in the folder is none', async () => {
    const { server, former } = await released();
    await put(server, 'other (1).json', former);
    await put(server, COPY, { ...former, title: 'Our autumn' });
    const conflict = await found(server);
    for (const [role, count] of [
      ['admin', 1],
      ['editor', 0],
      ['viewer', 0],
    ] as const) {
      const staff = await staffSession(server, role);
      expect(listIn(await staff.request('/api/conflicts'), 'conflicts')).toHaveLength(count);
      const { status } = await staff.request(`/api/conflicts/${conflict.id}`);
      expect([role, status]).toEqual([role, count === 1 ? 200 : 403]);
    }
    const { tags } = await read(server, conflict.id);
    await put(server, 'set.json', { ...former, title: 'Changed meanwhile' });
    const json = { tags, take: 'theirs' };
    const stale = await server.request(`/api/conflicts/${conflict.id}/resolve`, { method: 'POST', json });
    expect(stale.status).toBe(412);
    expect((await infoOf(server)).title).toBe('Changed meanwhile');
  });
});
