/** What is in a folder; nothing where it does not exist. In slices: half a million names at once hold the event loop. */
import { type Dirent, opendirSync } from 'node:fs';
import { sortInSlices } from '../../async/sort-in-slices.js';
import { Yielder } from '../../async/yielder.js';
import { isAbsent } from './fs-errors.js';

/** So many are sorted at once. */
const FEW = 5000;

/** So many are read between two looks at the clock: most folders have fewer, and those who read many pause themselves. */
const LOOK = 256;

/** By name. */
export async function entriesIn(folder: string): Promise<Dirent[]> {
  const entries: Dirent[] = [];
  try {
    let yielder: Yielder | undefined;
    const directory = opendirSync(folder);
    try {
      for (let entry = directory.readSync(); entry; entry = directory.readSync()) {
        entries.push(entry);
        if (entries.length % LOOK > 0) continue;
        yielder ??= new Yielder();
        if (yielder.exhausted) await yielder.yieldToEventLoop();
      }
    } finally {
      directory.closeSync();
    }
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
  const compare = (a: Dirent | undefined, b: Dirent | undefined) =>
    compareUnits(a?.name ?? '', b?.name ?? '');
  if (entries.length <= FEW) return entries.sort(compare);
  const places = Uint32Array.from(entries, (_entry, at) => at);
  const order = await sortInSlices(places, (a, b) => compare(entries[a], entries[b]));
  const sorted: Dirent[] = [];
  for (const place of order) {
    const entry = entries[place];
    if (entry) sorted.push(entry);
  }
  return sorted;
}

const compareUnits = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

export async function namesIn(folder: string): Promise<string[]> {
  return (await entriesIn(folder)).map(({ name }) => name);
}
