/** The changes of an open folder: for event streams, and behind cursors. */
import { FolderChanges } from '../changes/folder-changes.js';
import type { Base } from '../core/base.js';
import { RecentChanges } from './recent-changes.js';

export interface Changes {
  /** Recent changes, for event streams. */
  readonly changes: RecentChanges;
  /** What has changed since a cursor. */
  readonly cursors: FolderChanges;
}

export function openChanges(
  base: Base,
  log: (level: 'warn', message: string, error: unknown) => void,
): Changes {
  const { store, events, now } = base;
  const stampOf = (collection: string, id: string) => store.catalogue.filled(collection)?.get(id)?.stamp;
  return {
    changes: new RecentChanges(events, { log: store.changes, now, stampOf }),
    cursors: new FolderChanges(base, (message, error) => log('warn', message, error)),
  };
}
