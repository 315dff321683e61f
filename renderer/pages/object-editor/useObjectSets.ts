/** What change sets do to the object of a form, and through which of them the form reads and writes it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ListedChange, ListedChangeSet } from '#contract/change-sets';
import type { CollectionSettings } from '#contract/objects';
import { SHARED_DRAFT } from '#contract/set-names';
import { openSuggestion, setsOfQuery } from '../../api/drafts';
import { useRights } from '../../ui/rights';
import type { FormSet } from '../change-sets/accepting';

/** How often sets are asked for while the folder does not tell of changes by itself, in milliseconds. */
const LOOK_AGAIN = 4_000;

export interface ObjectSets {
  /** Whether it is known which set the form is of. */
  ready: boolean;
  /** The set that is read and written instead of what is live; undefined for what is live. */
  set: string | undefined;
  /** That set by its title, where it is known. */
  shown: FormSet | undefined;
  /** That set, or the suggestion of a user who may only suggest, as far as it changes the object. */
  changedIn: ListedChangeSet | undefined;
  /** What it does to the object; undefined where it leaves it as it is. */
  change: ListedChange | undefined;
  /** Other drafts and releases that change the object. */
  others: readonly ListedChangeSet[];
  /** Other sets that suggest changes of it. */
  suggestions: readonly ListedChangeSet[];
  /** Writes into a set from now on, or what is live again. */
  choose(set: string | undefined): void;
}

/** `session`: another one is another form, whose set is not chosen yet. */
export function useObjectSets(
  session: string,
  {
    collection,
    id,
    settings,
    live,
  }: {
    collection: string;
    id: string | undefined;
    settings: CollectionSettings | undefined;
    live: boolean;
  },
): ObjectSets {
  const { edits, suggests } = useRights();
  const [params] = useSearchParams();
  const asked = params.get('set') ?? undefined;
  const [chosen, setChosen] = useState<{ session: string; set: string | undefined }>();
  const { data, isPending } = useQuery({
    ...setsOfQuery(collection, id === undefined ? undefined : [id]),
    enabled: id !== undefined,
    refetchInterval: live ? false : LOOK_AGAIN,
  });
  const all = id === undefined ? [] : (data ?? []).filter(({ changes = [] }) => changes.length > 0);
  const isDrafted = all.some((one) => one.id === SHARED_DRAFT);
  const own = settings?.saves === 'draft' || isDrafted ? SHARED_DRAFT : undefined;
  const isChosen = chosen?.session === session;
  const set = edits ? ((isChosen ? chosen.set : asked) ?? own) : undefined;
  // Users who may only suggest read and write their suggestion without naming it.
  const changedIn = suggests ? openSuggestion(all) : all.find((one) => one.id === set);
  const others = all.filter((one) => one !== changedIn);
  return {
    ready: !edits || id === undefined || !isPending || isChosen,
    set,
    shown: set === undefined ? undefined : { id: set, title: changedIn?.title ?? set },
    changedIn,
    change: changedIn?.changes?.[0],
    others: others.filter(({ kind }) => kind !== 'suggestion'),
    suggestions: edits ? others.filter(({ kind }) => kind === 'suggestion') : [],
    choose: (next) => setChosen({ session, set: next }),
  };
}
