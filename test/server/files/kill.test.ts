import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite } from '../../../server/site.js';
import { bundled, ended, start } from '../store/child.js';
import { freshPlaces, put } from '../store/folder.js';
import { BEFORE, FILE_OPERATIONS, wrongs } from './kill-cases.js';

// The shim stands between the program and the C library, so it needs a C compiler and Linux.
const compiler =
  process.platform === 'linux' && spawnSync('cc', ['--version'], { stdio: 'ignore' }).status === 0;
if (!compiler) console.warn('Left out: kills at every call on files (needs Linux and a C compiler)');

// Every kill is a process and a start: the whole takes minutes, and each run of all tests takes its part of it.
const thorough = process.env.PLINTH_THOROUGH !== undefined;
const operations = FILE_OPERATIONS.filter(
  (operation) => thorough || ['replace', 'pieces', 'move'].includes(operation),
);
const stride = thorough ? 1 : 3;

const shimFolder = mkdtempSync(join(tmpdir(), 'plinth-shim-'));
const shim = join(shimFolder, 'faultfs.so');
const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

beforeAll(() => {
  if (!compiler) return;
  const source = path('test/fixtures/faultfs.c');
  const { status, stderr } = spawnSync('cc', ['-O1', '-shared', '-fPIC', source, '-o', shim, '-ldl']);
  if (status !== 0) throw new Error(`The shim does not compile: ${stderr}`);
});
afterAll(() => rmSync(shimFolder, { recursive: true, force: true }));

describe.skipIf(!compiler)('a kill at any call', () => {
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
      let calls = 1;
      for (let survived = false; !survived; calls += stride) {
        const places = freshPlaces();
        put(places.folder, BEFORE);
        const plan = join(places.folder, '..', 'plan');
        const env = {
          LD_PRELOAD: shim,
          FAULT_ROOT: places.folder,
          FAULT_PLAN: plan,
          FAULT_LOG: join(places.folder, '..', 'calls'),
        };
        const { output, signal } = await ended(
          start(program(), { ...places, operation, plan, at: calls }, env),
        );
        survived = output.includes('survived');
        const said = `killed at call ${calls}`;
        expect(signal, said).toBe(survived ? null : 'SIGKILL');
        const site = await openSite({ ...places, trust: true, log: () => {} });
        await site.close();
        expect(wrongs(places.folder, operation, survived), said).toEqual([]);
        const temp = join(places.folder, '.system/tmp');
        const left = existsSync(temp) ? readdirSync(temp) : [];
        expect(
          left.filter((name) => name !== 'chunks'),
          said,
        ).toEqual([]);
        rmSync(join(places.folder, '..'), { recursive: true, force: true });
      }
      expect(calls).toBeGreaterThan(10);
    },
    180_000,
  );
});
