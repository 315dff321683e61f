/** The folder `plinth serve` opens without `--data`. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isJsonObject } from '../contract/values.js';
import type { Site } from '../site.js';
import { folderExists, makeFolder, readTextFile } from '../store/host/files-outside.js';

/** Name of the record in the state directory: `{folders: [newest first]}`. */
const RECORD = 'recent-folders';
const MAX_RECENT = 10;

/** The most recent folder, if it still exists. */
export async function recentFolder(state: string): Promise<string | undefined> {
  let record: unknown;
  try {
    record = JSON.parse(await readTextFile(join(state, `${RECORD}.json`)));
  } catch {
    // A missing or invalid record means no folder.
    return undefined;
  }
  const folders = isJsonObject(record) && Array.isArray(record.folders) ? record.folders : [];
  for (const folder of folders) {
    if (typeof folder === 'string' && (await folderExists(folder))) return folder;
  }
  return undefined;
}

/** Moves the open folder to the start of the list. */
export async function rememberFolder(site: Site): Promise<void> {
  const record = await site.store.stateRecord<{ folders: string[] }>(RECORD, { folders: [] });
  const { root } = site.store;
  if (record.read().folders[0] === root) return;
  await record.update((value) => {
    value.folders = [root, ...value.folders.filter((folder) => folder !== root)].slice(0, MAX_RECENT);
  });
}

/** `Plinth/My site` in the user's home, created when it does not exist. */
export async function firstFolder(home = homedir()): Promise<string> {
  const folder = join(home, 'Plinth', 'My site');
  await makeFolder(folder);
  return folder;
}
