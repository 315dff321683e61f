/** What the log of changes knows of the objects of a collection, and how that differs from the folder. */
import { Yielder } from '../../async/yielder.js';
import { changeTime } from '../../store/catalogue/row.js';
import type { CollectionIndex } from '../../store/types/catalogue.js';
import type { ChangeLog, CollectionStates, LogEntry, ObjectState } from '../../store/types/changes.js';

/** The last entry about each object, by collection. */
export type LastEntries = ReadonlyMap<string, ReadonlyMap<string, ObjectState>>;

/** The entries about objects; of several about the same object the last one. */
export function lastEntries(entries: readonly LogEntry[]): LastEntries {
  const found = new Map<string, Map<string, ObjectState>>();
  for (const entry of entries) {
    if (!('event' in entry) || !entry.event.type.startsWith('object.') || !('id' in entry.event)) continue;
    const { collection, id } = entry.event;
    const { seq, at, print = '' } = entry;
    let objects = found.get(collection);
    if (!objects) {
      objects = new Map();
      found.set(collection, objects);
    }
    objects.set(id, { id, seq, at, print });
  }
  return found;
}

/** The states of a collection with the entries of the log. */
export interface KnownStates extends Omit<CollectionStates, 'states'> {
  readonly states: Map<string, ObjectState>;
  /** Whether they are in a file. */
  readonly saved: boolean;
}

/** `logged`: read before the file, so that nothing is missed that moves from one to the other. */
export async function knownStates(
  log: ChangeLog,
  collection: string,
  logged: LastEntries,
): Promise<KnownStates | undefined> {
  const file = await log.states(collection);
  const entries = logged.get(collection)?.values() ?? [];
  if (!file && log.wasThere(collection)) return undefined;
  const { upTo, floor, key } = file ?? { upTo: 0, floor: 0, key: '' };
  const states = new Map((await file?.all())?.map((state) => [state.id, state]));
  for (const state of entries) if (state.seq > upTo) states.set(state.id, state);
  return { upTo, floor, key, states, saved: file !== undefined };
}

/** How an object differs from what is known of it. */
export interface Difference {
  readonly type: 'object.created' | 'object.updated' | 'object.deleted' | 'object.damaged';
  readonly id: string;
  readonly print: string | null;
}

/** The objects that are not as they are known; all with `every`. Without an index there is no collection any more. */
export async function differences(
  log: ChangeLog,
  { collection, collectionIndex }: { collection: string; collectionIndex: CollectionIndex | undefined },
  { known, every }: { known: ReadonlyMap<string, ObjectState>; every: boolean },
): Promise<Difference[]> {
  const found: Difference[] = [];
  const yielder = new Yielder();
  for (const row of collectionIndex?.rows() ?? []) {
    const before = known.get(row.id)?.print ?? null;
    const print = printOf(log, collection, row);
    if (every || before === null || print === '' || print !== before) {
      found.push({ type: before === null ? 'object.created' : 'object.updated', id: row.id, print });
    }
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  for (const { id, print } of known.values()) {
    if (print !== null && !collectionIndex?.get(id)) {
      found.push({
        type: collectionIndex?.problem(id) ? 'object.damaged' : 'object.deleted',
        id,
        print: null,
      });
    }
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return found;
}

/** Empty where a later change of the file could be overlooked. */
export const printOf = (log: ChangeLog, collection: string, row: Parameters<typeof changeTime>[0]): string =>
  log.print(collection, { id: row.id, stamp: row.stamp, changed: changeTime(row) }) ?? '';
