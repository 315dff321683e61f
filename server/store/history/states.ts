/** What each file held at a time, as far as versions are kept. */
import { Yielder } from '../../async/yielder.js';
import { type FileState, type HistoryEntry, lastUntil } from '../types/history.js';
import { withoutRepeats } from './entry.js';
import type { PathIndex } from './path-index.js';

/** Every file that has versions. `at` and `now`: ms since 1970. */
export async function* fileStates(index: PathIndex, at: number, now: number): AsyncGenerator<FileState> {
  const yielder = new Yielder();
  for (const part of index.parts()) {
    const paths = new Map<string, HistoryEntry[]>();
    for (const entry of await index.readPart(part)) {
      const of = paths.get(entry.path);
      if (of) of.push(entry);
      else paths.set(entry.path, [entry]);
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
    for (const [path, entries] of paths) {
      const [first] = entries;
      const last = lastUntil(withoutRepeats(entries), at, now);
      if (first) yield { path, first, last };
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
  }
}
