/** Opening a folder for a command that does one thing and ends. */
import { resolve } from 'node:path';
import { missing } from '../errors.js';
import { openLog, siteLog } from '../http/log.js';
import { openSite, type Site } from '../site.js';
import { folderExists } from '../store/outside.js';
import { defaultPlaces } from '../store/places.js';
import { required } from './command.js';

export interface FolderValues {
  data?: string | undefined;
  cache?: string | undefined;
  state?: string | undefined;
}

/** Where derived files and decisions of this user go, absolute. */
export function placesOf(values: FolderValues): { cache: string; state: string } {
  const standard = defaultPlaces();
  return {
    cache: values.cache === undefined ? standard.cache : resolve(values.cache),
    state: values.state === undefined ? standard.state : resolve(values.state),
  };
}

/** The folder of `--data`, absolute. Throws UsageError without it, `missing` when there is none. */
export async function existingFolder(values: FolderValues): Promise<string> {
  const folder = resolve(required(values.data, '--data'));
  if (!(await folderExists(folder))) throw missing(`There is no folder ${folder}`);
  return folder;
}

/** Opens the folder, lets `work` use it and closes it again. Works beside a running server. */
export async function withSite<T>(values: FolderValues, work: (site: Site) => Promise<T>): Promise<T> {
  const folder = await existingFolder(values);
  const site = await openSite({ folder, ...placesOf(values), log: siteLog(openLog()) });
  try {
    return await work(site);
  } finally {
    await site.close();
  }
}
