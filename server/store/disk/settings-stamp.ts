/** Which folders are collections, and in what state their settings are. */
import { AUTOMATIONS, AUTOMATIONS_SETTINGS } from '../../contract/automations.js';
import type { JsonObject } from '../../contract/values.js';
import type { Stamp } from '../types/stamp.js';
import type { Layout } from './layout.js';
import { isFolder, stampOf, statOf } from './stamp.js';

/** Unlike the stamp of any file. */
const NO_FILE: Stamp = { size: 0, mtimeMs: 0, ino: 0 };

/**
 * The stamp of a collection's settings file; undefined where the folder is not a collection. The folder of automations
 * is one without a file, since every data folder has that collection.
 */
export function settingsStamp(layout: Layout, id: string): Stamp | undefined {
  const stats = statOf(layout.settings(id));
  if (stats) return stats.isFile() ? stampOf(stats) : undefined;
  return id === AUTOMATIONS && isFolder(layout.collection(id)) ? NO_FILE : undefined;
}

/** The settings of a collection without a settings file; undefined where the folder is not a collection. */
export function settingsWithoutFile(layout: Layout, id: string): JsonObject | undefined {
  return settingsStamp(layout, id) === NO_FILE ? { ...AUTOMATIONS_SETTINGS } : undefined;
}
