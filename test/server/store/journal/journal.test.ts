import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseDocument } from '../../../../server/store/disk/json-file.js';
import { stampAt } from '../../../../server/store/disk/stamp.js';
import { digestOf, JOURNAL_FOLDER, journalName } from '../../../../server/store/journal/record.js';
import { canFault, compileShim, killPoints, loggedCalls, putCopy } from '../../../helpers/fault-shim.js';
import { ORIGIN } from '../../../helpers/origin.js';
import { refusal } from '../../../helpers/site.js';
import { bundled, ended, start } from '../child.js';
import { freshPlaces, openHere, type Places, put, type TestStore } from '../folder.js';
import { BEFORE, stateOf } from './journal-cases.js';

/** A process that is gone. */
const DEAD = 2 ** 22 + 7;

async function seeded(): Promise<{ places: Places; store: TestStore }> {
  const places = freshPlaces();
  put(places.folder, BEFORE);
  return { places, store: await openHere(places) };
}

const stampOf = (places: Places, path: string) => {
  const stamp = stampAt(join(places.folder, path));
  if (!stamp) throw new Error(`${path} is not there`);
  return stamp;
};
const readFrom = (places: Places, path: string) => {
  const bytes = readFileSync(join(places.folder, path));
  return { stamp: stampOf(places, path), bytes, document: parseDocument(bytes, 'a') };
};

const changesOf = (places: Places) => ({
  writes: [
    { collection: 'blog', document: { id: 'a', version: 2 }, expect: readFrom(places, 'blog/a.json') },
    { collection: 'notes', document: { id: 'b', version: 2 }, expect: 'absent' as const },
  ],
  removals: [{ collection: 'blog', id: 'c', title: 'C', expect: stampOf(places, 'blog/c.json') }],
});

const HERE = '0123456789abcdef';
const ELSEWHERE = 'f'.repeat(16);
const bytesOf = (document: object) => Buffer.from(JSON.stringify(document));

interface Cut {
  /** Machine that began it. */
  machine?: string;
  /** Seconds ago. */
  age?: number;
  /** Whether the folder is a copy on another disk. */
  synced?: boolean;
}

/** Lays down a change that a killed process left: one write is done, one is not, and the object to go is there yet. */
function interrupted(places: Places, { machine = HERE, age = 0, synced = false }: Cut = {}): string {
  const name = journalName(machine, DEAD, '0123456789ab');
  const at = `.system/${JOURNAL_FOLDER}/${name}`;
  const folder = join(places.folder, at);
  const [before, after] = [
    { id: 'a', version: 1 },
    { id: 'a', version: 2 },
  ].map(bytesOf);
  const made = bytesOf({ id: 'b', version: 2 });
  put(places.state, { machine: HERE });
  put(places.folder, { 'blog/a.json': String(after), [`${at}/0.old`]: String(before) });
  put(places.folder, { [`${at}/1.json`]: String(made) });
  const record = {
    machine,
    pid: DEAD,
    folder: synced ? 1 : statSync(folder).ino,
    begun: new Date(Date.now() - age * 1000).toISOString(),
    writes: [
      { collection: 'blog', id: 'a', before: digestOf(before), after: digestOf(after) },
      { collection: 'notes', id: 'b', before: 'absent', after: digestOf(made) },
    ],
    removals: [{ collection: 'blog', id: 'c', entry: 'c-entry' }],
  };
  put(places.folder, { [`${at}/batch.json`]: record });
  return folder;
}

const journalled = ({ folder }: Places) => {
  const path = join(folder, '.system', JOURNAL_FOLDER);
  return existsSync(path) ? readdirSync(path) : [];
};

