/** Settings shown and changed. Only those of the table; whatever else stands in the file is kept unseen. */
import type { Setting, SettingState } from '../contract/settings.js';
import { isJsonObject } from '../contract/values.js';
import type { ErrorDetails } from '../contract/wire.js';
import { failed, invalid } from '../errors.js';
import type { JsonRecord } from '../store/store.js';
import { problemOf } from './problems.js';
import { type StoredSettings, settingValue, storedValue } from './read.js';
import { SETTINGS } from './table.js';

/** Every setting with the value that holds. */
export function listSettings(stored: StoredSettings): SettingState[] {
  return SETTINGS.map((setting) => {
    const standing = storedValue(stored, setting.name);
    const problem = standing === undefined ? undefined : problemOf(setting, standing);
    return {
      ...setting,
      value: settingValue(stored, setting),
      own: standing !== undefined,
      ...(problem !== undefined && { problem }),
    };
  });
}

/**
 * Changes settings by their names; null takes one back to its default. Throws `validation` with every problem at
 * once, and nothing has changed then.
 */
export async function changeSettings<T extends object>(
  record: JsonRecord<T>,
  change: unknown,
): Promise<void> {
  if (!isJsonObject(change)) throw invalid('The body must be an object of settings by their names');
  const problems: ErrorDetails = {};
  const known = new Map(SETTINGS.map((setting) => [setting.name, setting]));
  for (const [name, value] of Object.entries(change)) {
    const problem = changeProblem(known.get(name), value);
    if (problem !== undefined) problems[name] = [problem];
  }
  if (Object.keys(problems).length > 0) throw failed(problems);
  if (Object.keys(change).length === 0) return;
  await record.update((stored) => {
    for (const [name, value] of Object.entries(change)) place(stored, name.split('.'), value);
  });
}

function changeProblem(setting: Setting | undefined, value: unknown): string | undefined {
  if (setting === undefined) return 'is no setting';
  return value === null ? undefined : problemOf(setting, value);
}

/** Sets a value below an object, or removes it for null together with the objects that hold nothing any more. */
function place(target: object, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    if (value === null) Reflect.deleteProperty(target, key);
    else Reflect.set(target, key, value);
    return;
  }
  const standing: unknown = Object.hasOwn(target, key) ? Reflect.get(target, key) : undefined;
  const child = isJsonObject(standing) ? standing : {};
  place(child, rest, value);
  if (Object.keys(child).length === 0) Reflect.deleteProperty(target, key);
  else Reflect.set(target, key, child);
}
