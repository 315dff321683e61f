import { useCallback, useEffect, useRef, useState } from 'react';
import type { DraftAnswer } from '#contract/drafts';
import type { JsonObject } from '#contract/values';
import { own } from '../json';
import { titleOf } from '../ui/title-of';
import type { Place, ToKeep } from './draft-keeper';
import type { DraftStore } from './draft-store';
import { type DraftAddress, journalKey, newForm } from './journal';
import { isDirty, valuesOf } from './read-draft';
import { useKeeper } from './useKeeper';
import { entryOf, type KeptDrafts, useKeptDrafts } from './useKeptDrafts';

export interface Recovery extends KeptDrafts {
  /** The form's name, and that of its draft. */
  form: string;
  /** Takes a kept draft into the form. */
  restore(key: string): void;
  /** Takes the draft of a deleted object into the form of a new one. */
  copy(draft: DraftAnswer): void;
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
  if (names.length === 0 || !isDirty(draft)) return undefined;
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
  const [form] = useState(() => newForm(localStorage));
  const { kept, discard } = useKeptDrafts(address, form);
  const { id } = address;
  const { keeper, place } = useKeeper(form, () => toKeep(store, { address, form, sensitive }));

  useEffect(() => store.subscribe(() => keeper.changed(!isDirty(store.get()))), [store, keeper]);

  // The object was created, or is to be created again: its draft is kept at its new address.
  const placed = useRef(id);
  useEffect(() => {
    if (placed.current === id) return;
    placed.current = id;
    if (isDirty(store.get())) keeper.changed(false);
  }, [store, keeper, id]);

  const restore = useCallback(
    (from: string) => {
      const found = kept.find(({ key }) => key === from);
      if (found === undefined) return;
      const { edits } = found.entry;
      const shown = Object.entries(edits).filter(([name]) => !sensitive.includes(name));
      store.dispatch({ type: 'restored', entry: { ...found.entry, edits: Object.fromEntries(shown) } });
      // A draft that is open elsewhere is copied; that form goes on with its own.
      if (!found.open) void keeper.replace(from).then((isKept) => isKept && discard(from));
    },
    [store, keeper, kept, sensitive, discard],
  );

  const copy = useCallback(
    (draft: DraftAnswer) => {
      const edits = Object.entries(draft.edits).filter(([name]) => !sensitive.includes(name));
      const entry = { ...entryOf(draft), edits: Object.fromEntries(edits), base: {}, etag: undefined };
      store.dispatch({ type: 'restored', entry });
      void keeper.replace(draft.id).then((isKept) => isKept && discard(draft.id));
    },
    [store, keeper, sensitive, discard],
  );

  return { form, kept, discard, restore, copy, place };
}
