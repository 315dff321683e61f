/** How two sequences differ, as runs of entries. Pure. */
import { diffArrays } from 'diff';

export type Change = 'same' | 'added' | 'removed';

export interface Run<T> {
  change: Change;
  entries: readonly T[];
}

/** Changes after which the rest counts as replaced as a whole, to bound the time. */
const MAX_CHANGES = 1500;

/** Two adjacent runs of the same change are one; empty ones are dropped. */
export function joined<T>(runs: readonly Run<T>[]): Run<T>[] {
  const found: { change: Change; entries: T[] }[] = [];
  for (const { change, entries } of runs) {
    if (entries.length === 0) continue;
    const last = found.at(-1);
    if (last?.change === change) last.entries.push(...entries);
    else found.push({ change, entries: [...entries] });
  }
  return found;
}

/** How many entries are equal at the start and at the end. */
function commonEnds<T>(before: readonly T[], after: readonly T[], keyOf: (entry: T) => string) {
  const most = Math.min(before.length, after.length);
  const same = (a: T | undefined, b: T | undefined) =>
    a !== undefined && b !== undefined && keyOf(a) === keyOf(b);
  let head = 0;
  while (head < most && same(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < most - head && same(before.at(-1 - tail), after.at(-1 - tail))) tail += 1;
  return { head, tail };
}

/** Entries with the same key are equal. Runs with `same` have the entries of `after`. */
export function compare<T>(before: readonly T[], after: readonly T[], keyOf: (entry: T) => string): Run<T>[] {
  const { head, tail } = commonEnds(before, after, keyOf);
  const [one, other] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const found = diffArrays(one.map(keyOf), other.map(keyOf), { maxEditLength: MAX_CHANGES });
  const runs: Run<T>[] = [{ change: 'same', entries: after.slice(0, head) }];
  if (found === undefined) {
    runs.push({ change: 'removed', entries: one }, { change: 'added', entries: other });
  }
  let [atOne, atOther] = [0, 0];
  for (const { count, added, removed } of found ?? []) {
    if (removed) runs.push({ change: 'removed', entries: one.slice(atOne, atOne + count) });
    else {
      const entries = other.slice(atOther, atOther + count);
      runs.push({ change: added ? 'added' : 'same', entries });
    }
    if (!added) atOne += count;
    if (!removed) atOther += count;
  }
  runs.push({ change: 'same', entries: after.slice(after.length - tail) });
  return joined(runs);
}

/** A place where entries were replaced: what was removed there and what was added, next to each other. */
export interface Replacement<T> {
  removed: readonly T[];
  added: readonly T[];
}

/** Runs as unchanged stretches and replacements, in order. */
export function replacements<T>(runs: readonly Run<T>[]): (readonly T[] | Replacement<T>)[] {
  const found: (readonly T[] | { removed: T[]; added: T[] })[] = [];
  for (const { change, entries } of runs) {
    if (change === 'same') {
      found.push(entries);
      continue;
    }
    const last = found.at(-1);
    const place = last !== undefined && 'removed' in last ? last : { removed: [], added: [] };
    if (place !== last) found.push(place);
    place[change].push(...entries);
  }
  return found;
}

/** Whether anything was added or removed. */
export const differs = <T>(runs: readonly Run<T>[]): boolean => runs.some(({ change }) => change !== 'same');
