/**
 * The fault matrix: every operation of more than one step, at every call that changes the data folder, with an error
 * once, with errors from there on, and with kill -9. Each must happen wholly or not at all, say which, leave nothing
 * behind, and be possible again. `PLINTH_THOROUGH=1` runs the whole; else a sample that is the same every time.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { canFault, compileShim } from '../helpers/fault-shim.js';
import { plinth } from '../helpers/process.js';
import { temporaryFolder, writeFiles } from '../helpers/server.js';
import { thorough } from '../helpers/thorough.js';
import { Client, copiesIn, Faults, type Places, putBack, type Sent } from './faults/client.js';
import { filesOf, OPERATIONS, type Operation, SERVED } from './faults/operations.js';
import { leftIn, onDisk, shown } from './faults/snapshot.js';

if (!canFault) console.warn('Left out: the fault matrix (needs Linux and a C compiler)');

vi.setConfig({ testTimeout: thorough ? 3_600_000 : 300_000, hookTimeout: 60_000 });

const [ENOSPC, EIO, EACCES, EROFS] = [28, 5, 13, 30];
const ONCE = [ENOSPC, EIO, EACCES].map((errno) => `errno:${errno}`);
const LASTING = [ENOSPC, EIO, EROFS].map((errno) => `from:${errno}`);

/** Every so many calls are tried in a sample, beginning at a call that differs from operation to operation. */
const STRIDE = { errno: thorough ? 1 : 151, kill: thorough ? 1 : 61 };

const operations: [string, Operation][] = Object.entries(OPERATIONS);

type Name = keyof typeof OPERATIONS;

/** The operations of a sample. */
const SAMPLE: { errors: readonly Name[]; kills: readonly Name[] } = {
  errors: ['a batch', 'deleting an object', 'replacing a file', 'restoring an object'],
  kills: ['a batch', 'undoing a batch', 'restoring a file'],
};

const some = (sample: readonly string[]) =>
  thorough ? operations : operations.filter(([name]) => sample.includes(name));

const elsewhere = createServer((request, response) => {
  response.setHeader('content-type', 'text/plain');
  response.end(SERVED[request.url as keyof typeof SERVED] ?? '');
});
let address = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
afterAll(() => void elsewhere.close());

interface Run {
  at: number;
  act: string;
}

interface Stage {
  places: Places;
  faults: Faults;
  client: Client;
  operation: Operation;
  before: { disk: string; shown: string };
  after: { disk: string; shown: string };
}

/** Where the disk is asked to confirm what the collection's folder holds: the change is made, and nobody knows. */
const isCommit = (call: string): boolean => / fsync \S+\/content\/r\d+$/.test(call);

/** More than any operation has. */
const MOST_COMMITS = 8;

/** Where a batch ends, by taking its record away, and where the disk is asked to confirm that. */
const isEndOfBatch = (call: string, before = ''): boolean =>
  [call, before].some((one) => / unlink \S+\/batch\.json$/.test(one));

/** Those of a stride, where a change is committed with the first of the acts, and ends of batches with a lasting one. */
const runsOf = (acts: readonly string[], calls: readonly string[], stride: number, first: number): Run[] => {
  const all = acts.flatMap((act) => calls.map((call, n) => ({ at: n + 1, act, call })));
  const commits = ({ at, act, call }: Run & { call: string }) =>
    (act === acts[0] && isCommit(call)) || (act === LASTING[0] && isEndOfBatch(call, calls[at - 2]));
  return all.filter((run, n) => n % stride === first % stride || commits(run));
};

async function places(runs: number): Promise<Places> {
  const home = await temporaryFolder();
  const folder = join(home, 'content');
  await mkdir(folder);
  await writeFiles(folder, {
    '.system/settings.json': { edition: 'pro', uploads: { allowedHosts: ['127.0.0.1'] } },
  });
  for (let run = 0; run < runs; run += 1) await writeFiles(folder, filesOf(run));
  return { home, folder, shim: compileShim(home), copies: await temporaryFolder() };
}

const look = async ({ places: { folder }, client, operation }: Stage, run: number) => ({
  disk: onDisk(folder, run),
  shown: await shown(client, operation, run),
});

