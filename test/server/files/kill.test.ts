import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite } from '../../../server/site.js';
import { canFault, compileShim, killPoints, loggedCalls } from '../../helpers/fault-shim.js';
import { thorough } from '../../helpers/thorough.js';
import { bundled, ended, start } from '../store/child.js';
import { freshPlaces, put } from '../store/folder.js';
import { BEFORE, FILE_OPERATIONS, type FileOperation, wrongs } from './kill-cases.js';

if (!canFault) console.warn('Left out: kills at every call on files (needs Linux and a C compiler)');

// Every kill is a process and a start, so a sample leaves operations out.
const operations = FILE_OPERATIONS.filter(
  (operation) => thorough || ['replace', 'pieces', 'move'].includes(operation),
);

const shimFolder = mkdtempSync(join(tmpdir(), 'plinth-shim-'));
const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
let shim = '';

beforeAll(() => {
  if (canFault) shim = compileShim(shimFolder);
});
afterAll(() => rmSync(shimFolder, { recursive: true, force: true }));

/** The run of the program in which the operation is done. */
const RUN = 2;
/** No operation has so many calls. */
const NONE = 1_000_000;

describe.skipIf(!canFault)('a kill at any call', () => {
  const program = bundled('../files/kill-program.ts');
  // What the server looks for beside itself.
  beforeAll(() => {
    for (const name of ['package.json', 'resources', 'node_modules']) {
      symlinkSync(path(name), join(dirname(program()), name));
    }
  });

  /** Does an operation in a fresh folder with a kill before a call, opens the folder again and removes it. */
  async function killed(operation: FileOperation, at: number) {
    const places = freshPlaces();
    const outside = join(places.folder, '..');
    put(places.folder, BEFORE);
    const [plan, log] = [join(outside, 'plan'), join(outside, 'calls')];
    const env = { LD_PRELOAD: shim, FAULT_ROOT: places.folder, FAULT_PLAN: plan, FAULT_LOG: log };
    const { output, signal } = await ended(start(program(), { ...places, operation, plan, at }, env));
    const survived = output.includes('survived');
    expect(signal).toBe(survived ? null : 'SIGKILL');
    const calls = loggedCalls(log, RUN);
    const site = await openSite({ ...places, trust: true, log: () => {} });
    await site.close();
    const temp = join(places.folder, '.system/tmp');
    const left = (existsSync(temp) ? readdirSync(temp) : []).filter((name) => name !== 'chunks');
    const found = { survived, calls, wrong: wrongs(places.folder, operation, survived), left };
    rmSync(outside, { recursive: true, force: true });
    return found;
  }

  test.each(operations)(
    'of %s leaves every named file whole and no file lost',
    async (operation) => {
      const { calls, ...whole } = await killed(operation, NONE);
      expect(whole).toEqual({ survived: true, wrong: [], left: [] });
      const points = killPoints(calls);
      expect(points.length).toBeGreaterThan(3);
      for (const at of points) {
        const { survived: _, calls: made, ...found } = await killed(operation, at);
        expect(found, `killed at ${made.at(-1)}`).toEqual({ wrong: [], left: [] });
      }
    },
    180_000,
  );
});
