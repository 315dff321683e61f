/** Settings of the history: which versions are kept, and how much room they may take. */
import type { Setting } from '../contract/settings.js';
import type { FileRetention } from '../store/types/file-history.js';
import { numberSetting } from './number.js';
import { type StoredSettings, settingValue } from './read.js';

/** A folder must neither delete versions of this machine nor fill its disk with them, so that changes are approved. */
const kept = <Name extends string>(
  name: Name,
  label: string,
  range: readonly [number, number, number],
  unit: string,
  help?: string,
) =>
  numberSetting(
    { section: 'general', group: 'History', name, label, unit, ...(help && { help }), approval: 'changed' },
    range,
  );

const ALL = kept('history.allDays', 'Keep every version for', [1, 1, 365], 'days');
const HOURLY = kept('history.hourlyDays', 'Keep the last version of each hour for', [1, 7, 3650], 'days');
const DAILY = kept('history.dailyDays', 'Keep the last version of each day for', [1, 365, 36500], 'days');
const SIZE = kept(
  'history.maxSize',
  'Use at most for texts',
  [10, 2048, 1_000_000],
  'MB',
  'The history is on this machine, outside the folder. When room is short, the oldest versions go first; the newest version of each text is always kept.',
);
const FILES_SIZE = kept(
  'history.maxFilesSize',
  'Use at most for files',
  [10, 10_240, 10_000_000],
  'MB',
  'For images and other files that were replaced or deleted. When room is short, the oldest go first.',
);
const FILE_SIZE = kept('history.maxFileSize', 'Keep files up to', [1, 512, 100_000], 'MB');
const CURRENT_FILES = {
  section: 'general',
  group: 'History',
  name: 'history.currentFiles',
  label: 'Also copy files that were not replaced yet',
  help: 'A file that another program overwrites or deletes can only be restored if Plinth has copied it before. The copies are made in the background and take as much room as the files. Where the disk can clone files, this happens without the setting and takes no room.',
  type: 'flag',
  approval: 'changed',
  default: false,
} as const satisfies Setting;

export const HISTORY_SETTINGS: readonly Setting[] = [
  ALL,
  HOURLY,
  DAILY,
  SIZE,
  FILES_SIZE,
  FILE_SIZE,
  CURRENT_FILES,
];

const MEGABYTE = 1024 * 1024;

/** What the settings of a folder say about versions. */
export const retentionOf = (stored: StoredSettings): FileRetention => ({
  allDays: settingValue(stored, ALL),
  hourlyDays: settingValue(stored, HOURLY),
  dailyDays: settingValue(stored, DAILY),
  maxBytes: settingValue(stored, SIZE) * MEGABYTE,
  maxFilesBytes: settingValue(stored, FILES_SIZE) * MEGABYTE,
  maxFileBytes: settingValue(stored, FILE_SIZE) * MEGABYTE,
  copiesCurrent: settingValue(stored, CURRENT_FILES),
});
