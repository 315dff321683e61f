/** Settings of the history: which versions are kept, and how much room they may take. */
import type { Setting } from '../contract/settings.js';
import type { Retention } from '../store/types/history.js';
import { numberSetting } from './number.js';
import { type StoredSettings, settingValue } from './read.js';

const kept = <Name extends string>(
  name: Name,
  label: string,
  range: readonly [number, number, number],
  unit: string,
  help?: string,
) => numberSetting({ section: 'general', group: 'History', name, label, unit, ...(help && { help }) }, range);

const ALL = kept('history.allDays', 'Keep every version for', [1, 1, 365], 'days');
const HOURLY = kept('history.hourlyDays', 'Keep the last version of each hour for', [1, 7, 3650], 'days');
const DAILY = kept('history.dailyDays', 'Keep the last version of each day for', [1, 365, 36500], 'days');
const SIZE = kept(
  'history.maxSize',
  'Use at most',
  [10, 2048, 1_000_000],
  'MB',
  'The history is on this machine, outside the folder. When room is short, the oldest versions go first; the newest version of each file is always kept.',
);

export const HISTORY_SETTINGS: readonly Setting[] = [ALL, HOURLY, DAILY, SIZE];

/** What the settings of a folder say about versions. */
export const retentionOf = (stored: StoredSettings): Retention => ({
  allDays: settingValue(stored, ALL),
  hourlyDays: settingValue(stored, HOURLY),
  dailyDays: settingValue(stored, DAILY),
  maxBytes: settingValue(stored, SIZE) * 1024 * 1024,
});
