/** Renaming a property while some of the files cannot be read: their values stay theirs. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startServer } from '../../server/start.js';
import { startTestServer, type TestServer } from '../helpers/server.js';

const SCHEMA = {
  id: 'walk',
  properties: { id: { field: 'id' }, km: { field: 'number', type: 'number' } },
  required: ['id'],
  index: ['id', 'km'],
};
const FOLDER = {
  '.schemas/walk.json': SCHEMA,
  'walks/.meta.json': { id: 'walks', schema: 'walk' },
  'walks/hill.json': { id: 'hill', km: 3 },
  'walks/river.json': { id: 'river', km: 8 },
};

const at = (server: TestServer, path: string) => join(server.folder, path);
const json = (server: TestServer, path: string) =>
  server.read(path).then((bytes) => JSON.parse(String(bytes)));

const rename = (server: TestServer) =>
  server.request('/api/schemas/walk/rename', { method: 'POST', json: { from: 'km', to: 'length' } });

const lengthOf = async (server: TestServer, id: string) =>
  (await server.request(`/api/collections/walks/${id}`)).json.length;

const remembered = async (server: TestServer) =>
  (await json(server, '.schemas/walk.json')).properties.length.formerly;

/** The renaming is asked for, and one file could not be read: its former name is kept. */
async function expectLeft(server: TestServer, renamed: number): Promise<void> {
  expect(await rename(server)).toMatchObject({
    status: 200,
    json: { complete: false, collections: [{ collection: 'walks', renamed, damaged: 1 }] },
  });
  expect(await remembered(server)).toEqual(['km']);
}

async function expectFinished(server: TestServer, renamed: number): Promise<void> {
  expect(await rename(server)).toMatchObject({
    status: 200,
    json: { complete: true, collections: [{ collection: 'walks', renamed, damaged: 0 }] },
  });
  expect(await remembered(server)).toBeUndefined();
  expect(await json(server, 'walks/river.json')).toEqual({ id: 'river', length: 8 });
}

describe('renaming a property', () => {
  it('keeps the former name while a file is in iCloud, until it is back', async () => {
    const server = await startTestServer(FOLDER);
    // As the schema builder does it: the schema first.
    const length = { field: 'number', type: 'number', formerly: ['km'] };
    const document = { ...SCHEMA, properties: { id: { field: 'id' }, length }, index: ['id', 'length'] };
    const saved = await server.request('/api/schemas/walk', { method: 'PUT', json: document });
    expect([saved.status, await lengthOf(server, 'river')]).toEqual([200, 8]);
    renameSync(at(server, 'walks/river.json'), at(server, '../river.json'));
    writeFileSync(at(server, 'walks/.river.json.icloud'), 'bplist00');
    await expectLeft(server, 1);
    await expectLeft(server, 0);

    renameSync(at(server, '../river.json'), at(server, 'walks/river.json'));
    rmSync(at(server, 'walks/.river.json.icloud'));
    await vi.waitFor(async () => expect(await lengthOf(server, 'river')).toBe(8), { timeout: 30_000 });
    await expectFinished(server, 1);
    expect(await lengthOf(server, 'river')).toBe(8);
  });

  it('keeps the former name while a file is damaged, until it is repaired', async () => {
    const server = await startTestServer({ ...FOLDER, 'walks/river.json': '{"id": "river", "km"' });
    await expectLeft(server, 1);
    writeFileSync(at(server, 'walks/river.json'), '{"id": "river", "km": 8}');
    await vi.waitFor(async () => expect(await lengthOf(server, 'river')).toBe(8), { timeout: 30_000 });
    await expectFinished(server, 1);
    expect(await lengthOf(server, 'river')).toBe(8);
  });

  it.each([
    ['the settings of a collection', 'walks/.meta.json'],
    ['another schema', '.schemas/hike.json'],
  ])('keeps the former name while %s cannot be read, which may concern more objects', async (_what, path) => {
    const hike = { id: 'hike', properties: {}, required: [], index: [], inheritFrom: ['walk'] };
    const files: Record<string, unknown> = {
      ...FOLDER,
      '.schemas/hike.json': hike,
      'hikes/.meta.json': { id: 'hikes', schema: 'hike' },
      'hikes/peak.json': { id: 'peak', km: 2 },
    };
    const server = await startTestServer({ ...files, [path]: '{' });
    expect((await rename(server)).json.complete).toBe(false);
    expect(await remembered(server)).toEqual(['km']);
    writeFileSync(at(server, path), JSON.stringify(files[path]));
    await vi.waitFor(async () => expect((await rename(server)).json.complete).toBe(true), {
      timeout: 30_000,
    });
    for (const object of ['walks/hill.json', 'walks/river.json', 'hikes/peak.json']) {
      expect(Object.keys(await json(server, object))).toEqual(['id', 'length']);
    }
  });

  it('keeps the former name when another program repairs a schema while objects are renamed', async () => {
    const hike = JSON.stringify({
      id: 'hike',
      properties: {},
      required: [],
      index: [],
      inheritFrom: ['walk'],
    });
    const server = await startTestServer({
      ...FOLDER,
      '.schemas/hike.json': '{',
      'hikes/.meta.json': { id: 'hikes', schema: 'hike' },
      'hikes/peak.json': { id: 'peak', km: 2 },
    });
    const { library, store } = server.site;
    const write = store.objects.write.bind(store.objects);
    const writing = vi.spyOn(store.objects, 'write').mockImplementation(async (...args) => {
      writing.mockRestore();
      writeFileSync(at(server, '.schemas/hike.json'), hike);
      await vi.waitFor(() => expect(library.problems()).toEqual([]), { timeout: 30_000 });
      return write(...args);
    });
    expect((await rename(server)).json.complete).toBe(false);
    expect(await remembered(server)).toEqual(['km']);
    expect((await rename(server)).json.complete).toBe(true);
    expect(Object.keys(await json(server, 'hikes/peak.json'))).toEqual(['id', 'length']);
  });

  it('goes on with the next start, which a server that is closed at once does not hinder', async () => {
    const server = await startTestServer({ ...FOLDER, 'walks/.river.json.icloud': 'bplist00' });
    rmSync(at(server, 'walks/river.json'));
    await expectLeft(server, 1);
    await server.close();
    writeFileSync(at(server, 'walks/river.json'), '{"id": "river", "km": 8}');
    rmSync(at(server, 'walks/.river.json.icloud'));

    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const [cache, state] = [at(server, '../cache'), at(server, '../state')];
    const startAgain = () => startServer({ folder: server.folder, port: 0, cache, state, log });
    await (await startAgain()).close();
    const third = await startAgain();
    onTestFinished(() => third.close());
    await vi.waitFor(async () => expect(await remembered(server)).toBeUndefined(), { timeout: 30_000 });
    expect(await json(server, 'walks/river.json')).toEqual({ id: 'river', length: 8 });
    expect(lines).toEqual([]);
  });
});
