/** Moves entries of the log into the states of their collections, where only the last change of an object counts. */
import type { CollectionStates, LogEntry, ObjectState } from '../types/changes.js';
import type { StatesFolder } from './states-folder.js';

/** Deleted objects that are remembered, or as many as there are objects. */
const MAX_DELETED = 10_000;

/** The entries about objects, by collection. */
function byCollection(entries: readonly LogEntry[]): Map<string, ObjectState[]> {
  const found = new Map<string, ObjectState[]>();
  for (const entry of entries) {
    if (!('event' in entry) || !entry.event.type.startsWith('object.') || !('id' in entry.event)) continue;
    const { collection, id } = entry.event;
    const { seq, at, print = '' } = entry;
    const these = found.get(collection);
    if (these) these.push({ id, seq, at, print });
    else found.set(collection, [{ id, seq, at, print }]);
  }
  return found;
}

/** The states without the oldest deletions, where there are too many. */
export function withoutOld(states: CollectionStates): CollectionStates {
  const deleted = states.states.filter(({ print }) => print === null).sort((a, b) => a.seq - b.seq);
  const most = Math.max(MAX_DELETED, states.states.length - deleted.length);
  const dropped = new Set(deleted.slice(0, Math.max(0, deleted.length - most)));
  if (dropped.size === 0) return states;
  const floor = Math.max(states.floor, ...[...dropped].slice(-1).map(({ seq }) => seq));
  return { ...states, floor, states: states.states.filter((state) => !dropped.has(state)) };
}

/** Adds entries up to a number to the states of their collections. Done twice, it changes nothing. */
export async function folded(
  tables: StatesFolder,
  entries: readonly LogEntry[],
  { upTo, wasThere }: { upTo: number; wasThere: (collection: string) => boolean },
): Promise<void> {
  for (const [collection, changed] of byCollection(entries)) {
    const before = await tables.read(collection);
    if (before && before.upTo >= upTo) continue;
    const states = new Map((await before?.all())?.map((state) => [state.id, state]));
    for (const state of changed) if (state.seq > (before?.upTo ?? 0)) states.set(state.id, state);
    // Without earlier states the objects that were there before are not known.
    const floor = before ? Math.min(before.floor, upTo) : wasThere(collection) ? upTo : 0;
    const after = { upTo, floor, key: before?.key ?? '', states: [...states.values()] };
    await tables.write(collection, withoutOld(after));
  }
}
