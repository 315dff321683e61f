/** Folders of a data folder in the cache and state directories of this machine. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** Keeps folders apart that share a cache or state directory. */
const folderKey = (root: string) => createHash('sha256').update(root).digest('hex').slice(0, 16);

/** Where snapshots are kept, and what else was made of the rows of collections. */
export const catalogueFolder = (cache: string, root: string) => join(cache, 'catalogue', folderKey(root));

export const derivativesFolder = (cache: string, root: string) => join(cache, 'derivatives', folderKey(root));

/** Where the history of a folder is kept, by its real path. */
export const historyFolder = (state: string, root: string): string => join(state, 'history', folderKey(root));

/** Where is kept what imports from other systems have made in a folder. */
export const importsFolder = (state: string, root: string): string => join(state, 'imports', folderKey(root));

/** Where the records of runs of automations are kept, and those of publishing a site. */
export const runsFolder = (state: string, root: string): string => join(state, 'runs', folderKey(root));
export const publishingFolder = (state: string, root: string): string =>
  join(state, 'publishing', folderKey(root));
