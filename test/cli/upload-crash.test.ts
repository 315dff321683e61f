/** What is left of the chunks of a finished upload when the server is killed, or the power fails. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { canFault, compileShim } from '../helpers/fault-shim.js';
import { temporaryFolder, writeFiles } from '../helpers/server.js';
import { Client, copiesIn, Faults, putBack } from './faults/client.js';
import { filesOf, OPERATIONS } from './faults/operations.js';
import { leftIn } from './faults/snapshot.js';

if (!canFault) console.warn('Left out: kills after chunked uploads (needs Linux and a C compiler)');

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const RUNS = 3;
const upload = OPERATIONS['uploading in pieces'];

async function setStage() {
  const home = await temporaryFolder();
  const folder = join(home, 'content');
  await mkdir(folder);
  for (let run = 0; run < RUNS; run += 1) await writeFiles(folder, filesOf(run));
  const faults = new Faults(home);
  const where = { home, folder, shim: compileShim(home), copies: await temporaryFolder() };
  return {
    faults,
    start: () => Client.start(where, faults, ''),
    killed: () => copiesIn(where),
    /** Opens what a kill before a call has left, after a look at it. */
    afterKill: (at: number, look: () => void) => {
      putBack(where, at);
      look();
      return Client.open(where);
    },
    chunks: () => {
      const path = join(folder, '.system/tmp/chunks');
      return existsSync(path) ? readdirSync(path, { recursive: true }) : [];
    },
    tmp: () => leftIn(folder, 'tmp'),
    isSaved: (run: number) => {
      const { box } = JSON.parse(readFileSync(join(folder, `r${run}/one.json`), 'utf8'));
      return box.files.some(({ name }: { name: string }) => name === 'new.txt');
    },
  };
}

/** The call with which the folder of an upload's chunks is put among the unfinished files. */
const dropOf = (calls: readonly string[]): number =>
  calls.findLastIndex((call) => /^\d+ \d+ rename \S+\/\.system\/tmp\/[^/]+\.tmp$/.test(call));

it.skipIf(!canFault)('are removed permanently before the upload is acknowledged', async () => {
  const { faults, start, chunks, isSaved } = await setStage();
  const client = await start();
  await upload.prepare(client, 0);
  expect(chunks()).toHaveLength(2);
  faults.off();
  expect((await upload.act(client, 0)).status).toBe(200);
  const calls = faults.calls();
  expect(isSaved(0)).toBe(true);
  expect(chunks()).toEqual([]);
  const after = calls.slice(dropOf(calls));
  // Without this the folder is back after a power cut.
  expect(after).toContainEqual(expect.stringMatching(/^\d+ \d+ fsync \S+\/\.system\/tmp\/chunks$/));
  await client.stop();
});

it.skipIf(!canFault)('are gone at the next start, wherever their removal was interrupted', async () => {
  const { faults, start, killed, afterKill, chunks, tmp, isSaved } = await setStage();
  const client = await start();
  // The first upload of all makes folders as well, and so has more calls.
  for (const run of [0, 1]) {
    await upload.prepare(client, run);
    faults.off();
    expect((await upload.act(client, run)).status).toBe(200);
  }
  const all = faults.calls().length;
  const drop = dropOf(faults.calls());
  expect(drop).toBeGreaterThan(0);
  await upload.prepare(client, 2);
  // The call after the one that takes the folder away, then each that follows.
  faults.copyAt(Array.from({ length: all - drop }, (_, n) => drop + n + 2));
  expect((await upload.act(client, 2)).status).toBe(200);
  const kills = killed();
  expect(kills.length).toBeGreaterThan(2);
  await client.stop();
  const calls = faults.calls();
  let left = 0;
  for (const at of kills) {
    const said = `killed at ${calls[at - 1]}`;
    const again = await afterKill(at, () => {
      expect(isSaved(2), said).toBe(true);
      left += tmp().length;
    });
    expect([chunks(), tmp()], said).toEqual([[], []]);
    await again.stop();
  }
  expect(left).toBeGreaterThan(0);
});
