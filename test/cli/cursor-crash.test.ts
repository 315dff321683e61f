/**
 * Cursors under kill -9: a follower that only asks what has changed since its last answer ends up with what the folder
 * has, whatever was written and changed by hand when the process was killed. `PLINTH_THOROUGH=1` kills more often.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import { built, plinth, run } from '../helpers/process.js';
import { temporaryFolder, writeFiles } from '../helpers/server.js';
import { thorough } from '../helpers/thorough.js';

vi.setConfig({ testTimeout: thorough ? 600_000 : 120_000 });

const FILES = {
  '.schemas/note.json': {
    id: 'note',
    properties: { id: { field: 'id' }, title: { field: 'text' } },
    required: ['id'],
    index: ['id', 'title'],
  },
  'notes/.meta.json': { id: 'notes', schema: 'note' },
  'notes/first.json': { id: 'first', title: 'First' },
};

const NOTES = '/api/collections/notes';
const [ROUNDS, WRITES, WRITERS] = thorough ? [20, 200, 6] : [3, 60, 4];

const listIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

it('lead a follower to what the folder has', async () => {
  const home = await temporaryFolder();
  const folder = join(home, 'content');
  await mkdir(folder);
  await writeFiles(folder, FILES);
  const args = ['--data', folder, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const { stdout } = await plinth(['keys', 'create', '--name', 'test', ...args]);
  const headers = { 'x-api-key': stdout.trim(), 'content-type': 'application/json' };
  const start = async () => {
    const server = run(built('cli/plinth.js'), ['serve', '--json', '--port', '0', ...args]);
    return { ...server, url: String((await server.event()).url) };
  };
  const answer = async (url: string, init: RequestInit = {}) => {
    const response = await fetch(url, { headers, ...init });
    const json: unknown = await response.json().catch(() => undefined);
    return { status: response.status, json: isJsonObject(json) ? json : {} };
  };

  const known = new Map<string, JsonObject>();
  let cursor: string | undefined;
  let tooOld = 0;
  const follow = async (url: string): Promise<void> => {
    for (let more = true; more; ) {
      const { status, json } = await answer(`${url}${NOTES}?since=${cursor}&limit=20`);
      if (status === 410) {
        if (cursor !== undefined) tooOld += 1;
        const revs = listIn(json.data);
        const ids = new Set(revs.map(({ id }) => String(id)));
        for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
        for (const id of ids) known.set(id, (await answer(`${url}${NOTES}/${id}`)).json);
      }
      for (const object of listIn(json.objects)) known.set(String(object.id), object);
      for (const { id } of listIn(json.deleted)) known.delete(String(id));
      [cursor, more] = [String(json.cursor), json.more === true];
    }
  };

  const write = async (url: string, writer: number, n: number): Promise<void> => {
    const id = `n-${writer}-${n % 5}`;
    const body = JSON.stringify({ id, title: `Title ${n}` });
    if (n % 7 === 6) await fetch(`${url}${NOTES}/${id}`, { method: 'DELETE', headers });
    else if ((await answer(`${url}${NOTES}/${id}`, { method: 'PATCH', body })).status === 404)
      await fetch(url + NOTES, { method: 'POST', headers, body });
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await start();
    let [stopped, written] = [false, 0];
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let n = 0; !stopped; n += 1) {
        await write(server.url, writer, n).catch(() => undefined);
        written += 1;
      }
    });
    const following = (async () => {
      while (!stopped) await follow(server.url).catch(() => undefined);
    })();
    await vi.waitFor(() => expect(written).toBeGreaterThan(WRITES), { timeout: 60_000, interval: 5 });
    server.child.kill('SIGKILL');
    stopped = true;
    await Promise.all([...writers, following]);
    await server.ended;
    // Other programs write while no server runs.
    await writeFile(join(folder, `notes/outside-${round}.json`), JSON.stringify({ id: `outside-${round}` }));
    await rm(join(folder, `notes/n-0-${round % 5}.json`), { force: true });
  }
  const server = await start();
  await follow(server.url);
  const { json } = await answer(`${server.url}${NOTES}?limit=100`);
  const objects = listIn(json.objects);
  expect(json.total).toBe(objects.length);
  expect(known).toEqual(new Map(objects.map((object) => [String(object.id), object])));
  // A killed process loses no cursor that it gave.
  expect(tooOld).toBe(0);
  server.child.kill('SIGKILL');
});
