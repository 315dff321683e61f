/** Opens a folder for a command that runs once. */
import { basename, join, resolve } from 'node:path';
import { message } from '../contract/messages/message.js';
import { missing } from '../errors.js';
import { alsoLog, logOf, openLog, siteLog } from '../http/log.js';
import { securityLog } from '../http/security-log.js';
import { LOG_LEVEL, type LogLevel, levelOf } from '../settings/logs.js';
import { settingValue } from '../settings/read.js';
import { openSite, type Site } from '../site.js';
import { folderExists, makeFolder } from '../store/host/files-outside.js';
import { defaultUserFolders } from '../store/host/user-folders.js';
import { required } from './command.js';

export interface FolderValues {
  data?: string | undefined;
  cache?: string | undefined;
  state?: string | undefined;
}

/** Absolute paths of the cache and state directories. */
export function placesOf(values: FolderValues): { cache: string; state: string } {
  const standard = defaultUserFolders();
  return {
    cache: values.cache === undefined ? standard.cache : resolve(values.cache),
    state: values.state === undefined ? standard.state : resolve(values.state),
  };
}

/** The folder of `--data`, absolute. Throws UsageError without it, `missing` when there is none. */
export async function existingFolder(values: FolderValues): Promise<string> {
  const folder = resolve(required(values.data, '--data'));
  if (!(await folderExists(folder))) throw missing(message('folderAbsent', { path: folder }));
  return folder;
}

/** As `existingFolder`, for commands that fill a folder: it is made where there is none. */
export async function newOrExistingFolder(values: FolderValues): Promise<string> {
  const folder = resolve(required(values.data, '--data'));
  await makeFolder(folder);
  return folder;
}

/**
 * The security log of a command, in the shared log files of this machine. `level`: the folder's setting.
 */
export function commandLog(folder: string, cache: string, level: () => LogLevel): Site['security'] {
  const log = logOf(openLog({ files: join(cache, 'logs') }), basename(folder));
  const write = securityLog(log);
  return (line) => {
    alsoLog(log, level());
    write({ ...line, caller: 'command line' });
  };
}

/** Opens the folder, calls `work` and closes it again. Works while a server is running. */
export async function withSite<T>(values: FolderValues, work: (site: Site) => Promise<T>): Promise<T> {
  const folder = await existingFolder(values);
  const places = placesOf(values);
  const security = commandLog(folder, places.cache, () =>
    levelOf(settingValue(site.settings.read(), LOG_LEVEL)),
  );
  const site = await openSite({ folder, ...places, log: siteLog(openLog()), security });
  try {
    return await work(site);
  } finally {
    await site.close();
  }
}
