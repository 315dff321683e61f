import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JOURNAL_FOLDER, journalName } from '../../../server/store/journal-record.js';
import { stampAt } from '../../../server/store/stamp.js';
import { thisMachine } from '../../../server/store/trash-entry.js';
import { refusal } from '../../helpers/site.js';
import { bundled, ended, start } from './child.js';
import { freshPlaces, openHere, type Places, put, type TestStore } from './folder.js';
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

const changesOf = (places: Places) => ({
  writes: [
    { collection: 'blog', document: { id: 'a', version: 2 }, expect: stampOf(places, 'blog/a.json') },
    { collection: 'notes', document: { id: 'b', version: 2 }, expect: 'absent' as const },
  ],
  removals: [{ collection: 'blog', id: 'c', title: 'C', expect: stampOf(places, 'blog/c.json') }],
});

/** Lays down a change as a process that died right after the record was written. */
function interrupted(places: Places, changes = changesOf(places), machine = thisMachine()): string {
  const name = journalName(machine, DEAD, '0123456789ab');
  const at = `.system/${JOURNAL_FOLDER}/${name}`;
  const { writes, removals } = changes;
  put(places.folder, {
    ...Object.fromEntries(writes.map(({ document }, n) => [`${at}/${n}.json`, document])),
    [`${at}/batch.json`]: {
      machine,
      pid: DEAD,
      committed: '2026-01-01T00:00:00.000Z',
      writes: writes.map(({ collection, document, expect }) => ({ collection, id: document.id, expect })),
      removals,
    },
  });
  return join(places.folder, at);
}

const journalled = ({ folder }: Places) => {
  const path = join(folder, '.system', JOURNAL_FOLDER);
  return existsSync(path) ? readdirSync(path) : [];
};

describe('changes of several objects', () => {
  test('happen together, with the removed ones in the trash and nothing left in the journal', async () => {
    const { places, store } = await seeded();
    const { stamps, entries } = await store.journal.change(changesOf(places));
    expect(stateOf(places.folder)).toBe('new');
    expect(stamps).toEqual([stampOf(places, 'blog/a.json'), stampOf(places, 'notes/b.json')]);
    expect(entries.map(({ collection, object }) => [collection, object])).toEqual([['blog', 'c']]);
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
    expect((await refusal(store.journal.change(changes))).kind).toBe('stale');
    expect(stateOf(places.folder)).toBe(before);
    expect(journalled(places)).toEqual([]);
  });

  test('do not happen when a collection is gone', async () => {
    const { places, store } = await seeded();
    const changes = changesOf(places);
    rmSync(join(places.folder, 'notes'), { recursive: true });
    expect((await refusal(store.journal.change(changes))).kind).toBe('missing');
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
    expect((await refusal(store.journal.change({ writes, removals }))).message).toContain('file stands');
    rmSync(join(places.folder, '.system/trash'));
    expect(stateOf(places.folder)).toBe('old');
    expect(existsSync(join(places.folder, 'blog/d.json'))).toBe(false);
    expect(journalled(places)).toEqual([]);
  });
});

