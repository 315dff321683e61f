/** What of the objects of a list is not live, and the change set that the list is read from and written to. */
import { useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import type { ChangeKind, ListedChange, ListedChangeSet } from '#contract/change-sets';
import type { CollectionSettings } from '#contract/objects';
import { SHARED_DRAFT } from '#contract/set-names';
import { openSuggestion, setsOfQuery } from '../../api/drafts';
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
  /** By the id of the object. */
  objects: ReadonlyMap<string, ChangedObject>;
  /** What the shared draft does to objects of the collection, changed last first. */
  changes: readonly ListedChange[];
  /** How many changes there are, also where not all of them are listed. */
  count: number;
  /** How many objects more than live ones there are in the set that the list is read from; below 0 for fewer. */
  more: number;
}

const NONE: readonly never[] = [];
const NOTHING: ListDrafts = { set: undefined, objects: new Map(), changes: NONE, count: 0, more: 0 };

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
    const of = (kind: ChangeKind) => changes.filter(({ change }) => change === kind).length;
    return {
      set,
      objects: byObject(data ?? NONE, shown),
      changes,
      count: changes.length + (draft?.more ?? 0),
      more: set === undefined ? 0 : of('new') - of('remove'),
    };
  }, [data, set, suggests]);
}
