/** A store of a folder as it was at a time: JSON files from the history, others from the folder and the trash. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Log } from './disk/log.js';
import { formerPaths, pastFiles } from './files/past-files.js';
import { removeLeftPastFolders, removePastFolder, writePastFolder } from './history/past-folder.js';
import { openStore } from './open.js';
import type { Store } from './store.js';

export interface PastOptions {
  /** ms since 1970. */
  at: number;
  /** Where its files are written, in a folder of their own; removed when it is closed. */
  folder: string;
  log: Log;
}

export async function openPastStore(live: Store, { at, folder, log }: PastOptions): Promise<Store> {
  await removeLeftPastFolders(folder);
  const place = join(folder, `${process.pid}-${randomBytes(6).toString('hex')}`);
  const target = join(place, live.folderName);
  try {
    const textFilesOf = (collection: string) => live.texts.filesOf(collection);
    await writePastFolder({ history: live.history, root: live.root, textFilesOf, target, at });
    const former = await formerPaths(live.fileHistory, at);
    const store = await openStore({
      folder: target,
      cache: join(place, 'cache'),
      state: join(place, 'state'),
      exclusive: false,
      log,
    });
    return {
      ...store,
      root: live.root,
      folder: live.folder,
      files: pastFiles(live.files, (...object) => store.files.document(...object), former, at),
      history: live.history,
      fileHistory: live.fileHistory,
      derivatives: live.derivatives,
      close: async () => {
        await store.close();
        await removePastFolder(place);
      },
    };
  } catch (error) {
    await removePastFolder(place);
    throw error;
  }
}