/** Starts a server and does the operation without a fault: once for what it makes, and once to count its calls. */
async function setStage(operation: Operation, runs: number): Promise<Stage & { calls: string[] }> {
  const where = await places(runs + 1);
  const faults = new Faults(where.home);
  const client = await Client.start(where, faults, address);
  const nothing = { disk: '', shown: '' };
  const stage: Stage = { places: where, faults, client, operation, before: nothing, after: nothing };
  await operation.prepare?.(client, 0);
  stage.before = await look(stage, 0);
  const { status, text } = await operation.act(client, 0);
  expect(status, text).toBeLessThan(300);
  stage.after = await look(stage, 0);
  expect(stage.after).not.toEqual(stage.before);
  // The first one also makes folders that all others find.
  await operation.prepare?.(client, runs);
  faults.off();
  await operation.act(client, runs);
  return { ...stage, calls: faults.calls() };
}

/** Resolves when what was left half done is settled, in the running process. An import goes on when it is repeated. */
const settled = ({ places: { folder } }: Stage, said: string) =>
  vi.waitFor(
    () =>
      expect(
        leftIn(folder, 'journal').filter((name) => !name.endsWith('.import')),
        said,
      ).toEqual([]),
    { timeout: 20_000, interval: 20 },
  );

/** `old` or `new`, the same on disk and in answers; else what is different. */
async function stateOf(stage: Stage, run: number, said: string): Promise<'old' | 'new'> {
  let state: 'old' | 'new' = 'old';
  // A change the disk did not confirm is told by the watcher, a moment later.
  await vi.waitFor(
    async () => {
      const found = await look(stage, run);
      state = isDeepStrictEqual(found, stage.before) ? 'old' : 'new';
      expect(found, said).toEqual(state === 'old' ? stage.before : stage.after);
    },
    { timeout: 20_000, interval: 20 },
  );
  return state;
}

async function repeated(stage: Stage, run: number, said: string): Promise<void> {
  const { status, text } = await stage.operation.act(stage.client, run);
  const after = `${said}, after the repetition: ${text}`;
  // What the start has finished meanwhile cannot be done again.
  if (!stage.operation.partial) expect(status, after).toBeLessThan(300);
  await expectNew(stage, run, after);
  expect(leftIn(stage.places.folder, 'journal'), after).toEqual([]);
}

