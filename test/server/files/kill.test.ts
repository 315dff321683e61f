import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite } from '../../../server/site.js';
import { canFault, compileShim, killPoints, loggedCalls, putCopy } from '../../helpers/fault-shim.js';
import { thorough } from '../../helpers/thorough.js';
import { bundled, ended, start } from '../store/child.js';
import { freshPlaces, put } from '../store/folder.js';
import { BEFORE, FILE_OPERATIONS, wrongs } from './kill-cases.js';

if (!canFault) console.warn('Left out: kills at every call on files (needs Linux and a C compiler)');

// Every kill is a start of its own, so a sample leaves operations out.
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
describe.skipIf(!canFault)('a kill at any call', () => {
  const program = bundled('../files/kill-program.ts');
  // What the server looks for beside itself.
  beforeAll(() => {
    for (const name of ['package.json', 'resources', 'node_modules']) {
      symlinkSync(path(name), join(dirname(program()), name));
    }
  });

  test.each(operations)(
    'of %s leaves every named file whole and no file lost',
    async (operation) => {
      const places = freshPlaces();
      const outside = join(places.folder, '..');
      put(places.folder, BEFORE);
      const copies = join(shimFolder, operation);
      mkdirSync(copies);
      const [plan, log] = [join(outside, 'plan'), join(outside, 'calls')];
      const env = {
        ...{ LD_PRELOAD: shim, FAULT_ROOT: places.folder, FAULT_PLAN: plan, FAULT_LOG: log },
        ...{ FAULT_HOME: outside, FAULT_COPIES: copies },
      };
      const { output, signal } = await ended(start(program(), { ...places, operation, plan }, env));
      expect([output, signal]).toEqual(['done', null]);
      const calls = loggedCalls(log, RUN);
      const temp = join(places.folder, '.system/tmp');
      const unfinished = () =>
        (existsSync(temp) ? readdirSync(temp) : []).filter((name) => name !== 'chunks');
      const found = async (isDone: boolean) => {
        const site = await openSite({ ...places, trust: true, log: () => {} });
        await site.close();
        return { wrong: wrongs(places.folder, operation, isDone), left: unfinished() };
      };
      expect(await found(true)).toEqual({ wrong: [], left: [] });
      const points = killPoints(calls);
      expect(points.length).toBeGreaterThan(3);
      let begun = 0;
      for (const at of points) {
        putCopy(copies, at, outside);
        begun += unfinished().length;
        expect(await found(false), `killed at ${calls[at - 1]}`).toEqual({ wrong: [], left: [] });
      }
      // A move writes the document only.
      if (operation !== 'move') expect(begun).toBeGreaterThan(0);
    },
    180_000,
  );
});
