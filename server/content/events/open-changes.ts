/** The changes of an open folder: for event streams, and behind cursors. */

import { FolderChanges } from '../changes/folder-changes.js';
import type { Base } from '../core/base.js';
import { RecentChanges } from './recent-changes.js';
import { ChangeSetEvents } from './set-events.js';

export interface Changes {
  /** Recent changes, for event streams. */
  readonly changes: RecentChanges;
  /** What has changed since a cursor. */
  readonly cursors: FolderChanges;
  /** Changes of change sets, which are no changes of the folder as it is live. */
  readonly setEvents: ChangeSetEvents;
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
    setEvents: new ChangeSetEvents(store.changeSets),
  };
}
