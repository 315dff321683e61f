import { useCallback, useEffect, useRef, useState } from 'react';
import type { UnsavedAnswer } from '#contract/unsaved';
import type { JsonObject } from '#contract/values';
import { own } from '../json';
import { titleOf } from '../ui/title-of';
import type { FormStore } from './form-store';
import { journalKey, newForm, type UnsavedAddress } from './journal';
import type { Place, ToKeep } from './keeper';
import { isDirty, valuesOf } from './read-form';
import { useKeeper } from './useKeeper';
import { entryOf, type KeptChanges, useKept } from './useKept';

export interface Recovery extends KeptChanges {
  /** The form's name, and that of its changes. */
  form: string;
  /** Takes kept changes into the form. */
  restore(key: string): void;
  /** Takes the changes of a deleted object into the form of a new one. */
  copy(unsaved: UnsavedAnswer): void;
  /** Where the form's own changes are kept. */
  place: Place;
}

/** What is kept of a form: all of it but sensitive properties. Undefined when that is nothing. */
function toKeep(
  store: FormStore,
  { address, form, sensitive }: { address: UnsavedAddress; form: string; sensitive: readonly string[] },
): ToKeep | undefined {
  const unsaved = store.get();
  const { edits, base, problems, etag, isNew } = unsaved;
  const names = Object.keys(edits).filter((name) => !sensitive.includes(name));
  if (names.length === 0 || !isDirty(unsaved)) return undefined;
  const of = (object: JsonObject) =>
    Object.fromEntries(names.map((name) => [name, own(object, name) ?? null]));
  const { collection, id, user } = address;
  return {
    collection,
    object: id,
    title: titleOf(valuesOf(unsaved)),
    entry: { edits: of(edits), base: isNew ? {} : of(base), problems, etag, user },
    key: journalKey(address, form),
  };
}

/** Keeps the form while it is dirty, and offers what other windows and earlier sittings left. */
export function useJournal(
  store: FormStore,
  address: UnsavedAddress,
  sensitive: readonly string[],
): Recovery {
  const [form] = useState(() => newForm(localStorage));
  const { kept, discard } = useKept(address, form);
  const { id } = address;
  const { keeper, place } = useKeeper(
    form,
    () => toKeep(store, { address, form, sensitive }),
    store.isWatched,
  );

  useEffect(() => store.subscribe(() => keeper.changed(!isDirty(store.get()))), [store, keeper]);

  // The object was created, or is to be created again: its changes are kept at its new address.
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
      // What is open elsewhere is copied; that form goes on with its own.
      if (!found.open) void keeper.replace(from).then((isKept) => isKept && discard(from));
    },
    [store, keeper, kept, sensitive, discard],
  );

  const copy = useCallback(
    (unsaved: UnsavedAnswer) => {
      const edits = Object.entries(unsaved.edits).filter(([name]) => !sensitive.includes(name));
      const entry = { ...entryOf(unsaved), edits: Object.fromEntries(edits), base: {}, etag: undefined };
      store.dispatch({ type: 'restored', entry });
      void keeper.replace(unsaved.id).then((isKept) => isKept && discard(unsaved.id));
    },
    [store, keeper, sensitive, discard],
  );

  return { form, kept, discard, restore, copy, place };
}
