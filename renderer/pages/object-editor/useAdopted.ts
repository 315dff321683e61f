/** Takes up the draft that the form was opened for. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { draftQuery, draftsQuery } from '../../api/drafts';
import type { Recovery } from '../../draft/useJournal';

/** The draft is one of the form's own object, or in the form of a new object that of a deleted one. */
export function useAdopted({ kept, restore, copy }: Recovery, collection: string): void {
  const { state } = useLocation();
  const client = useQueryClient();
  const wanted = useRef<unknown>(state?.draft);
  const { data: drafts } = useQuery(draftsQuery());
  useEffect(() => {
    if (wanted.current === undefined) return;
    const own = kept.find(({ key, open }) => key === wanted.current && !open);
    const left = drafts?.find(({ id, missing }) => id === wanted.current && missing);
    if (own) {
      wanted.current = undefined;
      restore(own.key);
    } else if (left && left.collection === collection) {
      wanted.current = undefined;
      void client
        .fetchQuery(draftQuery(left))
        .then(copy)
        .catch(() => undefined);
    }
  }, [client, kept, drafts, collection, restore, copy]);
}
