/** The keeper of a form's draft, as long as the form is shown. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { discardDraft, keepDraft } from '../api/drafts';
import { keys } from '../api/keys';
import { refresh } from '../api/stale';
import { DraftKeeper, type Place, type ToKeep } from './draft-keeper';
import { holdDraft } from './open-drafts';

const PORT = { keep: keepDraft, discard: discardDraft };

/** `read`: what there is to keep; undefined when there is nothing. `place`: where the draft is kept. */
export function useKeeper(
  form: string,
  read: () => ToKeep | undefined,
): { keeper: DraftKeeper; place: Place } {
  const client = useQueryClient();
  const latest = useRef(read);
  latest.current = read;
  const keeper = useMemo(
    () => new DraftKeeper({ form, port: PORT, storage: localStorage, read: () => latest.current() }),
    [form],
  );
  const place = useSyncExternalStore(
    (listener) => keeper.subscribe(listener),
    () => keeper.place,
  );

  useEffect(() => holdDraft(form), [form]);

  useEffect(() => {
    const end = () => void keeper.flush(true);
    const hidden = () => document.hidden && void keeper.flush();
    window.addEventListener('pagehide', end);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('pagehide', end);
      document.removeEventListener('visibilitychange', hidden);
      void keeper.flush().finally(() => refresh(client, keys.drafts));
      keeper.stop();
    };
  }, [keeper, client]);
  return { keeper, place };
}
