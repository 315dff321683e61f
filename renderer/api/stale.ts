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

function ownKeys(event: ChangeEvent): readonly QueryKey[] {
  switch (event.type) {
    case 'object.created':
    case 'object.updated':
    case 'object.deleted':
    case 'object.damaged':
      return [
        keys.pages(event.collection),
        keys.states(event.collection),
        keys.labels(event.collection),
        keys.object(event.collection, event.id),
        keys.history(event.collection, event.id),
        keys.collections,
        keys.media,
        keys.changeSetDetails,
        // What runs is an object as well; whether it may run is decided by its text.
        ...(event.collection === AUTOMATIONS ? [keys.automations, keys.trust] : []),
      ];
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
      return [keys.object(event.collection, event.id), keys.media];
  }
}

/** Keys of everything some changes may have made another, once each. */
export function staleBy(events: readonly ChangeEvent[]): QueryKey[] {
  const all = [...events.flatMap(ownKeys), ...(events.length > 0 ? EVERYWHERE : [])];
  return [...new Map(all.map((key) => [JSON.stringify(key), key])).values()];
}

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
