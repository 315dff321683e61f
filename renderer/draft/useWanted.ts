/** Takes up the draft that a form was opened for. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { DraftAnswer } from '#contract/drafts';
import { draftQuery, draftsQuery } from '../api/drafts';
import type { KeptDrafts } from './useKeptDrafts';

interface Taking {
  collection: string;
  kept: KeptDrafts['kept'];
  /** Takes a draft of what the form changes. */
  restore(key: string): void;
  /** Takes the draft of something deleted into the form of something new. */
  copy(draft: DraftAnswer): void;
}

export function useWanted(taking: Taking): void {
  const { state } = useLocation();
  const client = useQueryClient();
  const wanted = useRef<unknown>(state?.draft);
  const { data: drafts } = useQuery(draftsQuery());
  const latest = useRef(taking);
  latest.current = taking;
  const { kept, collection } = taking;
  useEffect(() => {
    if (wanted.current === undefined) return;
    const own = kept.find(({ key, open }) => key === wanted.current && !open);
    const left = drafts?.find(({ id, missing }) => id === wanted.current && missing);
    if (own) {
      wanted.current = undefined;
      latest.current.restore(own.key);
    } else if (left && left.collection === collection) {
      wanted.current = undefined;
      void client
        .fetchQuery(draftQuery(left))
        .then((draft) => latest.current.copy(draft))
        .catch(() => undefined);
    }
  }, [client, kept, drafts, collection]);
}
