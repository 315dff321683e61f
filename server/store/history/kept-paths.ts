/** Which files of the data folder have a history: the JSON that people write. Records with hashes of secrets do not. */
import { relative, sep } from 'node:path';
import type { ChangeEvent } from '../../contract/wire.js';
import { idOfFile, isCollectionName, SCHEMA_FOLDER, SETTINGS_FILE, SYSTEM_FOLDER } from '../disk/layout.js';

/** The settings of the folder, the only record of `.system` that is kept. */
export const FOLDER_SETTINGS = `${SYSTEM_FOLDER}/settings.json`;

/** A file below the data folder with forward slashes; undefined for one outside it. */
export function pathBelow(root: string, file: string): string | undefined {
  const below = relative(root, file);
  return below === '' || below.startsWith('..') ? undefined : below.split(sep).join('/');
}

/** Whether the file at a path below the data folder has a history. */
export function isKept(path: string): boolean {
  if (path === FOLDER_SETTINGS) return true;
  const [folder = '', name = '', ...rest] = path.split('/');
  if (rest.length > 0) return false;
  if (folder === SCHEMA_FOLDER) return idOfFile(name) !== undefined;
  return isCollectionName(folder) && (name === SETTINGS_FILE || idOfFile(name) !== undefined);
}

/** The file that an event of another program's change is about; undefined for files without a history. */
export function keptPathOf(event: ChangeEvent): string | undefined {
  switch (event.type) {
    case 'object.created':
    case 'object.updated':
    case 'object.deleted':
      return `${event.collection}/${event.id}.json`;
    case 'collection.created':
    case 'collection.updated':
    case 'collection.deleted':
      return `${event.collection}/${SETTINGS_FILE}`;
    case 'schema.saved':
    case 'schema.deleted':
      return `${SCHEMA_FOLDER}/${event.schema}.json`;
    default:
      return undefined;
  }
}
