/** What is in a folder; nothing where it does not exist. In slices: half a million names at once hold the event loop. */
import { type Dirent, opendirSync } from 'node:fs';
import { byText } from '../../async/sort-in-slices.js';
import { Yielder } from '../../async/yielder.js';
import { isAbsent } from './fs-errors.js';

/** So many are read between two looks at the clock: most folders have fewer, and those who read many pause themselves. */
const LOOK = 256;

/** By name. */
export function entriesIn(folder: string): Promise<readonly Dirent[]> {
  return sortedIn(
    folder,
    (entry) => entry,
    ({ name }) => name,
  );
}

export function namesIn(folder: string): Promise<readonly string[]> {
  return sortedIn(
    folder,
    ({ name }) => name,
    (name) => name,
  );
}

/** Names of the folders in a folder; a link to one is none. */
export function foldersIn(folder: string): Promise<readonly string[]> {
  return sortedIn(
    folder,
    (entry) => (entry.isDirectory() ? entry.name : undefined),
    (name) => name,
  );
}

/** Whether there are so many entries in a folder, which must exist. */
export function hasEntries(folder: string, count: number): boolean {
  const directory = opendirSync(folder);
  try {
    for (let found = 0; found < count; found += 1) if (!directory.readSync()) return false;
    return true;
  } finally {
    directory.closeSync();
  }
}

/** What is made of each entry, by name; entries of which nothing is made are left out. */
async function sortedIn<T>(
  folder: string,
  make: (entry: Dirent) => T | undefined,
  nameOf: (made: T) => string,
): Promise<readonly T[]> {
  const all: T[] = [];
  try {
    let yielder: Yielder | undefined;
    const directory = opendirSync(folder);
    try {
      let read = 0;
      for (let entry = directory.readSync(); entry; entry = directory.readSync()) {
        const made = make(entry);
        if (made !== undefined) all.push(made);
        read += 1;
        if (read % LOOK > 0) continue;
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
  return byText(all, nameOf);
}
