/**
 * The history under kill -9 and under a disk that fails: what was answered is in it with its bytes, and saves go on.
 * `PLINTH_THOROUGH=1` makes 10,000 writes, and tries every call.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { canFault, compileShim, killPoints } from '../helpers/fault-shim.js';
import { built, plinth, run } from '../helpers/process.js';
import { temporaryFolder, writeFiles } from '../helpers/server.js';
import { thorough } from '../helpers/thorough.js';
import { Client, copiesIn, Faults, putBack } from './faults/client.js';

vi.setConfig({ testTimeout: thorough ? 3_600_000 : 240_000, hookTimeout: 60_000 });

const FILES = {
  '.schemas/note.json': {
    id: 'note',
    properties: {
      id: { field: 'id' },
      title: { type: 'string', field: 'text' },
      doc: { type: 'file', field: 'file' },
    },
    required: ['id'],
    index: ['id', 'title'],
  },
  'notes/.meta.json': { id: 'notes', schema: 'note' },
};

/** The titles an object had, the first first; null where it was gone. Every version must have its bytes. */
async function titlesOf(get: (path: string) => Promise<unknown>, id: string): Promise<(string | null)[]> {
  const versions: { revision: string | null }[] = [];
  for (let total = 1; versions.length < total; ) {
    const page = await get(`/api/collections/notes/${id}/history?limit=100&offset=${versions.length}`);
    const found = page as { versions: typeof versions; total: number };
    versions.push(...found.versions);
    total = found.total;
  }
  const titles: (string | null)[] = [];
  for (const { revision } of versions.toReversed()) {
    if (revision === null) titles.push(null);
    else {
      const version = await get(`/api/collections/notes/${id}/history/${revision}`);
      titles.push((version as { object: { title: string } }).object.title);
    }
  }
  return titles;
}

/** Whether all of `wanted` are in `found`, in this order. */
function isWithin(wanted: readonly (string | null)[], found: readonly (string | null)[]): boolean {
  let next = 0;
  for (const one of found) if (next < wanted.length && one === wanted[next]) next += 1;
  return next === wanted.length;
}

const [ROUNDS, WRITES, WRITERS] = thorough ? [20, 500, 8] : [2, 120, 6];

it('has every answered write of processes that were killed, in order', async () => {
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
  /** What was answered, by object, in order; null: it was deleted. */
  const answered = new Map<string, (string | null)[]>();

  const write = async (url: string, writer: number, round: number, n: number): Promise<void> => {
    const id = `n-${round}-${writer}-${n % 3}`;
    const known = answered.get(id) ?? [];
    const exists = (known.at(-1) ?? null) !== null;
    const title = exists && n % 7 === 6 ? null : `Title ${round} ${writer} ${n}`;
    const path = `/api/collections/notes${exists ? `/${id}` : ''}`;
    const response = await fetch(url + path, {
      method: title === null ? 'DELETE' : exists ? 'PUT' : 'POST',
      headers,
      ...(title !== null && { body: JSON.stringify({ id, title }) }),
    });
    expect(response.status).toBeLessThan(300);
    answered.set(id, [...known, title]);
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await start();
    let done = 0;
    let killed = false;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let n = 0; !killed; n += 1) {
        try {
          await write(server.url, writer, round, n);
        } catch (error) {
          if (killed) return;
          throw error;
        }
        done += 1;
        if (done < WRITES || killed) continue;
        killed = true;
        server.child.kill('SIGKILL');
      }
    });
    await Promise.all(writers);
    await server.ended;
    // What another program does while nothing runs.
    const outside = join(folder, 'notes', `outside-${round}.json`);
    mkdirSync(join(home, 'other'), { recursive: true });
    writeFileSync(join(home, 'other', 'new'), JSON.stringify({ id: `outside-${round}`, title: 'Outside' }));
    renameSync(join(home, 'other', 'new'), outside);
  }

  const server = await start();
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(server.url + path, { headers });
    const text = await response.text();
    expect(response.status, `${path}: ${text}`).toBe(200);
    return JSON.parse(text);
  };
  for (const [id, wanted] of answered) {
    const found = await titlesOf(get, id);
    expect(isWithin(wanted, found), `${id}: ${JSON.stringify(wanted)} in ${JSON.stringify(found)}`).toBe(
      true,
    );
  }
  expect([...answered.values()].flat().length).toBeGreaterThanOrEqual(ROUNDS * WRITES);
  for (let round = 0; round < ROUNDS; round += 1) {
    expect(await titlesOf(get, `outside-${round}`)).toEqual(['Outside']);
  }
});

const ERRORS = { ENOSPC: 28, EIO: 5, EACCES: 13, EROFS: 30 };
const STRIDE = thorough ? 1 : 4;

/** Each point is a start, after which every version is asked for, so a plain run takes the first, the last and some. */
const some = (points: readonly number[]) =>
  points.filter((_, n) => thorough || n % 3 === 0 || n === points.length - 1);

