/**
 * Changes three objects together, once for every call, which the shim makes fail, and tells what was wrong; with `copy`
 * once, while the shim copies the folder before each call.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../../server/store/open.js';
import type { Store } from '../../../../server/store/store.js';
import { ORIGIN } from '../../../helpers/origin.js';
import { put } from '../files.js';
import { BEFORE, stateOf } from './journal-cases.js';

const settings: { folder: string; cache: string; state: string; plan: string; log: string; copy: boolean } =
  JSON.parse(process.argv[2] ?? '{}');
const { folder, plan, log } = settings;

let run = 0;
function order(call: number, act = 'none'): void {
  run += 1;
  // What the log has of earlier runs would be read again and again.
  if (call > 0) writeFileSync(log, '');
  writeFileSync(plan, `${run} ${call} ${act}`);
}

const calls = (): string[] =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${run} `));

async function change(store: Store): Promise<void> {
  const [a, c] = [await store.objects.read('blog', 'a'), await store.objects.read('blog', 'c')];
  if (!a || !c) throw new Error('The seed is not there');
  await store.journal.change(
    {
      writes: [
        { collection: 'blog', document: { id: 'a', version: 2 }, expect: a },
        { collection: 'notes', document: { id: 'b', version: 2 }, expect: 'absent' },
      ],
      removals: [{ collection: 'blog', id: 'c', title: 'C', expect: c.stamp }],
    },
    ORIGIN,
  );
}

function reset(): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  put(folder, BEFORE);
}

if (settings.copy) {
  reset();
  const store = await openStore({ ...settings, exclusive: true, log: () => {} });
  order(0, 'copy');
  await change(store);
  order(0);
  console.log('done');
} else {
  const wrong: string[] = [];
  const failures: Record<string, number> = {};
  for (const act of ['errno:28', 'errno:5', 'errno:13', 'short']) {
    for (let at = 1; ; at += 1) {
      order(0);
      reset();
      const store = await openStore({ ...settings, exclusive: true, log: () => {} });
      order(at, act);
      const said = await change(store).then(
        () => 'done',
        (error: unknown) => String(error),
      );
      const found = calls();
      order(0);
      await store.close();
      const faulted = found[at - 1];
      const state = stateOf(folder);
      if (state !== (said === 'done' ? 'new' : 'old')) {
        wrong.push(`${act} at ${at} (${faulted}): said ${said}, the folder is ${state}`);
      }
      const journal = join(folder, '.system/journal');
      if (said !== 'done' && existsSync(journal) && readdirSync(journal).length > 0) {
        if (!faulted?.includes('/journal/')) wrong.push(`${act} at ${at} (${faulted}): a journal is left`);
      }
      if (faulted === undefined) break;
      if (said !== 'done') failures[act] = (failures[act] ?? 0) + 1;
    }
  }
  console.log(JSON.stringify({ wrong, failures }));
}
process.exit();
