import { readdirSync, readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { bundled, start } from './child.js';
import { freshPlaces, openHere, type Places, put } from './folder.js';
import { documentAfter } from './ledger.js';

const LANES = 8;
const KILLS = 6;
/** Acknowledged steps until each kill: some soon after the start, some later. */
const STEPS = [3, 120, 40, 61, 9, 97];

/** Runs the writer until it has acknowledged so many steps, kills it, and notes the steps acknowledged. */
async function runAndKill(program: string, places: Places, done: number[], steps: number): Promise<void> {
  const child = start(program, { ...places, lanes: LANES, done });
  const closed = new Promise((resolve) => child.on('close', resolve));
  let acknowledged = 0;
  if (!child.stdout) throw new Error('no output');
  for await (const line of createInterface(child.stdout)) {
    const [lane, step] = line.split(' ').map(Number);
    if (lane !== undefined && step !== undefined) {
      done[lane] = step;
      acknowledged += 1;
    }
    if (acknowledged === steps) child.kill('SIGKILL');
  }
  await closed;
}

describe('a store that is killed while it writes', () => {
  const program = bundled('./writer-program.ts');

  test('has every acknowledged change, no torn file, and nothing left over when it is opened again', async () => {
    const places = freshPlaces();
    put(places.folder, { 'blog/.meta.json': {} });
    const done = new Array<number>(LANES).fill(0);
    let unfinished = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await runAndKill(program(), places, done, STEPS[kill] ?? 50);
      unfinished += readdirSync(join(places.folder, '.system/tmp')).length;
      const store = await openHere(places);
      expect(readdirSync(join(places.folder, '.system/tmp'))).toEqual([]);
      const inTrash = new Set((await store.trash.list()).map((entry) => entry.object));
      for (let lane = 0; lane < LANES; lane += 1) {
        const id = `lane-${lane}`;
        const last = done[lane] ?? 0;
        const found = (await store.objects.read('blog', id))?.document;
        // The step after the last acknowledged one may have been done without being told.
        const allowed = [documentAfter(id, last), documentAfter(id, last + 1)];
        expect(allowed, `lane ${lane} after ${last} steps`).toContainEqual(found);
        done[lane] = last + (JSON.stringify(found) === JSON.stringify(allowed[0]) ? 0 : 1);
        if (last >= 5) expect(inTrash).toContain(id);
      }
      for (const entry of await store.trash.list()) {
        const kept = join(places.folder, '.system/trash', entry.id, 'document.json');
        expect(JSON.parse(readFileSync(kept, 'utf8')).id).toBe(entry.object);
      }
      await store.close();
    }
    expect(done.reduce((sum, steps) => sum + steps, 0)).toBeGreaterThan(200);
    // Otherwise the kills came between the writes and proved nothing.
    expect(unfinished).toBeGreaterThan(0);
  }, 180_000);
});

describe('a leftover temp file', () => {
  test('of a process that is gone is swept at open, of a living one only when it is old', async () => {
    const places = freshPlaces();
    const temp = join(places.folder, '.system/tmp');
    const child = start('-e', {});
    const gone = child.pid ?? 0;
    await new Promise((resolve) => child.on('close', resolve));
    put(temp, {
      [`${gone}-AAAAAAAAAAAA.tmp`]: 'left over',
      [`${gone}-BBBBBBBBBBBB.tmp/photo.jpg`]: 'left over',
      [`${process.ppid}-CCCCCCCCCCCC.tmp`]: 'being written',
      [`${process.pid}-DDDDDDDDDDDD.tmp`]: 'left over by a process that had our number',
      'somebody-elses.tmp': 'not ours',
    });
    await openHere(places);
    expect(readdirSync(temp).sort()).toEqual([`${process.ppid}-CCCCCCCCCCCC.tmp`, 'somebody-elses.tmp']);
    unlinkSync(join(temp, 'somebody-elses.tmp'));
  });
});
