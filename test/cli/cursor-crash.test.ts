/**
 * Cursors under kill -9: a follower that only asks what has changed since its last answer ends up with what the folder
 * has, whatever was written and changed by hand when the process was killed. `PLINTH_THOROUGH=1` kills more often.
 */
import { realpathSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import { historyFolder } from '../../server/store/host/machine-folders.js';
import { canFault, compileShim } from '../helpers/fault-shim.js';
import { built, plinth, run } from '../helpers/process.js';
import { temporaryFolder, writeFiles } from '../helpers/server.js';
import { thorough } from '../helpers/thorough.js';
import { Client, copiesIn, Faults, putBack } from './faults/client.js';

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
const [ROUNDS, WRITES, WRITERS] = thorough ? [20, 200, 6] : [2, 60, 4];

const listIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

interface Got {
  status: number;
  json: JsonObject;
}

/** Asks what has changed since its last answer, and keeps what it is told. */
class Follower {
  readonly known = new Map<string, JsonObject>();
  /** How often its cursor was too old. */
  tooOld = 0;
  #cursor: string | undefined;

  /** One who was told the same so far. */
  copy(): Follower {
    const other = new Follower();
    for (const [id, object] of this.known) other.known.set(id, object);
    other.#cursor = this.#cursor;
    return other;
  }

  async follow(get: (path: string) => Promise<Got>): Promise<void> {
    for (let more = true; more; ) {
      const { status, json } = await get(`${NOTES}?since=${this.#cursor}&limit=20`);
      if (status === 410) {
        if (this.#cursor !== undefined) this.tooOld += 1;
        const ids = new Set(listIn(json.data).map(({ id }) => String(id)));
        for (const id of this.known.keys()) if (!ids.has(id)) this.known.delete(id);
        for (const id of ids) this.known.set(id, (await get(`${NOTES}/${id}`)).json);
      }
      for (const object of listIn(json.objects)) this.known.set(String(object.id), object);
      for (const { id } of listIn(json.deleted)) this.known.delete(String(id));
      [this.#cursor, more] = [String(json.cursor), json.more === true];
    }
  }
}

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

  const follower = new Follower();
  const follow = (url: string) => follower.follow((path) => answer(url + path));

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
  expect(follower.known).toEqual(new Map(objects.map((object) => [String(object.id), object])));
  // A killed process loses no cursor that it gave.
  expect(follower.tooOld).toBe(0);
  server.child.kill('SIGKILL');
});

const ERRORS = { ENOSPC: 28, EIO: 5, EACCES: 13, EROFS: 30 };

it.skipIf(!canFault)(
  'lead a follower to what the folder has when the log cannot be written, or its process is killed there',
  async () => {
    const home = await temporaryFolder();
    const [folder, state] = [join(home, 'content'), join(home, 'state')];
    await mkdir(folder);
    await writeFiles(folder, FILES);
    const faults = new Faults(home);
    const copies = await temporaryFolder();
    const root = join(historyFolder(state, realpathSync(folder)), 'activity');
    const places = { home, folder, state, shim: compileShim(home), root, history: true, copies };
    let client = await Client.start(places, faults, '');
    const get = async (path: string): Promise<Got> => {
      const { status, text } = await client.send('GET', path);
      const json: unknown = JSON.parse(text || '{}');
      return { status, json: isJsonObject(json) ? json : {} };
    };
    let follower = new Follower();
    const follow = () => follower.follow(get);
    let number = 0;
    /** Objects are made, changed and deleted; without an answer where the server was killed. */
    const write = async () => {
      number += 1;
      const id = `n-${number % 4}`;
      const [method, path] = follower.known.has(id) ? ['PATCH', `${NOTES}/${id}`] : ['POST', NOTES];
      const { status, text } =
        number % 7 === 0 && method === 'PATCH'
          ? await client.send('DELETE', path)
          : await client.send(method, path, { id, title: `Title ${number}` });
      if (status !== 0) expect(status, text).toBeLessThan(300);
    };
    const complete = async (said: string) => {
      await follow();
      const objects = listIn((await get(`${NOTES}?limit=100`)).json.objects);
      expect(follower.known, said).toEqual(new Map(objects.map((object) => [String(object.id), object])));
    };
    await write();
    await complete('at first');
    faults.off();
    await write();
    await complete('without a fault');
    const calls = faults.calls();
    expect(calls.length).toBeGreaterThan(0);

    for (const [name, errno] of Object.entries(ERRORS)) {
      for (const act of [`errno:${errno}`, `from:${errno}`]) {
        for (let at = 1; at <= calls.length; at += 1) {
          faults.order(at, act);
          await write();
          await complete(`${name} ${act} at ${calls[at - 1]}`);
          faults.off();
          await write();
          await complete(`after ${name} ${act} at ${calls[at - 1]}`);
        }
      }
    }
    expect(follower.tooOld).toBe(0);
    // A cursor of before the fault, in the next run.
    for (const at of calls.keys()) {
      faults.order(at + 1, `errno:${ERRORS.ENOSPC}`);
      await write();
      faults.off();
      await write();
      await client.stop();
      client = await Client.start(places, faults, '');
      await complete(`in the run after ENOSPC at ${calls[at]}`);
    }
    // A run in which nothing can be logged leaves no cursor that later ones would take for complete.
    faults.order(1, `from:${ERRORS.ENOSPC}`);
    await write();
    await complete('on a disk that stays full');
    await client.stop();
    client = await Client.start(places, faults, '');
    await complete('after it was full');

    // What a kill at each call leaves, and who had asked until then.
    await write();
    await complete('before the kills');
    const before = follower.copy();
    faults.copyAt(calls.map((_, n) => n + 1));
    await write();
    await follow();
    const killed = copiesIn(places);
    const after = follower;
    expect(await client.stop()).toBe(true);
    expect(copiesIn(places).length).toBeGreaterThan(0);
    for (const at of copiesIn(places)) {
      putBack(places, at);
      follower = (killed.includes(at) ? before : after).copy();
      client = await Client.open(places);
      await write();
      await complete(`after the kill at ${calls[at - 1]}`);
      await client.stop();
    }
  },
);
