/** The names in a folder; none where it does not exist. */
import { readdir } from 'node:fs';
import { promisify } from 'node:util';
import { isAbsent } from './fs-errors.js';

const list = promisify(readdir);

export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await list(folder);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}
