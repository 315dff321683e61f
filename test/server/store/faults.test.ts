import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canFault, compileShim, killPoints, loggedCalls, putCopy } from '../../helpers/fault-shim.js';
import { bundled, ended, start } from './child.js';
import { type FaultSettings, OPERATIONS, type Operation, wrongs } from './fault-cases.js';
import { freshPlaces, openHere, type Places } from './folder.js';

if (!canFault) console.warn('Left out: faults of the disk at every call (needs Linux and a C compiler)');

/** A busy machine takes its time. */
const PATIENCE = 180_000;

const shimFolder = mkdtempSync(join(tmpdir(), 'plinth-shim-'));
let shim = '';

beforeAll(() => {
  if (canFault) shim = compileShim(shimFolder);
});
afterAll(() => rmSync(shimFolder, { recursive: true, force: true }));

const program = bundled('./fault-program.ts');

/** Where the shim puts copies of a test's places. */
const copiesOf = ({ folder }: Places) => join(shimFolder, basename(join(folder, '..')));

/** Runs the program under the shim and resolves with what it printed. */
async function underFaults(
  program: string,
  places: Places,
  what: { operation: Operation; acts: string[] },
): Promise<{ output: string; signal: string | null }> {
  const outside = join(places.folder, '..');
  const files = { plan: join(outside, 'plan'), log: join(outside, 'calls') };
  const settings: FaultSettings = { ...places, ...what, ...files };
  mkdirSync(copiesOf(places));
  const env = {
    ...{ LD_PRELOAD: shim, FAULT_ROOT: places.folder, FAULT_PLAN: files.plan, FAULT_LOG: files.log },
    ...{ FAULT_HOME: outside, FAULT_COPIES: copiesOf(places) },
  };
  return ended(start(program, settings, env));
}

describe.skipIf(!canFault)('a fault at every call', () => {
  test.each(OPERATIONS)(
    'of %s by a full disk, an I/O error or half a write leaves the old or the new whole, says which, cleans up',
    async (operation) => {
      const acts = ['errno:28', 'errno:5', 'short'];
      const { output } = await underFaults(program(), freshPlaces(), { operation, acts });
      const { calls, failures, wrong } = JSON.parse(output);
      expect(wrong).toEqual([]);
      expect(calls).toBeGreaterThanOrEqual(5);
      // A restoration writes no bytes that could be cut, and a full disk keeps nothing from being deleted.
      const none = { restore: ['short'], delete: ['short', 'errno:28'] };
      for (const act of acts) {
        const passes = Object.entries(none).some(([name, all]) => name === operation && all.includes(act));
        if (passes) expect(failures[act], act).toBe(0);
        else expect(failures[act], act).toBeGreaterThan(0);
      }
    },
    PATIENCE,
  );

  test.each(['create', 'update', 'delete', 'restore'] as const)(
    'by a kill leaves %s done or not done, and the next start clears up',
    async (operation) => {
      const places = freshPlaces();
      const { output, signal } = await underFaults(program(), places, { operation, acts: ['copy'] });
      expect([output, signal]).toEqual(['done\n', null]);
      const calls = loggedCalls(join(places.folder, '../calls'), 1);
      const look = async (isDone: boolean, said: string) => {
        const store = await openHere(places);
        expect(wrongs(places.folder, operation, isDone), said).toEqual([]);
        const temp = join(places.folder, '.system/tmp');
        expect(existsSync(temp) ? readdirSync(temp) : [], said).toEqual([]);
        if (operation === 'delete' || operation === 'restore') {
          const standing = existsSync(join(places.folder, 'blog/a.json'));
          expect(existsSync(join(places.folder, 'blog/a/photo/bank.jpg')), said).toBe(standing);
          expect((await store.trash.list()).length, said).toBe(standing ? 0 : 1);
        }
        await store.close();
      };
      await look(true, 'done');
      const points = killPoints(calls);
      expect(points.length).toBeGreaterThan(3);
      for (const at of points) {
        putCopy(copiesOf(places), at, join(places.folder, '..'));
        await look(false, `killed at ${calls[at - 1]}`);
      }
    },
    PATIENCE,
  );
});

describe.skipIf(!canFault)('an acknowledged change', () => {
  /** The calls of an operation, with the folder left out and temp names made the same. */
  async function calls(operation: Operation): Promise<string[]> {
    const places = freshPlaces();
    const { output } = await underFaults(program(), places, { operation, acts: [] });
    const lines = JSON.parse(output) as string[];
    return lines.map((line) => line.replace(`${places.folder}/`, '').replace(/[^/ ]+\.tmp$/, 'TEMP'));
  }

  test('of a file is synced before its rename, and its folder after it', async () => {
    expect(await calls('schema')).toEqual([
      'mkdir .system',
      expect.stringMatching(/^fsync /),
      'mkdir .system/tmp',
      'fsync .system',
      // Made before it is needed: on a full disk nothing could be deleted without it.
      'mkdir .system/trash',
      'fsync .system',
      'open .system/tmp/TEMP',
      'write .system/tmp/TEMP',
      'fsync .system/tmp/TEMP',
      'link .system/format.json',
      'unlink .system/tmp/TEMP',
      'open .system/tmp/TEMP',
      'write .system/tmp/TEMP',
      'fsync .system/tmp/TEMP',
      'rename .schemas/event.json',
      'fsync .schemas',
    ]);
  });

  test('of a new file never goes by rename, which could replace another', async () => {
    const found = (await calls('create')).slice(-4);
    expect(found.slice(0, 2)).toEqual(['fsync .system/tmp/TEMP', 'link blog/b.json']);
    // Both follow the link, side by side.
    expect(found.slice(2).sort()).toEqual(['fsync blog', 'unlink .system/tmp/TEMP']);
  });

  test('that is a deletion writes its entry before it moves anything, and syncs both folders', async () => {
    const found = (await calls('delete')).map((line) => line.replace(/\d{8}-\d{6}-[0-9a-f]{10}/, 'ENTRY'));
    const order = [
      'rename .system/trash/ENTRY/entry.json',
      'fsync .system/trash/ENTRY',
      'rename .system/trash/ENTRY/document.json',
      'fsync blog',
      'rename .system/trash/ENTRY/files',
    ];
    const places = order.map((line) => found.indexOf(line));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(found.lastIndexOf('fsync .system/trash/ENTRY')).toBeGreaterThan(places[4] ?? 0);
    expect(found.lastIndexOf('fsync blog')).toBeGreaterThan(places[4] ?? 0);
  });

  test('shares the sync of the folder with others that wait for it', async () => {
    const found = await calls('many');
    // And that of the format.
    expect(found.filter((line) => line === 'fsync .system/tmp/TEMP').length).toBe(17);
    const folder = found.filter((line) => line === 'fsync blog').length;
    expect(folder).toBeGreaterThan(0);
    expect(folder).toBeLessThan(16);
    expect(found.at(-1)).toBe('fsync blog');
  });
});
