/** The keeper of a form's changes, as long as the form is shown. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { keys } from '../api/keys';
import { refresh } from '../api/stale';
import { discardUnsaved, keepUnsaved } from '../api/unsaved';
import { Keeper, type Place, type ToKeep } from './keeper';
import { holdForm } from './open-forms';

const PORT = { keep: keepUnsaved, discard: discardUnsaved };

/** `read`: what there is to keep; undefined when there is nothing. `place`: where they are kept. */
export function useKeeper(
  form: string,
  read: () => ToKeep | undefined,
  isWatched?: () => boolean,
): { keeper: Keeper; place: Place } {
  const client = useQueryClient();
  const latest = useRef(read);
  latest.current = read;
  const keeper = useMemo(() => {
    const parts = { form, port: PORT, storage: localStorage, read: () => latest.current() };
    return new Keeper({ ...parts, ...(isWatched && { isWatched }) });
  }, [form, isWatched]);
  const place = useSyncExternalStore(
    (listener) => keeper.subscribe(listener),
    () => keeper.place,
  );

  useEffect(() => holdForm(form), [form]);

  useEffect(() => {
    const end = () => void keeper.flush(true);
    const hidden = () => document.hidden && void keeper.flush();
    window.addEventListener('pagehide', end);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('pagehide', end);
      document.removeEventListener('visibilitychange', hidden);
      void keeper.flush().finally(() => refresh(client, keys.unsavedList));
      keeper.stop();
    };
  }, [keeper, client]);
  return { keeper, place };
}
