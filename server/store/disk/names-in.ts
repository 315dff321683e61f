/** What is in a folder; nothing where it does not exist. In slices: half a million names at once hold the event loop. */
import { type Dirent, opendirSync } from 'node:fs';
import { Yielder } from '../../async/yielder.js';
import { isAbsent } from './fs-errors.js';

/** In any order. */
export async function entriesIn(folder: string): Promise<Dirent[]> {
  const entries: Dirent[] = [];
  try {
    const yielder = new Yielder();
    const directory = opendirSync(folder);
    try {
      for (let entry = directory.readSync(); entry; entry = directory.readSync()) {
        entries.push(entry);
        if (yielder.exhausted) await yielder.yieldToEventLoop();
      }
    } finally {
      directory.closeSync();
    }
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
  return entries;
}

export async function namesIn(folder: string): Promise<string[]> {
  return (await entriesIn(folder)).map(({ name }) => name);
}
