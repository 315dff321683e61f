import { useEffect, useMemo, useRef, useState } from 'react';
import type { DraftStore } from './draft-store';
import {
  type DraftAddress,
  type JournalEntry,
  journalKey,
  readJournal,
  removeJournal,
  writeJournal,
} from './journal';

/** Pause in typing after which the draft is written down, in milliseconds. */
const PAUSE = 400;

export interface Recovery {
  /** Unsaved changes of an earlier sitting, until restored or discarded. */
  found: JournalEntry | undefined;
  restore(): void;
  discard(): void;
}

/**
 * Keeps the draft in the browser's storage while it is dirty and offers what an earlier sitting left there.
 * `sensitive` properties are never written down.
 */
export function useJournal(store: DraftStore, address: DraftAddress, sensitive: readonly string[]): Recovery {
  const key = journalKey(address);
  const isNew = address.id === undefined;
  const [found, setFound] = useState(() => readJournal(localStorage, key));
  const pending = useRef(found);
  pending.current = found;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function write() {
      clearTimeout(timer);
      timer = undefined;
      const { edits, problems, etag } = store.get();
      // What was found and not decided on yet stays beneath what is typed now.
      const all = { ...pending.current?.edits, ...edits };
      const kept = Object.fromEntries(Object.entries(all).filter(([name]) => !sensitive.includes(name)));
      if (Object.keys(kept).length === 0) removeJournal(localStorage, key);
      else writeJournal(localStorage, key, { edits: kept, problems, etag, at: Date.now() });
    }
    const unsubscribe = store.subscribe(() => {
      clearTimeout(timer);
      // An empty draft was saved or discarded: its journal goes at once, before a reload could offer it again.
      if (Object.keys(store.get().edits).length === 0) write();
      else timer = setTimeout(write, PAUSE);
    });
    const flush = () => timer !== undefined && write();
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    // The object was just created: what was typed meanwhile now belongs to its own journal.
    if (Object.keys(store.get().edits).length > 0) timer = setTimeout(write, PAUSE);
    return () => {
      unsubscribe();
      if (isNew && !store.get().isNew) {
        clearTimeout(timer);
        removeJournal(localStorage, key);
      } else flush();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
    };
  }, [store, key, isNew, sensitive]);

  return useMemo(
    () => ({
      found,
      restore() {
        if (found === undefined) return;
        const { edits, problems } = store.get();
        pending.current = undefined;
        setFound(undefined);
        store.dispatch({
          type: 'restored',
          edits: { ...found.edits, ...edits },
          problems: { ...found.problems, ...problems },
        });
      },
      discard() {
        pending.current = undefined;
        setFound(undefined);
        if (Object.keys(store.get().edits).length === 0) removeJournal(localStorage, key);
      },
    }),
    [found, store, key],
  );
}
