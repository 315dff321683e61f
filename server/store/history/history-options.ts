/** What the history of a folder works with. */
import type { Log } from '../disk/log.js';
import type { TextFilesOf } from './kept-paths.js';

export interface HistoryOptions {
  /** Folder of this data folder in the state directory. */
  folder: string;
  /** The data folder, and a folder on its volume where files can be set aside. */
  root: string;
  temp: string;
  textFilesOf: TextFilesOf;
  isBusy(path: string): boolean;
  isAvailable(): boolean;
  log: Log;
  now(): Date;
}
