/** What of the objects of a list is not live, and the change set that the list is read from and written to. */
import { type QueryClient, useQueries, useQuery } from '@tanstack/react-query';
import { createContext, use, useCallback, useMemo } from 'react';
import type { ChangeKind, ListedChange, ListedChangeSet } from '#contract/change-sets';
import type { CollectionSettings } from '#contract/objects';
import { SHARED_DRAFT } from '#contract/set-names';
import { openSuggestion, setsOfQuery } from '../../api/drafts';
import { PAGE_SIZE } from '../../api/queries';
import { useLive } from '../../api/useChanges';
import { useRights } from '../../ui/rights';

/** How often sets are asked for while the folder does not tell of changes by itself, in milliseconds. */
const LOOK_AGAIN = 4_000;

/** What change sets do to an object. */
export interface ChangedObject {
  /** What the shared draft does, or the suggestion of a user who may only suggest; undefined where it leaves the object as it is. */
  change: ChangeKind | undefined;
  /** Titles of other sets that change it. */
  others: readonly string[];
}

export interface ListDrafts {
  /** The set that the list is read from and written to; undefined for what is live. */
  set: typeof SHARED_DRAFT | undefined;
  /** The set whose change is the mark of an object. */
  shown: string | undefined;
  /** By the id of the object. */
  objects: ReadonlyMap<string, ChangedObject>;
  /** Not all changed objects are in `objects`: those that are shown are asked about. */
  isPartial: boolean;
  /** What the shared draft does to objects of the collection, changed last first, as far as it is listed. */
  changes: readonly ListedChange[];
  /** How many changes there are of each kind, also where not all of them are listed. */
  counts: Readonly<Record<ChangeKind, number>>;
  /** How many objects more than live ones there are in the set that the list is read from; below 0 for fewer. */
  more: number;
}

const NONE: readonly never[] = [];
const NOTHING: ListDrafts = {
  set: undefined,
  shown: undefined,
  objects: new Map(),
  isPartial: false,
  changes: NONE,
  counts: { new: 0, edit: 0, remove: 0 },
  more: 0,
};

export const ListDraftsContext = createContext(NOTHING);

export const useDraftsOfList = (): ListDrafts => use(ListDraftsContext);

/** `shown`: the set whose change is the mark of an object. */
function byObject(
  sets: readonly ListedChangeSet[],
  shown: string | undefined,
): ReadonlyMap<string, ChangedObject> {
  const found = new Map<string, ChangedObject>();
  for (const { id: set, title, changes = NONE } of sets) {
    for (const { id, change } of changes) {
      const { change: drafted, others = NONE } = found.get(id) ?? {};
      found.set(id, set === shown ? { change, others } : { change: drafted, others: [...others, title] });
    }
  }
  return found;
}

export function useListDrafts({ id, saves }: CollectionSettings): ListDrafts {
  const { edits, suggests } = useRights();
  const live = useLive();
  const { data } = useQuery({
    ...setsOfQuery(id),
    refetchInterval: live ? false : LOOK_AGAIN,
  });
  const set = edits && saves === 'draft' ? SHARED_DRAFT : undefined;
  return useMemo(() => {
    const shown = suggests ? openSuggestion(data)?.id : SHARED_DRAFT;
    const draft = data?.find((one) => one.id === shown);
    const changes = draft?.changes ?? NONE;
    const of = (kind: ChangeKind) =>
      changes.filter(({ change }) => change === kind).length + (draft?.more?.[kind] ?? 0);
    const counts = { new: of('new'), edit: of('edit'), remove: of('remove') };
    return {
      set,
      shown,
      objects: byObject(data ?? NONE, shown),
      isPartial: data?.some(({ more }) => more !== undefined) === true,
      changes,
      counts,
      more: set === undefined ? 0 : counts.new - counts.remove,
    };
  }, [data, set, suggests]);
}

/** With the changes of objects that are shown, where not all are listed; `idsOf` gives their ids as they are asked for. */
export function useDraftsWith(
  drafts: ListDrafts,
  collection: string,
  idsOf: () => readonly (readonly string[])[],
): ListDrafts {
  const { shown } = drafts;
  const live = useLive();
  const combine = useCallback(
    (results: { data: ListedChangeSet[] | undefined }[]) =>
      results.flatMap(({ data = NONE }) => [...byObject(data, shown)]),
    [shown],
  );
  const asked = useQueries({
    queries: (drafts.isPartial ? idsOf() : NONE).map((ids) => ({
      ...setsOfQuery(collection, ids),
      refetchInterval: live ? (false as const) : LOOK_AGAIN,
    })),
    combine,
  });
  return useMemo(
    () => (asked.length === 0 ? drafts : { ...drafts, objects: new Map([...drafts.objects, ...asked]) }),
    [drafts, asked],
  );
}

/** Ids in parts that one request can ask for. */
export const idsInParts = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / PAGE_SIZE) }, (_, n) =>
    ids.slice(n * PAGE_SIZE, (n + 1) * PAGE_SIZE),
  );

/** What sets do to these objects, also where the list does not know it. Throws `ApiError`. */
export async function changesOf(
  client: QueryClient,
  { shown, objects, isPartial }: ListDrafts,
  collection: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ChangedObject>> {
  if (!isPartial) return objects;
  const found = new Map<string, ChangedObject>();
  for (const part of idsInParts(ids)) {
    const sets = await client.fetchQuery(setsOfQuery(collection, part));
    for (const [id, changed] of byObject(sets, shown)) found.set(id, changed);
  }
  return found;
}
