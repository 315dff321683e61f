/** Which folder `plinth serve` opens when none is named. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isJsonObject } from '../contract/values.js';
import type { Site } from '../site.js';
import { folderExists, makeFolder, readTextFile } from '../store/host/files-outside.js';

/** Name of the record in the state directory: `{folders: [newest first]}`. */
const RECORD = 'recent-folders';
const MOST = 10;

/** The folder opened last, as far as it is still there. */
export async function recentFolder(state: string): Promise<string | undefined> {
  let record: unknown;
  try {
    record = JSON.parse(await readTextFile(join(state, `${RECORD}.json`)));
  } catch {
    // Never written, or not readable: as good as no folder at all.
    return undefined;
  }
  const folders = isJsonObject(record) && Array.isArray(record.folders) ? record.folders : [];
  for (const folder of folders) {
    if (typeof folder === 'string' && (await folderExists(folder))) return folder;
  }
  return undefined;
}

/** Puts the open folder at the head of the list. */
export async function rememberFolder(site: Site): Promise<void> {
  const record = await site.store.stateRecord<{ folders: string[] }>(RECORD, { folders: [] });
  const { root } = site.store;
  if (record.read().folders[0] === root) return;
  await record.update((value) => {
    value.folders = [root, ...value.folders.filter((folder) => folder !== root)].slice(0, MOST);
  });
}

/** `Plinth/My site` in the user's home, made when it is not there. */
export async function firstFolder(home = homedir()): Promise<string> {
  const folder = join(home, 'Plinth', 'My site');
  await makeFolder(folder);
  return folder;
}
