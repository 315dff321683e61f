import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { JsonObject } from '#contract/values';
import { discardDraft, keepDraft } from '../api/drafts';
import { keys } from '../api/keys';
import { own } from '../json';
import { titleOf } from '../ui/title-of';
import { DraftKeeper, type Place, type ToKeep } from './draft-keeper';
import type { DraftStore } from './draft-store';
import { type DraftAddress, journalKey, newForm } from './journal';
import { holdDraft } from './open-drafts';
import { valuesOf } from './read-draft';
import { type KeptDrafts, useKeptDrafts } from './useKeptDrafts';

const PORT = { keep: keepDraft, discard: discardDraft };

export interface Recovery extends KeptDrafts {
  /** The form's name, and that of its draft. */
  form: string;
  /** Takes a kept draft into the form. */
  restore(key: string): void;
  /** Where the form's own draft is kept. */
  place: Place;
}

/** What is kept of a draft: all of it but sensitive properties. Undefined when that is nothing. */
function toKeep(
  store: DraftStore,
  { address, form, sensitive }: { address: DraftAddress; form: string; sensitive: readonly string[] },
): ToKeep | undefined {
  const draft = store.get();
  const { edits, base, problems, etag, isNew } = draft;
  const names = Object.keys(edits).filter((name) => !sensitive.includes(name));
  if (names.length === 0) return undefined;
  const of = (object: JsonObject) =>
    Object.fromEntries(names.map((name) => [name, own(object, name) ?? null]));
  const { collection, id, user } = address;
  return {
    collection,
    object: id,
    title: titleOf(valuesOf(draft)),
    entry: { edits: of(edits), base: isNew ? {} : of(base), problems, etag, user },
    key: journalKey(address, form),
  };
}

/** Keeps the draft while it is dirty, and offers what other windows and earlier sittings left. */
export function useJournal(store: DraftStore, address: DraftAddress, sensitive: readonly string[]): Recovery {
  const client = useQueryClient();
  const [form] = useState(() => newForm(localStorage));
  const { kept, discard } = useKeptDrafts(address, form);
  const { id } = address;
  // The keeper lives as long as the form, also when the object it is about is created.
  const about = useRef({ address, form, sensitive });
  about.current = { address, form, sensitive };
  const keeper = useMemo(
    () =>
      new DraftKeeper({ form, port: PORT, storage: localStorage, read: () => toKeep(store, about.current) }),
    [form, store],
  );
  const place = useSyncExternalStore(
    (listener) => keeper.subscribe(listener),
    () => keeper.place,
  );

  useEffect(() => holdDraft(form), [form]);

  useEffect(() => {
    const unsubscribe = store.subscribe(() => keeper.changed(Object.keys(store.get().edits).length === 0));
    const end = () => void keeper.flush(true);
    const hidden = () => document.hidden && void keeper.flush();
    window.addEventListener('pagehide', end);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      unsubscribe();
      window.removeEventListener('pagehide', end);
      document.removeEventListener('visibilitychange', hidden);
      void keeper.flush().finally(() => client.invalidateQueries({ queryKey: keys.drafts }));
      keeper.stop();
    };
  }, [store, keeper, client]);

  // The object was created, or is to be created again: its draft is kept at its new address.
  const placed = useRef(id);
  useEffect(() => {
    if (placed.current === id) return;
    placed.current = id;
    if (Object.keys(store.get().edits).length > 0) keeper.changed(false);
  }, [store, keeper, id]);

  const restore = useCallback(
    (from: string) => {
      const found = kept.find(({ key }) => key === from);
      if (found === undefined) return;
      const { edits } = found.entry;
      const shown = Object.entries(edits).filter(([name]) => !sensitive.includes(name));
      store.dispatch({ type: 'restored', entry: { ...found.entry, edits: Object.fromEntries(shown) } });
      // A draft that is open elsewhere is copied; that form goes on with its own.
      if (!found.open) void keeper.flush().then((isKept) => isKept && discard(from));
    },
    [store, keeper, kept, sensitive, discard],
  );

  return { form, kept, discard, restore, place };
}
