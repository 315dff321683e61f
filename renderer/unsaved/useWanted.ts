/** Takes up the changes that a form was opened for. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { UnsavedAnswer } from '#contract/unsaved';
import { unsavedListQuery, unsavedQuery } from '../api/unsaved';
import type { KeptChanges } from './useKept';

interface Taking {
  collection: string;
  kept: KeptChanges['kept'];
  /** Takes changes of what the form changes. */
  restore(key: string): void;
  /** Takes the changes of something deleted into the form of something new. */
  copy(unsaved: UnsavedAnswer): void;
}

export function useWanted(taking: Taking): void {
  const { state } = useLocation();
  const client = useQueryClient();
  const wanted = useRef<unknown>(state?.unsaved);
  const { data: list } = useQuery(unsavedListQuery());
  const latest = useRef(taking);
  latest.current = taking;
  const { kept, collection } = taking;
  useEffect(() => {
    if (wanted.current === undefined) return;
    const own = kept.find(({ key, open }) => key === wanted.current && !open);
    const left = list?.find(({ id, missing }) => id === wanted.current && missing);
    if (own) {
      wanted.current = undefined;
      latest.current.restore(own.key);
    } else if (left && left.collection === collection) {
      wanted.current = undefined;
      void client
        .fetchQuery(unsavedQuery(left))
        .then((unsaved) => latest.current.copy(unsaved))
        .catch(() => undefined);
    }
  }, [client, kept, list, collection]);
}
