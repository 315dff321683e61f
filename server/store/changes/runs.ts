/** The runs of the server whose cursors are known, and how far each of them got. */
import { appendFileSync, readFileSync } from 'node:fs';
import { isJsonObject } from '../../contract/values.js';
import { isAbsent } from '../disk/fs-errors.js';

/** Earlier ones are forgotten. */
const MAX_RUNS = 2000;
const MODE = 0o600;

export interface Runs {
  /** The last change of each run. */
  readonly ends: Map<string, number>;
  /** Changes up to this number may be missing from the log. */
  readonly floor: number;
}

/** The runs whose segments are gone. Lines that cannot be read are passed over. */
export function readRuns(path: string): Runs {
  const ends = new Map<string, number>();
  let floor = 0;
  for (const line of linesOf(path)) {
    try {
      const value: unknown = JSON.parse(line);
      if (!isJsonObject(value)) continue;
      if (typeof value.run === 'string' && typeof value.to === 'number') ends.set(value.run, value.to);
      if (typeof value.floor === 'number') floor = Math.max(floor, value.floor);
    } catch {
      // Cut off by the end of the process; its cursors are not known any more.
    }
  }
  const oldest = [...ends.keys()].slice(0, -MAX_RUNS);
  for (const run of oldest) ends.delete(run);
  return { ends, floor };
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/** Adds what is known of a run, or a floor. Begins with a line break: the line before may have been cut off. */
export const noteRun = (path: string, note: { run: string; to: number } | { floor: number }): void =>
  appendFileSync(path, `\n${JSON.stringify(note)}`, { mode: MODE });
