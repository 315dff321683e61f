/** What a change in the folder makes stale in the query cache. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { AUTOMATIONS } from '#contract/automations';
import type { ChangeEvent } from '#contract/wire';
import { keys } from './keys';

/** The trash, damaged files, conflicts, references, problems and Home may have changed, and the activity goes on. */
const EVERYWHERE: readonly QueryKey[] = [
  keys.trash,
  keys.damaged,
  keys.conflicts,
  keys.activity,
  keys.references,
  keys.health,
  keys.overview,
];

/** What changes of objects of a collection make stale, beside the objects themselves. */
const besideObjects = (collection: string): readonly QueryKey[] => [
  keys.pages(collection),
  keys.states(collection),
  keys.labels(collection),
  keys.collections,
  keys.media,
  keys.changeSetDetails,
  // What runs is an object as well; whether it may run is decided by its text.
  ...(collection === AUTOMATIONS ? [keys.automations, keys.trust] : []),
];

function keysOf(event: ChangeEvent): readonly QueryKey[] {
  switch (event.type) {
    case 'object.created':
    case 'object.updated':
    case 'object.deleted':
    case 'object.damaged':
      return besideObjects(event.collection);
    case 'conflict.found':
    case 'conflict.gone':
      return [];
    case 'collection.created':
    case 'collection.updated':
    case 'collection.deleted':
      return [keys.collection(event.collection), keys.collections, keys.schemas, keys.media, keys.trust];
    case 'schema.saved':
    case 'schema.deleted':
      // Collections show their objects by their schema, so all of them may look different now.
      return [keys.schemas, ['collection'], keys.collections];
    case 'import.completed':
      return [keys.collection(event.collection), keys.collections, keys.media, ['history', event.collection]];
    case 'file.saved':
    case 'file.deleted':
      return [keys.media];
  }
}

/**
 * Keys of what changes may have made another. Changes are added as they come, since tens of thousands of objects change at
 * a time; `has` answers for one key of the cache.
 */
export function staleKeys() {
  /** What such keys begin with, and the kinds of changes whose keys are among them. */
  const begins = new Set<string>();
  const note = (key: QueryKey) => begins.add(JSON.stringify(key));
  return {
    add(event: ChangeEvent): void {
      const { type } = event;
      const collection = 'collection' in event ? event.collection : '';
      if ('id' in event && !type.startsWith('conflict.')) {
        note(keys.object(collection, event.id));
        if (type.startsWith('object.')) note(keys.history(collection, event.id));
      }
      const kind = type + collection;
      if (begins.has(kind)) return;
      begins.add(kind);
      EVERYWHERE.forEach(note);
      keysOf(event).forEach(note);
    },
    has: (queryKey: QueryKey): boolean =>
      queryKey.some((_, at) => begins.has(JSON.stringify(queryKey.slice(0, at + 1)))),
  };
}

export type StaleKeys = ReturnType<typeof staleKeys>;

/** Asks again for what is shown of what is stale, once for each query. */
export const refreshStale = (client: QueryClient, stale: StaleKeys): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => stale.has(queryKey) });

/** Asks again for what is shown of some keys. Resolves when it is there. */
export async function refresh(client: QueryClient, ...queryKeys: readonly QueryKey[]): Promise<void> {
  await Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Asks again for change sets, and for what is read through one of them of some collections; undefined for all. */
export async function refreshSet(
  client: QueryClient,
  collections: ReadonlySet<string | undefined>,
): Promise<void> {
  const isRead = ([, collection, , ...rest]: QueryKey) =>
    (collections.has(undefined) || collections.has(String(collection))) &&
    rest.some((part) => typeof part === 'object' && part !== null && 'set' in part && part.set !== undefined);
  const read = ['collection', 'history'].map((first) =>
    client.invalidateQueries({ queryKey: [first], predicate: ({ queryKey }) => isRead(queryKey) }),
  );
  await Promise.all([refresh(client, keys.changeSets), ...read]);
}