it.skipIf(!canFault)(
  'saves go on when the history fails, and it goes on when the fault is gone',
  async () => {
    const home = await temporaryFolder();
    const [folder, state] = [join(home, 'content'), join(home, 'state')];
    await mkdir(folder);
    await writeFiles(folder, { ...FILES, 'notes/one.json': { id: 'one', title: 'First' } });
    const faults = new Faults(home);
    const places = {
      home,
      folder,
      state,
      shim: compileShim(home),
      root: join(state, 'history'),
      history: true,
      copies: await temporaryFolder(),
    };
    let client = await Client.start(places, faults, '');
    const get = async (path: string): Promise<unknown> => {
      const { status, text } = await client.send('GET', path);
      expect(status, `${path}: ${text}`).toBe(200);
      return JSON.parse(text);
    };
    const wanted = ['First'];
    const save = async (title: string) => {
      const { status, text } = await client.send('PUT', '/api/collections/notes/one', { title });
      if (status !== 0) {
        expect(status, text).toBe(200);
        expect(JSON.parse(readFileSync(join(folder, 'notes/one.json'), 'utf8')).title).toBe(title);
        wanted.push(title);
      }
      // Has the history take it in.
      await client.send('GET', '/api/collections/notes/one/history');
      return status;
    };
    await save('Second');
    faults.off();
    await save('Third');
    const calls = faults.calls();
    expect(calls.length).toBeGreaterThan(5);

    for (const [name, errno] of Object.entries(ERRORS)) {
      for (const act of [`errno:${errno}`, `from:${errno}`]) {
        for (let at = 1 + (errno % STRIDE); at <= calls.length; at += STRIDE) {
          faults.order(at, act);
          await save(`${name} ${act} at ${at}`);
          faults.off();
          await save(`After ${name} ${act} at ${at}`);
        }
      }
    }
    const complete = async () => {
      const found = await titlesOf(get, 'one');
      const missing = wanted.filter((title) => !found.includes(title));
      expect([missing, isWithin(wanted, found)], JSON.stringify(found)).toEqual([[], true]);
    };
    await complete();

    // What kills leave. Where the save was answered first, it is in the history all the same.
    const before = wanted.length;
    faults.copyAt(some(killPoints(calls)));
    await save('Killed');
    await client.stop();
    const points = copiesIn(places);
    expect(points.length).toBeGreaterThan(1);
    const answered = wanted.slice();
    for (const at of points) {
      putBack(places, at);
      client = await Client.open(places);
      const saved = JSON.parse(readFileSync(join(folder, 'notes/one.json'), 'utf8')).title === 'Killed';
      wanted.splice(0, wanted.length, ...answered.slice(0, saved ? undefined : before));
      await save(`After the kill at ${at}`);
      await complete();
      expect(await get('/api/status')).toMatchObject({ history: { problem: null } });
      await client.stop();
    }
  },
);

/** What the file of each version has, where it is kept; the newest first. */
async function textsOf(client: Client): Promise<string[]> {
  const texts: string[] = [];
  for (let offset = 0; ; offset += 100) {
    const page = `/api/collections/notes/one/history?limit=100&offset=${offset}`;
    const { versions } = JSON.parse(await client.text(page));
    for (const { revision } of versions) {
      const path = `/api/collections/notes/one/history/${revision}/file?path=doc/a.txt`;
      const { status, text } = await client.send('GET', path);
      if (status === 200) texts.push(text);
    }
    if (versions.length < 100) return texts;
  }
}

it.skipIf(!canFault)(
  'uploads go on when former files cannot be kept, and none is lost by a kill',
  async () => {
    const home = await temporaryFolder();
    const [folder, state] = [join(home, 'content'), join(home, 'state')];
    await mkdir(folder);
    await writeFiles(folder, { ...FILES, 'notes/one.json': { id: 'one', title: 'First' } });
    const faults = new Faults(home);
    const places = {
      home,
      folder,
      state,
      shim: compileShim(home),
      root: join(state, 'history'),
      history: true,
      copies: await temporaryFolder(),
    };
    let client = await Client.start(places, faults, '');
    const wanted: string[] = [];
    const upload = async (content: string) => {
      const body = new FormData();
      body.append('doc', new Blob([content]), 'a.txt');
      const { status, text } = await client.send('POST', '/api/collections/notes/one/doc', body);
      if (status === 0) return;
      expect(status, text).toBeLessThan(300);
      expect(readFileSync(join(folder, 'notes/one/doc/a.txt'), 'utf8')).toBe(content);
      wanted.push(content);
      const { versions } = JSON.parse(
        (await client.text('/api/collections/notes/one/history?limit=1')) || '{}',
      );
      // Has the history take former files in.
      if (versions) await client.send('GET', `/api/collections/notes/one/history/${versions[0]?.revision}`);
    };
    await upload('1');
    faults.off();
    await upload('22');
    const calls = faults.calls();
    const links = calls.flatMap((call, n) => (/ link(?:at)? /.test(call) ? [n + 1] : []));
    expect(links.length, calls.join('\n')).toBeGreaterThan(0);
    let number = 100;
    const trial = async (at: number, act: string) => {
      faults.order(at, act);
      await upload(`${number} ${act} at ${at}`);
      faults.off();
      await upload(`${number} after`);
      number += 1;
    };
    // Another volume: the bytes are copied.
    for (const at of links) await trial(at, 'errno:18');
    for (const errno of Object.values(ERRORS)) {
      for (const act of [`errno:${errno}`, `from:${errno}`]) {
        for (let at = 1 + (errno % STRIDE); at <= calls.length; at += 2 * STRIDE) await trial(at, act);
      }
    }
    expect(await textsOf(client)).toEqual(wanted.toReversed());
    faults.copyAt(killPoints(calls));
    const before = wanted.length;
    await upload(`${number} killed`);
    await client.stop();
    const points = copiesIn(places);
    expect(points.length).toBeGreaterThan(1);
    const answered = wanted.slice();
    for (const at of points) {
      putBack(places, at);
      client = await Client.open(places);
      const saved = readFileSync(join(folder, 'notes/one/doc/a.txt'), 'utf8') === answered.at(-1);
      wanted.splice(0, wanted.length, ...answered.slice(0, saved ? undefined : before));
      await upload(`${number} after`);
      const found = await textsOf(client);
      expect(wanted.filter((text) => !found.includes(text))).toEqual([]);
      expect(JSON.parse(await client.text('/api/history'))).not.toHaveProperty('problem');
      await client.stop();
    }
  },
);
