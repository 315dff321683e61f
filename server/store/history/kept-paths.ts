/**
 * Which files of the data folder have a history: the JSON that people write, with the changes of sets, and texts of
 * properties in files beside it. Records with hashes of secrets do not.
 */
import { relative, sep } from 'node:path';
import { isLegalId, TEXT_FILE_NAME } from '../../contract/names.js';
import type { ChangeEvent } from '../../contract/wire.js';
import {
  CHANGES_FOLDER,
  idOfFile,
  isCollectionName,
  SCHEMA_FOLDER,
  SET_FILE,
  SETTINGS_FILE,
  SYSTEM_FOLDER,
} from '../disk/layout.js';

/** The settings of the folder, the only record of `.system` that is kept. */
export const FOLDER_SETTINGS = `${SYSTEM_FOLDER}/settings.json`;

/** A file below the data folder with forward slashes; undefined for one outside it. */
export function pathBelow(root: string, file: string): string | undefined {
  const below = relative(root, file);
  return below === '' || below.startsWith('..') ? undefined : below.split(sep).join('/');
}

/** The change of an object in a set. */
export interface ChangeAddress {
  readonly set: string;
  readonly collection: string;
  readonly id: string;
}

/** The path of a change below the data folder. */
export const changePath = ({ set, collection, id }: ChangeAddress): string =>
  `${CHANGES_FOLDER}/${set}/${collection}/${id}.json`;

/** The path of `set.json` of a set. */
export const infoPath = (set: string): string => `${CHANGES_FOLDER}/${set}/${SET_FILE}`;

/** Whether a path below the data folder is of a change set. */
export const isOfSet = (path: string): boolean => path.startsWith(`${CHANGES_FOLDER}/`);

/** The change whose file a path names; undefined for other files. */
export function changeAt(path: string): ChangeAddress | undefined {
  if (!isOfSet(path)) return undefined;
  const [, set = '', collection = '', name = '', ...rest] = path.split('/');
  const id = rest.length === 0 ? idOfFile(name) : undefined;
  return id !== undefined && isLegalId(set) && isCollectionName(collection)
    ? { set, collection, id }
    : undefined;
}

/** Whether the file at a path below the data folder has a history. */
export function isKept(path: string): boolean {
  if (path === FOLDER_SETTINGS) return true;
  const [folder = '', name = '', text, ...rest] = path.split('/');
  if (folder === CHANGES_FOLDER)
    return changeAt(path) !== undefined || (isLegalId(name) && path === infoPath(name));
  if (rest.length > 0) return false;
  if (text !== undefined) return isCollectionName(folder) && isLegalId(name) && TEXT_FILE_NAME.test(text);
  return (folder === SCHEMA_FOLDER || isCollectionName(folder)) && isKeptIn(folder, name);
}

/** Whether a file in the folder of schemas or in that of a collection has a history. */
export const isKeptIn = (folder: string, name: string): boolean =>
  idOfFile(name) !== undefined || (folder !== SCHEMA_FOLDER && name === SETTINGS_FILE);

/** Names of the files that hold texts of the objects of a collection. */
export type TextFilesOf = (collection: string) => Iterable<string>;

/** The text files of the object at a path; none of other paths. */
export function textPathsOf(path: string, textFilesOf: TextFilesOf): string[] {
  const [folder = '', name = '', ...rest] = path.split('/');
  const id = rest.length === 0 ? idOfFile(name) : undefined;
  return id === undefined ? [] : [...textFilesOf(folder)].map((file) => `${folder}/${id}/${file}`);
}

/** The JSON file of the object that a text file belongs to; other paths are answered as they are. */
export function objectPathOf(path: string): string {
  const [folder, id, text] = path.split('/');
  return text === undefined || folder === CHANGES_FOLDER ? path : `${folder}/${id}.json`;
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