describe('changes of several objects', () => {
  test('happen together, with the removed ones in the trash and nothing left in the journal', async () => {
    const { places, store } = await seeded();
    const { stamps, entries } = await store.journal.change(changesOf(places), ORIGIN);
    expect(stateOf(places.folder)).toBe('new');
    expect(stamps).toEqual([stampOf(places, 'blog/a.json'), stampOf(places, 'notes/b.json')]);
    expect(entries.map((entry) => [entry?.collection, entry?.object])).toEqual([['blog', 'c']]);
    expect(await store.trash.list()).toEqual(entries);
    expect(journalled(places)).toEqual([]);
  });

  test.each([
    ['was changed', (places: Places) => put(places.folder, { 'blog/a.json': '{"id":"a","version":9}' })],
    ['appeared', (places: Places) => put(places.folder, { 'notes/b.json': { id: 'b', version: 9 } })],
    ['is to go and was changed', (places: Places) => put(places.folder, { 'blog/c.json': '{"id":"c"}' })],
  ])('do not happen when a file %s meanwhile', async (_what, edit) => {
    const { places, store } = await seeded();
    const changes = changesOf(places);
    edit(places);
    const before = stateOf(places.folder);
    expect((await refusal(store.journal.change(changes, ORIGIN))).kind).toBe('stale');
    expect(stateOf(places.folder)).toBe(before);
    expect(journalled(places)).toEqual([]);
  });

  test('do not happen when a collection is gone', async () => {
    const { places, store } = await seeded();
    const changes = changesOf(places);
    rmSync(join(places.folder, 'notes'), { recursive: true });
    expect((await refusal(store.journal.change(changes, ORIGIN))).kind).toBe('missing');
    expect(readFileSync(join(places.folder, 'blog/a.json'), 'utf8')).toContain('1');
  });

  test('are rolled back when a step fails on its way', async () => {
    const { places, store } = await seeded();
    const changes = changesOf(places);
    // A folder in the place of a file: the rename onto it fails after the others were done.
    const lastWrite = { collection: 'blog', document: { id: 'd', version: 2 }, expect: 'absent' as const };
    const writes = [...changes.writes, lastWrite];
    const removals = [
      ...changes.removals,
      { collection: 'blog', id: 'a', title: 'A', expect: stampOf(places, 'blog/a.json') },
    ];
    // The same object written and removed: the caller's mistake shows only while it is done.
    rmSync(join(places.folder, '.system/trash'), { recursive: true, force: true });
    put(places.folder, { '.system/trash': 'a file where the trash should be' });
    expect((await refusal(store.journal.change({ writes, removals }, ORIGIN))).message).toContain(
      'file exists',
    );
    rmSync(join(places.folder, '.system/trash'));
    expect(stateOf(places.folder)).toBe('old');
    expect(existsSync(join(places.folder, 'blog/d.json'))).toBe(false);
    expect(journalled(places)).toEqual([]);
  });
});

describe('a change that a crash cut off', () => {
  const fresh = () => {
    const places = freshPlaces();
    put(places.folder, BEFORE);
    return places;
  };

  test('is undone when the folder is opened', async () => {
    const places = fresh();
    interrupted(places);
    const store = await openHere(places);
    expect(stateOf(places.folder)).toBe('old');
    expect(journalled(places)).toEqual([]);
    expect(store.messages.join()).toContain('3 objects');
    await openHere(places);
    expect(stateOf(places.folder)).toBe('old');
  });

  test('is undone also where all of it was done', async () => {
    const places = fresh();
    interrupted(places);
    put(places.folder, { 'notes/b.json': String(bytesOf({ id: 'b', version: 2 })) });
    const entry = join(places.folder, '.system/trash/c-entry');
    const record = {
      id: 'c-entry',
      kind: 'object',
      collection: 'blog',
      object: 'c',
      title: 'C',
      files: true,
    };
    put(entry, { 'entry.json': { ...record, deleted: '2026-01-01T00:00:00.000Z' } });
    renameSync(join(places.folder, 'blog/c.json'), join(entry, 'document.json'));
    await openHere(places);
    expect(stateOf(places.folder)).toBe('old');
  });

  test('is forgotten when it never began', async () => {
    const places = fresh();
    rmSync(join(interrupted(places), 'batch.json'));
    put(places.folder, { 'blog/a.json': { id: 'a', version: 1 } });
    await openHere(places);
    expect(stateOf(places.folder)).toBe('old');
    expect(journalled(places)).toEqual([]);
  });

  test('of a process with the number this one has now is undone', async () => {
    const places = fresh();
    const folder = interrupted(places);
    renameSync(folder, join(folder, '..', journalName(HERE, process.pid, '0123456789ab')));
    await openHere(places);
    expect(stateOf(places.folder)).toBe('old');
  });

  test.each([
    ['whose state directory was lost is undone after some seconds', { machine: ELSEWHERE, age: 11 }],
    ['elsewhere is undone after a day', { machine: ELSEWHERE, synced: true, age: 25 * 3600 }],
  ])('of a machine %s', async (_what, cut: Cut) => {
    const places = fresh();
    interrupted(places, cut);
    await openHere(places);
    expect(stateOf(places.folder)).toBe('old');
    expect(journalled(places)).toEqual([]);
  });

  test('of another machine is not touched before a day has passed', async () => {
    const places = fresh();
    interrupted(places, { machine: ELSEWHERE, synced: true, age: 23 * 3600 });
    await openHere(places);
    expect(readFileSync(join(places.folder, 'blog/a.json'), 'utf8')).toContain('2');
    expect(journalled(places)).toHaveLength(1);
  });

  test('of another machine that is there as a whole is no more undone', async () => {
    const places = fresh();
    interrupted(places, { machine: ELSEWHERE, synced: true, age: 25 * 3600 });
    put(places.folder, { 'notes/b.json': String(bytesOf({ id: 'b', version: 2 })) });
    rmSync(join(places.folder, 'blog/c.json'));
    await openHere(places);
    expect(readFileSync(join(places.folder, 'blog/a.json'), 'utf8')).toContain('2');
    expect(journalled(places)).toEqual([]);
  });

  test('is not read while it may be under way in another process', async () => {
    const places = fresh();
    interrupted(places, { machine: ELSEWHERE });
    const store = await openHere(places);
    expect((await refusal(store.catalogue.collectionIndex('blog'))).kind).toBe('busy');
    expect((await refusal(store.objects.read('blog', 'a'))).kind).toBe('busy');
  });

  test('is read again as soon as the other process has ended it', async () => {
    const places = fresh();
    const folder = interrupted(places, { machine: ELSEWHERE });
    const store = await openHere(places);
    expect((await refusal(store.objects.read('blog', 'a'))).kind).toBe('busy');
    rmSync(folder, { recursive: true });
    expect((await store.objects.read('blog', 'a'))?.document).toEqual({ id: 'a', version: 2 });
    await store.catalogue.collectionIndex('blog');
  });

  test('keeps what another program changed since, and the version from before the change', async () => {
    const places = fresh();
    interrupted(places);
    const theirs = '{"id":"a","by":"somebody"}';
    put(places.folder, { 'blog/a.json': theirs });
    const store = await openHere(places);
    expect(readFileSync(join(places.folder, 'blog/a.json'), 'utf8')).toBe(theirs);
    const [entry, ...others] = await store.trash.list();
    expect([entry?.object, others]).toEqual(['a', []]);
    const kept = join(places.folder, '.system/trash', String(entry?.id), 'document.json');
    expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual({ id: 'a', version: 1 });
  });

  test('with a record that cannot be trusted stays as it is', async () => {
    const places = fresh();
    const journal = interrupted(places);
    const record = JSON.parse(readFileSync(join(journal, 'batch.json'), 'utf8'));
    record.writes[0].collection = '../outside';
    put(journal, { 'batch.json': record });
    await openHere(places);
    expect(readFileSync(join(places.folder, 'blog/a.json'), 'utf8')).toContain('2');
    expect(journalled(places)).toHaveLength(1);
  });
});

