/** What `plinth check` inspects and repairs. */
import { join } from 'node:path';
import { message } from '../../contract/messages/message.js';
import { conflict } from '../../errors.js';
import { readBytes } from '../disk/json-file.js';
import { type Layout, SYSTEM_FOLDER } from '../disk/layout.js';
import { stampAt, statOf } from '../disk/stamp.js';
import { isImportRecord } from '../features/import-records.js';
import { revisionOf } from '../history/revision.js';
import { JOURNAL_FOLDER, ownerOf } from '../journal/record.js';
import { journalNames } from '../journal/recovery.js';
import type { TrashFolder } from '../trash/trash.js';
import type { ChangeSetFiles } from '../types/change-sets.js';
import type { Maintenance, PendingChange, VersionFile } from '../types/maintenance.js';
import { findFileCopies } from './file-copies.js';
import { markedVersions } from './merge-markers.js';
import { recoverDocument } from './recover-document.js';
import { type TakeCopyParts, takeCopy } from './take-copy.js';
import { findUnrecognizedFiles } from './unrecognized-files.js';

/** Changes younger than this may be under way in another process. */
const UNDER_WAY_MS = 60_000;

export interface MaintenanceParts extends TakeCopyParts {
  trash: TrashFolder;
  changeSets: ChangeSetFiles;
}

export function openMaintenance(parts: MaintenanceParts): Maintenance {
  const { layout, trash, copies, machine, changeSets } = parts;
  return {
    conflictCopies: () => copies.list(),
    fileCopies: (collections) => findFileCopies(layout, collections),
    readVersion: (place, name) => readVersion(layout, place, name),
    markedVersions,
    takeCopy: (copy, revision, change) => takeCopy(parts, copy, revision, change),
    unrecognizedFiles: () =>
      findUnrecognizedFiles(layout, (collection, id) => changeSets.changesOf(collection, id).length > 0),
    journal: () => pendingChanges(layout, machine),
    recoverDocument: (collection, id) => recoverDocument(layout, collection, id),
    async takeFiles(collection, id) {
      if (stampAt(layout.object(collection, id)))
        throw conflict(message('objectExistsAgain', { collection, id }));
      return trash.takeFiles(collection, id);
    },
  };
}

function readVersion(layout: Layout, place: string, name: string): VersionFile | undefined {
  const path = layout.named(place, name);
  if (layout.linkOn(path)) return undefined;
  const file = readBytes(path);
  if (!file) return undefined;
  const { bytes, stamp } = file;
  return { bytes, revision: revisionOf(bytes), size: stamp.size, modified: stamp.mtimeMs };
}

async function pendingChanges(layout: Layout, machine: string): Promise<PendingChange[]> {
  const left: PendingChange[] = [];
  for (const name of await journalNames(layout)) {
    const stats = statOf(join(layout.system, JOURNAL_FOLDER, name));
    if (!stats || isImportRecord(name) || Math.abs(Date.now() - stats.mtimeMs) < UNDER_WAY_MS) continue;
    const owner = ownerOf(name);
    left.push({
      path: `${SYSTEM_FOLDER}/${JOURNAL_FOLDER}/${name}`,
      begun: stats.mtime.toISOString(),
      here: owner && owner.machine === machine,
    });
  }
  return left;
}