describe('a change that a crash cut off', () => {
  test('is finished when the folder is opened', async () => {
    const places = freshPlaces();
    put(places.folder, BEFORE);
    interrupted(places);
    const store = await openHere(places);
    expect(stateOf(places.folder)).toBe('new');
    expect(journalled(places)).toEqual([]);
    expect(store.messages.join()).toContain('3 objects');
    await openHere(places);
    expect(stateOf(places.folder)).toBe('new');
  });

  test('is finished from where it stood', async () => {
    const places = freshPlaces();
    put(places.folder, BEFORE);
    const journal = interrupted(places);
    put(places.folder, { 'blog/a.json': { id: 'a', version: 2 } });
    rmSync(join(journal, '0.json'));
    await openHere(places);
    expect(stateOf(places.folder)).toBe('new');
  });

  test('is forgotten when it never began', async () => {
    const places = freshPlaces();
    put(places.folder, BEFORE);
    rmSync(join(interrupted(places), 'batch.json'));
    await openHere(places);
    expect(stateOf(places.folder)).toBe('old');
    expect(journalled(places)).toEqual([]);
  });

  test('of another machine is left to that machine', async () => {
    const places = freshPlaces();
    put(places.folder, BEFORE);
    interrupted(places, changesOf(places), '0'.repeat(16));
    await openHere(places);
    expect(stateOf(places.folder)).toBe('old');
    expect(journalled(places)).toHaveLength(1);
  });

  test('keeps what somebody changed since: replaced versions in the trash, removed ones where they are', async () => {
    const places = freshPlaces();
    put(places.folder, BEFORE);
    interrupted(places);
    const [mine, theirs] = ['{"id":"a","by":"somebody"}', '{"id":"c","by":"somebody"}'];
    put(places.folder, { 'blog/a.json': mine, 'blog/c.json': theirs });
    const store = await openHere(places);
    expect(readFileSync(join(places.folder, 'blog/a.json'), 'utf8')).toContain('2');
    expect(readFileSync(join(places.folder, 'blog/c.json'), 'utf8')).toBe(theirs);
    const [entry, ...others] = await store.trash.list();
    expect([entry?.object, others]).toEqual(['a', []]);
    const kept = join(places.folder, '.system/trash', String(entry?.id), 'document.json');
    expect(readFileSync(kept, 'utf8')).toBe(mine);
  });

  test('with a record nobody can trust touches nothing', async () => {
    const places = freshPlaces();
    put(places.folder, BEFORE);
    const journal = interrupted(places);
    const record = JSON.parse(readFileSync(join(journal, 'batch.json'), 'utf8'));
    record.writes[0].collection = '../outside';
    put(journal, { 'batch.json': record });
    await openHere(places);
    expect(stateOf(places.folder)).toBe('old');
  });
});

// The shim stands between the program and the C library, so it needs a C compiler and Linux.
const compiler =
  process.platform === 'linux' && spawnSync('cc', ['--version'], { stdio: 'ignore' }).status === 0;

describe.skipIf(!compiler)('changes of several objects under faults', () => {
  const shimFolder = mkdtempSync(join(tmpdir(), 'plinth-shim-'));
  const shim = join(shimFolder, 'faultfs.so');
  const program = bundled('./journal-program.ts');

  beforeAll(() => {
    const source = fileURLToPath(new URL('../../fixtures/faultfs.c', import.meta.url));
    const { status } = spawnSync('cc', ['-O1', '-shared', '-fPIC', source, '-o', shim, '-ldl']);
    if (status !== 0) throw new Error('The shim does not compile');
  });
  afterAll(() => rmSync(shimFolder, { recursive: true, force: true }));

  function underFaults(places: Places, at: number) {
    const outside = join(places.folder, '..');
    const files = { plan: join(outside, 'plan'), log: join(outside, 'calls') };
    const env = { LD_PRELOAD: shim, FAULT_ROOT: places.folder, FAULT_PLAN: files.plan, FAULT_LOG: files.log };
    return ended(start(program(), { ...places, ...files, at }, env));
  }

  test('killed at any call, are all there or none after the next start', async () => {
    const states = new Set<string>();
    let survived = false;
    for (let at = 1; !survived; at += 1) {
      const places = freshPlaces();
      const { output } = await underFaults(places, at);
      survived = output.includes('survived');
      await openHere(places);
      const state = stateOf(places.folder);
      expect(state, `killed at call ${at}`).toMatch(survived ? /^new$/ : /^(old|new)$/);
      expect(journalled(places), `killed at call ${at}`).toEqual([]);
      states.add(state);
    }
    expect([...states].sort()).toEqual(['new', 'old']);
  }, 180_000);

  test('with a failing call are all there or none, and it is said which', async () => {
    const { output } = await underFaults(freshPlaces(), 0);
    const { wrong, failures } = JSON.parse(output);
    expect(wrong).toEqual([]);
    for (const act of ['errno:28', 'errno:5', 'errno:13']) expect(failures[act]).toBeGreaterThan(5);
  }, 180_000);
});
