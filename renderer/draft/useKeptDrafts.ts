import { useCallback, useEffect, useState } from 'react';
import { type DraftAddress, journalKeys, type Kept, readJournal, removeJournal } from './journal';
import { whenNotOpen } from './open-drafts';

export interface KeptDrafts {
  /** Drafts that earlier sittings left and no form has open, the newest first. */
  kept: readonly Kept[];
  discard(key: string): void;
}

/** The drafts kept for an object, or for the new objects of a collection. One appears when its tab is closed. */
export function useKeptDrafts({ folder, folderName, collection, id }: DraftAddress): KeptDrafts {
  const [kept, setKept] = useState<readonly Kept[]>([]);

  useEffect(() => {
    const ended = new AbortController();
    setKept([]);
    for (const key of journalKeys(localStorage, { folder, folderName, collection, id })) {
      whenNotOpen(key, ended.signal, () => {
        const entry = readJournal(localStorage, key);
        if (entry === undefined || ended.signal.aborted) return;
        setKept((others) =>
          [...others.filter((other) => other.key !== key), { key, entry }].sort(
            (one, other) => other.entry.at - one.entry.at,
          ),
        );
      });
    }
    return () => ended.abort();
  }, [folder, folderName, collection, id]);

  const discard = useCallback((key: string) => {
    removeJournal(localStorage, key);
    setKept((all) => all.filter((other) => other.key !== key));
  }, []);

  return { kept, discard };
}
