/** The log of changes: its numbers, what survives, and how it stays small. */
import { appendFileSync, cpSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { FolderChangeLog } from '../../../../server/store/changes/change-log.js';
import { DurableFiles } from '../../../../server/store/disk/durable.js';
import { Layout } from '../../../../server/store/disk/layout.js';
import { ORIGIN } from '../../../helpers/origin.js';
import { temporaryFolder } from '../../../helpers/server.js';

const { actor, transaction } = ORIGIN;
const event = (type: 'object.updated' | 'object.deleted', id: string) => ({
  event: { type, collection: 'notes', id } as const,
  at: 1_700_000_000_000,
  actor,
  transaction,
});
const updated = (id: string) => event('object.updated', id);

async function open(home: string, { folder = join(home, 'log') }: { folder?: string } = {}) {
  const warnings: string[] = [];
  const log = new FolderChangeLog({
    folder,
    layout: new Layout(home),
    durable: new DurableFiles({ root: home, temp: join(home, 'tmp') }),
    textFilesOf: () => [],
    log: (_level, message) => warnings.push(message),
  });
  log.open(() => ['notes']);
  return { log, warnings };
}

const segments = (home: string) =>
  readdirSync(join(home, 'log'))
    .filter((name) => /^\d/.test(name))
    .sort();
const idsAfter = async (log: FolderChangeLog, seq: number) =>
  (await log.after(seq)).map((entry) => ('event' in entry && 'id' in entry.event ? entry.event.id : ''));

it('continues its numbers, and knows the cursors of earlier runs', async () => {
  const home = await temporaryFolder();
  const first = (await open(home)).log;
  for (const id of ['a', 'b']) first.append(updated(id));
  const cursor = first.cursor(1);
  // The process is killed now.
  cpSync(join(home, 'log'), join(home, 'killed'), { recursive: true });
  const second = (await open(home, { folder: join(home, 'killed') })).log;
  expect([second.position(cursor), await idsAfter(second, 1)]).toEqual([1, ['b']]);
  second.append(updated('c'));
  expect(await idsAfter(second, 1)).toEqual(['b', 'c']);
  expect([second.isOfThisRun(cursor), second.isOfThisRun(second.cursor())]).toEqual([false, true]);
  expect(second.latest).toBeGreaterThan(first.latest);
  await second.close();
});

it('does not know cursors behind its end', async () => {
  const home = await temporaryFolder();
  const first = (await open(home)).log;
  first.append(updated('a'));
  const kept = first.cursor();
  const [name = ''] = segments(home);
  const size = statSync(join(home, 'log', name)).size;
  first.append(updated('b'));
  const lost = first.cursor();
  await first.close();
  // The end of the file did not reach the disk, and half a line did.
  const bytes = statSync(join(home, 'log', name)).size - size;
  expect(bytes).toBeGreaterThan(100);
  truncateSync(join(home, 'log', name), size + 50);
  const second = (await open(home)).log;
  expect([second.position(kept), second.position(lost)]).toEqual([1, undefined]);
  expect([second.position('x'), second.position(`${'0'.repeat(12)}-0`)]).toEqual([undefined, undefined]);
  await second.close();
});

it('does not answer cursors before lines that cannot be read', async () => {
  const home = await temporaryFolder();
  const first = (await open(home)).log;
  first.append(updated('a'));
  const before = first.cursor();
  await first.close();
  appendFileSync(join(home, 'log', segments(home)[0] ?? ''), '\0\0\0\n');
  const second = (await open(home)).log;
  const after = second.cursor();
  await second.after(0);
  expect([second.position(before), second.position(after)]).toEqual([undefined, second.latest]);
  await second.close();
  const third = (await open(home)).log;
  expect(third.position(before)).toBe(undefined);
  await third.close();
});

it('moves old lines into the states of collections, and keeps what cursors need', async () => {
  const home = await temporaryFolder();
  const { log } = await open(home);
  await log.writeStates('notes', { upTo: 0, floor: 0, key: 'k', states: [] });
  const begin = log.cursor();
  const pad = 'x'.repeat(100);
  for (let n = 0; n < 40_000; n += 1) {
    log.append(event(n % 50 === 49 ? 'object.deleted' : 'object.updated', `n${n % 500}-${pad}`));
    if (n % 500 === 0) await new Promise(setImmediate);
  }
  const end = log.cursor();
  await vi.waitFor(() => expect(log.start).toBeGreaterThan(0), { timeout: 10_000 });
  await vi.waitFor(() => {
    const sizes = segments(home).map((name) => statSync(join(home, 'log', name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(17 * 1024 * 1024);
  });
  const states = await log.states('notes');
  const all = (await states?.all()) ?? [];
  expect([all.length, all.filter(({ print }) => print === null).length]).toEqual([500, 10]);
  expect(states?.upTo).toBe(log.start);
  const [third] = states?.after(log.start - 3, 1) ?? [];
  expect(third?.seq).toBe(log.start - 2);
  expect([log.position(begin), log.position(end)]).toEqual([0, 40_000]);
  await log.close();
  const again = (await open(home)).log;
  expect([again.position(begin), again.position(end)]).toEqual([0, 40_000]);
  expect((await again.after(again.start)).length).toBe(40_000 - again.start);
  await again.close();
}, 60_000);

it('keeps its numbers in memory where nothing can be written', async () => {
  const home = await temporaryFolder();
  writeFileSync(join(home, 'file'), '');
  const { log, warnings } = await open(home, { folder: join(home, 'file', 'log') });
  log.append(updated('a'));
  expect([log.isDurable, log.position(log.cursor()), warnings.length]).toEqual([false, 1, 1]);
  await log.close();
});

it('goes on when its folder is gone for a while', async () => {
  const home = await temporaryFolder();
  const { log, warnings } = await open(home);
  await mkdir(join(home, 'log'), { recursive: true });
  rmSync(join(home, 'log'), { recursive: true });
  writeFileSync(join(home, 'log'), '');
  log.append(updated('a'));
  const cursor = log.cursor();
  expect([log.position(cursor), warnings.length]).toEqual([1, 1]);
  rmSync(join(home, 'log'));
  log.append(updated('b'));
  log.cursor();
  expect(await idsAfter(log, 0)).toEqual(['a', 'b']);
  expect(segments(home)).toHaveLength(1);
  await log.close();
});