describe.skipIf(!canFault)('changes of several objects under faults', () => {
  const shimFolder = mkdtempSync(join(tmpdir(), 'plinth-shim-'));
  let shim = '';
  const program = bundled('./journal/journal-program.ts');

  beforeAll(() => {
    shim = compileShim(shimFolder);
  });
  afterAll(() => rmSync(shimFolder, { recursive: true, force: true }));

  function underFaults(places: Places, copy: boolean) {
    const outside = join(places.folder, '..');
    const files = { plan: join(outside, 'plan'), log: join(outside, 'calls') };
    const env = {
      ...{ LD_PRELOAD: shim, FAULT_ROOT: places.folder, FAULT_PLAN: files.plan, FAULT_LOG: files.log },
      ...{ FAULT_HOME: outside, FAULT_COPIES: shimFolder },
    };
    return ended(start(program(), { ...places, ...files, copy }, env));
  }

  test('killed at any call, are all there or none after the next start', async () => {
    const states = new Set<string>();
    const places = freshPlaces();
    const look = async (said: string) => {
      const store = await openHere(places);
      const state = stateOf(places.folder);
      expect(state, said).toMatch(said === 'done' ? /^new$/ : /^(old|new)$/);
      expect(journalled(places), said).toEqual([]);
      states.add(state);
      await store.close();
    };
    expect((await underFaults(places, true)).output).toBe('done\n');
    const calls = loggedCalls(join(places.folder, '../calls'), 1);
    await look('done');
    const points = killPoints(calls);
    expect(points.length).toBeGreaterThan(5);
    for (const at of points) {
      putCopy(shimFolder, at, join(places.folder, '..'));
      await look(`killed at ${calls[at - 1]}`);
    }
    expect([...states].sort()).toEqual(['new', 'old']);
  }, 180_000);

  test('with a failing call are all there or none, and it is said which', async () => {
    const { output } = await underFaults(freshPlaces(), false);
    const { wrong, failures } = JSON.parse(output);
    expect(wrong).toEqual([]);
    for (const act of ['errno:28', 'errno:5', 'errno:13']) expect(failures[act]).toBeGreaterThan(5);
  }, 180_000);
});
