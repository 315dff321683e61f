/**
 * Does one operation once for every call, which the shim makes fail, and tells what was wrong; or once while the shim
 * copies the folder before each call.
 * Without acts it tells which calls there are.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../server/store/open.js';
import { BEFORE, clear, type FaultSettings, prepare, wrongs } from './fault-cases.js';
import { put } from './files.js';

const settings = JSON.parse(process.argv[2] ?? '{}') as FaultSettings;
const { folder, operation, acts } = settings;
const store = await openStore({ ...settings, exclusive: true, log: () => {} });

let run = 0;
/** Orders the shim to fail a call of what follows. */
function order(call: number, act = 'none'): number {
  run += 1;
  // What the log has of earlier runs would be read again and again.
  if (call > 0) writeFileSync(settings.log, '');
  writeFileSync(settings.plan, `${run} ${call} ${act}`);
  return run;
}

/** The calls the shim counted in a run, as "CALL PATH". */
function callsOf(number: number): string[] {
  const lines = readFileSync(settings.log, 'utf8').split('\n');
  return lines
    .filter((line) => line.startsWith(`${number} `))
    .map((line) => line.split(' ').slice(2).join(' '));
}

/** What a failed operation says: a kind of Plinth's, or the system's code. */
function saying(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  if ('kind' in error) return String(error.kind);
  return 'code' in error ? String(error.code) : String(error);
}

async function once(
  call: number,
  act: string,
): Promise<{ faulted: string | undefined; said: string; wrong: string[] }> {
  order(0);
  clear(folder);
  put(folder, BEFORE);
  const work = await prepare(store, operation);
  const number = order(call, act);
  const said = await work().then(() => 'ok', saying);
  order(0);
  const faulted = callsOf(number)[call - 1];
  const wrong = wrongs(folder, operation, said === 'ok');
  const temp = join(folder, '.system/tmp');
  const left = existsSync(temp) ? readdirSync(temp) : [];
  // What cannot be deleted is swept at the next start.
  const wasRemoval =
    faulted?.startsWith('unlink') || faulted?.startsWith('rmdir') || faulted?.includes('.system/tmp');
  if (left.length > 0 && !wasRemoval) wrong.push(`left over: ${left}`);
  if (!['ok', 'full', 'EIO'].includes(said)) wrong.push(`it said "${said}"`);
  if (said === 'full' && act === 'errno:5') wrong.push('an I/O error was called a full disk');
  if (said === 'EIO' && act !== 'errno:5') wrong.push('a full disk was called an I/O error');
  return { faulted, said, wrong };
}

if (acts.length === 0) {
  put(folder, BEFORE);
  const work = await prepare(store, operation);
  const number = order(0);
  await work();
  order(0);
  console.log(JSON.stringify(callsOf(number)));
} else if (acts[0] === 'copy') {
  put(folder, BEFORE);
  const work = await prepare(store, operation);
  order(0, 'copy');
  await work();
  order(0);
  console.log('done');
} else {
  const results: string[] = [];
  const failures: Record<string, number> = {};
  let calls = 0;
  for (const act of acts) {
    failures[act] = 0;
    for (let call = 1; ; call += 1) {
      const { faulted, said, wrong } = await once(call, act);
      for (const sentence of wrong) results.push(`${act} at ${call} (${faulted}): ${sentence}`);
      if (faulted === undefined) break;
      calls = call;
      if (said !== 'ok') failures[act] += 1;
    }
  }
  console.log(JSON.stringify({ calls, failures, wrong: results }));
}
process.exit();
