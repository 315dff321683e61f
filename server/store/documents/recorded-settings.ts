/** The settings of the folder as a record whose changes are in the history. */
import type { OwnWrites } from '../disk/own-writes.js';
import { FOLDER_SETTINGS } from '../history/kept-paths.js';
import { readIfPossible } from '../history/take-in.js';
import type { JsonRecord, SettingsRecord } from '../types/documents.js';
import type { History } from '../types/history.js';

/** `path`: of the file. */
export const recordedSettings = <T>(
  settings: JsonRecord<T>,
  path: string,
  { own, history }: { own: OwnWrites; history: History },
): SettingsRecord<T> => ({
  read: () => settings.read(),
  update: (edit, change) =>
    own.during(FOLDER_SETTINGS, async () => {
      await settings.update(edit);
      const file = readIfPossible(path);
      if (file) history.record(FOLDER_SETTINGS, file.bytes, change, file.stamp);
    }),
});