/** An operation that goes on after an error says so with 200. */
const isWhole = ({ status, text }: Sent) => status < 300 && !/"success":false|"failed":\[\{/.test(text);

const expectNew = async (stage: Stage, run: number, said: string) =>
  expect(await stateOf(stage, run, said), said).toBe('new');

/** One run with an error; what it must hold afterwards. */
async function underError(stage: Stage, run: number, { at, act }: Run): Promise<void> {
  const { client, operation, faults } = stage;
  await operation.prepare?.(client, run);
  faults.order(at, act);
  const answer = await operation.act(client, run);
  const call = faults.calls()[at - 1]?.replace(/^\d+ /, '');
  const said = `${act} at call ${call}: answered ${answer.status} ${answer.text.slice(0, 200)}`;
  faults.off();
  await settled(stage, said);
  if (operation.partial && isWhole(answer)) return expectNew(stage, run, said);
  if (operation.partial) return repeated(stage, run, said);
  const state = await stateOf(stage, run, said);
  if (answer.status < 300) expect(state, said).toBe('new');
  else expect([500, 503, 507], said).toContain(answer.status);
  if (operation.undone && answer.status >= 300) expect(state, said).toBe('old');
  if (state === 'old') await repeated(stage, run, said);
}

/** What a kill before a call has left: the next start must settle it. `answered`: the call came after the answer. */
async function underKill(stage: Stage, run: number, at: number, call = '', answered = false): Promise<void> {
  putBack(stage.places, at);
  const again = { ...stage, client: await Client.open(stage.places, address) };
  const said = `killed at call ${call.replace(/^\d+ /, '')}`;
  await settled(again, said);
  if (answered) await expectNew(again, run, said);
  else if (stage.operation.partial) await repeated(again, run, said);
  else if ((await stateOf(again, run, said)) === 'old') await repeated(again, run, said);
  await finish(again, run + 1);
}

/** Ends the server; a start changes nothing, and `plinth check` finds nothing. */
async function finish(stage: Stage, runs: number): Promise<void> {
  const { places: where, client } = stage;
  const before = Array.from({ length: runs }, (_, run) => onDisk(where.folder, run));
  await client.stop();
  const again = await Client.open(where, address);
  await again.stop();
  expect(Array.from({ length: runs }, (_, run) => onDisk(where.folder, run))).toEqual(before);
  expect(leftIn(where.folder, 'tmp')).toEqual([]);
  const args = ['--data', where.folder, '--cache', join(where.home, 'cache')];
  const check = await plinth(['check', ...args, '--state', join(where.home, 'state')]);
  expect(check.stdout).toContain('No problems found.');
}

describe.skipIf(!canFault)('on a full disk', () => {
  test('objects can be deleted, and come back when there is room again', async () => {
    const where = await places(2);
    const faults = new Faults(where.home);
    const client = await Client.start(where, faults, address);
    const before = onDisk(where.folder, 0);
    // So that there is a trash.
    expect((await client.send('DELETE', '/api/collections/r1/one')).status).toBe(204);
    faults.order(1, 'full');
    expect((await client.send('PATCH', '/api/collections/r0/two', { title: 'new' })).status).toBe(507);
    expect((await client.send('DELETE', '/api/collections/r0/one')).status).toBe(204);
    expect((await client.send('GET', '/api/collections/r0/one')).status).toBe(404);
    const entry = await client.entryOf('r0');
    expect((await client.send('POST', `/api/trash/${entry}/restore`)).status).toBe(507);
    faults.off();
    expect((await client.send('POST', `/api/trash/${entry}/restore`)).status).toBe(200);
    expect(onDisk(where.folder, 0)).toBe(before);
    await client.stop();
  });

  test('a request about many things says which were done', async () => {
    const where = await places(5);
    const faults = new Faults(where.home);
    const client = await Client.start(where, faults, address);
    const paperOf = async (run: number) => {
      expect((await client.send('DELETE', `/api/collections/r${run}/one/paper`)).status).toBe(200);
      return client.entryOf(`r${run}`);
    };
    const restore = (entries: readonly (string | undefined)[]) =>
      client.send('POST', '/api/trash/restore', { entries });
    // The first one also makes folders that all others find.
    const before = [await paperOf(0), await paperOf(1)];
    expect((await restore(before.slice(0, 1))).status).toBe(200);
    faults.off();
    expect((await restore(before.slice(1))).status).toBe(200);
    const calls = faults.calls().length;
    const entries = [await paperOf(2), await paperOf(3), await paperOf(4)];
    faults.order(calls + 1, `from:${ENOSPC}`);
    const { status, text } = await restore(entries);
    expect([status, JSON.parse(text)]).toMatchObject([
      200,
      {
        restored: [{ id: entries[0] }],
        failed: entries.slice(1).map((id) => ({ id, problem: { key: 'diskFull' } })),
      },
    ]);
    // Nothing was done at all: that is the answer.
    expect((await restore(entries.slice(1))).status).toBe(507);
    faults.off();
    expect(JSON.parse((await restore(entries.slice(1))).text)).toMatchObject({
      restored: [{}, {}],
      failed: [],
    });
    await client.stop();
  });

  test('what was deleted is in the trash after a start', async () => {
    const where = await places(2);
    const faults = new Faults(where.home);
    const client = await Client.start(where, faults, address);
    expect((await client.send('DELETE', '/api/collections/r1/one')).status).toBe(204);
    faults.order(1, 'full');
    expect((await client.send('DELETE', '/api/collections/r0/one')).status).toBe(204);
    await client.stop();
    const again = await Client.start(where, faults, address);
    const entry = await again.entryOf('r0');
    expect((await again.send('POST', `/api/trash/${entry}/restore`)).status).toBe(200);
    expect(onDisk(where.folder, 0)).toContain('one/paper/paper.txt');
    await again.stop();
  });

  test('a large upload is rejected as such', async () => {
    const where = await places(1);
    const faults = new Faults(where.home);
    const client = await Client.start(where, faults, address);
    const data = new FormData();
    data.set('file', new Blob([Buffer.alloc(4_000_000, 'x')], { type: 'text/plain' }), 'large.txt');
    faults.order(1, 'full');
    const { status } = await client.send('POST', '/api/collections/r0/one/box', data);
    expect(status).toBe(507);
    faults.off();
    await client.stop();
  });
});

describe.skipIf(!canFault)('a change that is in place although the disk reported an error', () => {
  const changes: [string, (client: Client, run: number) => Promise<Sent>][] = [
    ['PATCH', (client, run) => client.send('PATCH', `/api/collections/r${run}/one`, { title: 'new' })],
    ['PUT', (client, run) => client.send('PUT', `/api/collections/r${run}/one`, { title: 'new' })],
    ['POST', (client, run) => client.send('POST', `/api/collections/r${run}`, { id: 'three', title: 'new' })],
    ['DELETE', (client, run) => client.send('DELETE', `/api/collections/r${run}/one`)],
  ];

  test('is in answers at once', async () => {
    const where = await places(3 * changes.length);
    const faults = new Faults(where.home);
    const client = await Client.start(where, faults, address);
    for (const [n, [method, change]] of changes.entries()) {
      const [first, run, other] = [3 * n, 3 * n + 1, 3 * n + 2];
      // The first one of all makes folders as well, and so has more calls.
      await change(client, other);
      faults.off();
      expect((await change(client, first)).status, method).toBeLessThan(300);
      const commit = faults.calls().findIndex(isCommit) + 1;
      expect(commit, method).toBeGreaterThan(0);
      await client.text(`/api/collections/r${run}`);
      faults.order(commit, `errno:${EIO}`);
      const answer = await change(client, run);
      expect(answer.status, `${method}: ${answer.text}`).toBeGreaterThanOrEqual(500);
      // Asked before the disk is read: nothing else may have told the server meanwhile.
      const list = JSON.parse(await client.text(`/api/collections/r${run}/query?limit=100&sort=id`));
      const folder = join(where.folder, `r${run}`);
      const names = readdirSync(folder).filter((name) => /^[^.].*\.json$/.test(name));
      const titleOf = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')).title;
      const titles = names.sort().map((name) => [name.slice(0, -5), titleOf(name)]);
      expect(
        list.data.map(({ id, title }: { id: string; title: string }) => [id, title]),
        method,
      ).toEqual(titles);
      for (const [id, title] of titles) {
        expect(JSON.parse(await client.text(`/api/collections/r${run}/${id}`)).title, method).toBe(title);
      }
    }
    await client.stop();
  });
});

describe.skipIf(!canFault)('an operation of more than one step', () => {
  test('a batch whose end the disk rejected is undone before the server ends', async () => {
    const operation: Operation = OPERATIONS['a batch'];
    const stage = await setStage(operation, 2);
    const { places: where, faults, client, calls } = stage;
    const end = calls.findIndex((call) => isEndOfBatch(call)) + 1;
    expect(end).toBeGreaterThan(0);
    // The record is gone, and nothing after that is possible.
    faults.order(end + 1, `from:${ENOSPC}`);
    expect((await operation.act(client, 1)).status).toBe(507);
    faults.off();
    await client.stop();
    const again = { ...stage, client: await Client.start(where, faults, address) };
    await settled(again, 'after the next start');
    expect(await stateOf(again, 1, 'after the next start')).toBe('old');
    await finish(again, 2);
  });

  test.each(some(SAMPLE.errors))('%s under errors of the disk', async (name, operation) => {
    const acts = operation.partial ? ONCE : [...ONCE, ...LASTING];
    const first = operations.findIndex(([other]) => other === name) * 2;
    // How many calls there are is known only once one was made; no operation has more.
    const most = Math.ceil((acts.length * 130) / STRIDE.errno) + MOST_COMMITS;
    const stage = await setStage(operation, most);
    const runs = runsOf(acts, stage.calls, STRIDE.errno, first);
    expect(runs.length).toBeLessThan(most);
    for (const [n, run] of runs.entries()) await underError(stage, n + 1, run);
    await finish(stage, runs.length + 1);
  });

  test.each(some(SAMPLE.kills))('%s under kill -9', async (name, operation) => {
    const first = operations.findIndex(([other]) => other === name) * 3;
    const stage = await setStage(operation, 2);
    const { client, faults, places: where } = stage;
    await operation.prepare?.(client, 1);
    faults.copyAt(runsOf(['kill'], stage.calls, STRIDE.kill, first).map(({ at }) => at));
    const answer = await operation.act(client, 1);
    expect(isWhole(answer), answer.text).toBe(true);
    const before = copiesIn(where);
    expect(before.length).toBeGreaterThan(0);
    await client.stop();
    const calls = faults.calls();
    for (const at of copiesIn(where)) await underKill(stage, 1, at, calls[at - 1], !before.includes(at));
  });
});
