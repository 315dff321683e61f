import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { UnsavedAnswer, UnsavedSummary } from '#contract/unsaved';
import { ApiError } from '../api/client';
import { keys } from '../api/keys';
import { refresh } from '../api/stale';
import { discardUnsaved, keepUnsaved, unsavedListQuery, unsavedQuery } from '../api/unsaved';
import { titleOf } from '../ui/title-of';
import {
  browserId,
  formIn,
  isOnServer,
  type JournalEntry,
  journalKeys,
  type Kept,
  newForm,
  readJournal,
  removeJournal,
  type UnsavedAddress,
} from './journal';
import { contentOf } from './keeper';
import { canTellOpen, openOf, whenNotOpen } from './open-forms';

export interface KeptChanges {
  /** Those of other forms, the newest first. */
  kept: readonly Kept[];
  discard(key: string): void;
}

/** At most so many are read with their values. */
const MOST = 50;

export const entryOf = ({ edits, base, problems, etag, version, at }: UnsavedAnswer): JournalEntry => ({
  edits,
  base,
  problems,
  version,
  etag,
  at: Date.parse(at),
});

/** Sends to the server what this browser has kept; what it does not accept stays here and is offered from here. */
function useLeftHere({ folder, collection, id, user }: UnsavedAddress) {
  const client = useQueryClient();
  const [left, setLeft] = useState<readonly Kept[]>([]);

  useEffect(() => {
    const ended = new AbortController();
    const address = { folder, collection, id, user };
    async function send(key: string) {
      const entry = readJournal(localStorage, key);
      if (entry === undefined || (entry.user !== undefined && entry.user !== user)) return;
      const title = titleOf(entry.edits);
      try {
        const form = formIn(key) ?? newForm(localStorage);
        await keepUnsaved(form, contentOf({ collection, object: id, title }, entry));
      } catch (error) {
        // The server has a later version, as from the last message of a page that has just closed.
        if (!(error instanceof ApiError && error.status === 412)) {
          if (ended.signal.aborted) return;
          setLeft((others) => [...others.filter((one) => one.key !== key), { key, entry, open: false }]);
          return;
        }
      }
      removeJournal(localStorage, key);
      await refresh(client, keys.unsavedList);
    }
    setLeft([]);
    for (const key of journalKeys(localStorage, address)) {
      whenNotOpen(formIn(key) ?? key, ended.signal, () => void send(key));
    }
    return () => ended.abort();
  }, [client, folder, collection, id, user]);

  const forget = useCallback((key: string) => {
    removeJournal(localStorage, key);
    setLeft((all) => all.filter((one) => one.key !== key));
  }, []);
  return { left, forget };
}

/** Whether a window of this browser has a form open, by its id; missing: not known yet. */
function useOpenHere(list: readonly UnsavedSummary[]): ReadonlyMap<string, boolean> {
  const [known, setKnown] = useState<ReadonlyMap<string, boolean>>(new Map());
  const here = browserId(localStorage);
  const ids = list.filter(({ id }) => id.startsWith(`${here}-`)).map(({ id }) => id);
  const listed = ids.sort().join(' ');
  useEffect(() => {
    const ended = new AbortController();
    const all = listed === '' ? [] : listed.split(' ');
    const learn = (states: readonly [string, boolean][]) => {
      if (!ended.signal.aborted) setKnown((before) => new Map([...before, ...states]));
    };
    void openOf(all).then((open) => learn(open.map((id) => [id, true])));
    for (const id of all) whenNotOpen(id, ended.signal, () => learn([[id, false]]));
    return () => ended.abort();
  }, [listed]);
  return known;
}

/**
 * What is kept for an object, or for the new objects of a collection: of all windows and browsers of the user but
 * `form`.
 */
export function useKept(address: UnsavedAddress, form?: string): KeptChanges {
  const client = useQueryClient();
  const { collection, id } = address;
  const { left, forget } = useLeftHere(address);
  const { data } = useQuery(unsavedListQuery());
  const summaries = useMemo(
    () =>
      (data ?? [])
        .filter((one) => one.collection === collection && one.object === id && one.id !== form)
        .slice(0, MOST),
    [data, collection, id, form],
  );
  const openHere = useOpenHere(summaries);
  const answers = useQueries({ queries: summaries.map(unsavedQuery) });

  const here = browserId(localStorage);
  const isOpen = ({ id: unsaved, open }: UnsavedSummary): boolean | undefined =>
    unsaved.startsWith(`${here}-`) && canTellOpen() ? openHere.get(unsaved) : open;
  const stored = answers.flatMap(({ data: answer }, at) => {
    const summary = summaries[at];
    const open = summary && isOpen(summary);
    return answer && open !== undefined ? [{ key: answer.id, entry: entryOf(answer), open }] : [];
  });
  const kept = [...stored, ...left].sort((one, other) => other.entry.at - one.entry.at);

  const discard = useCallback(
    (key: string) => {
      forget(key);
      client.setQueryData(unsavedListQuery().queryKey, (all) => all?.filter((one) => one.id !== key));
      const again = () => refresh(client, keys.unsavedList);
      if (isOnServer(key)) void discardUnsaved(key).finally(again);
    },
    [client, forget],
  );

  return { kept, discard };
}
