import { useCallback, useEffect, useState } from 'react';
import type { JsonObject } from '#contract/values';
import { own } from '../json';
import type { DraftStore } from './draft-store';
import {
  type DraftAddress,
  type JournalEntry,
  journalKey,
  newForm,
  readJournal,
  removeJournal,
  writeJournal,
} from './journal';
import { holdDraft } from './open-drafts';
import { type KeptDrafts, useKeptDrafts } from './useKeptDrafts';

/** Pause in typing after which the draft is written down, in milliseconds. */
const PAUSE = 400;

export interface Recovery extends KeptDrafts {
  /** Takes a kept draft into the form. */
  restore(key: string): void;
}

/** What is written down of a draft: all of it but sensitive properties. Undefined when that is nothing. */
function entryOf(store: DraftStore, sensitive: readonly string[]): JournalEntry | undefined {
  const { edits, base, problems, etag, isNew } = store.get();
  const names = Object.keys(edits).filter((name) => !sensitive.includes(name));
  if (names.length === 0) return undefined;
  const of = (object: JsonObject) =>
    Object.fromEntries(names.map((name) => [name, own(object, name) ?? null]));
  return { edits: of(edits), base: isNew ? {} : of(base), problems, etag, at: Date.now() };
}

/** False when the browser's storage does not take it. */
function write(store: DraftStore, key: string, sensitive: readonly string[]): boolean {
  const entry = entryOf(store, sensitive);
  if (entry !== undefined) return writeJournal(localStorage, key, entry);
  removeJournal(localStorage, key);
  return true;
}

/**
 * Keeps the draft in the browser's storage while it is dirty and offers what earlier sittings left there. `sensitive`
 * properties are never written down.
 */
export function useJournal(store: DraftStore, address: DraftAddress, sensitive: readonly string[]): Recovery {
  const [form] = useState(newForm);
  const { kept, discard } = useKeptDrafts(address);
  const key = journalKey(address, form);

  useEffect(() => holdDraft(key), [key]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function flush() {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      write(store, key, sensitive);
    }
    const unsubscribe = store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(flush, PAUSE);
      // An empty draft was saved or discarded: its journal goes at once, before a reload could offer it again.
      if (Object.keys(store.get().edits).length === 0) flush();
    });
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    // The object was just created: what was typed meanwhile now belongs to its own journal.
    if (Object.keys(store.get().edits).length > 0) timer = setTimeout(flush, PAUSE);
    const { isNew } = store.get();
    return () => {
      unsubscribe();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      // Created, or to be created again: what the draft is now is kept with its new address.
      if (isNew !== store.get().isNew) {
        clearTimeout(timer);
        removeJournal(localStorage, key);
      } else flush();
    };
  }, [store, key, sensitive]);

  const restore = useCallback(
    (from: string) => {
      const entry = readJournal(localStorage, from);
      if (entry === undefined) return;
      store.dispatch({ type: 'restored', entry });
      if (write(store, key, sensitive)) discard(from);
    },
    [store, key, sensitive, discard],
  );

  return { kept, discard, restore };
}
