/** Shows and changes settings of the table; unknown keys in the file are kept. */
import type { Details } from '../contract/messages/message.js';
import { rule } from '../contract/messages/message.js';
import type { Setting, SettingState } from '../contract/settings.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { failed } from '../errors.js';
import { problemOf } from './problems.js';
import { type StoredSettings, settingValue, storedValue } from './read.js';
import { SETTINGS } from './table.js';

/** Every setting with its effective value. `counting`: the effective settings; `stored`: as in the file. */
export function listSettings(effective: StoredSettings, stored: StoredSettings): SettingState[] {
  return SETTINGS.map((setting) => {
    const own = storedValue(stored, setting.name);
    const pending = own !== undefined && storedValue(effective, setting.name) === undefined;
    const problem = own === undefined ? undefined : problemOf(setting, own);
    return {
      ...setting,
      value: settingValue(effective, setting),
      own: own !== undefined,
      ...(problem !== undefined && { problem }),
      ...(pending && problem === undefined && { pending: true }),
    };
  });
}

/** Values for settings by their names, null for the default. Throws `validation` with every problem at once. */
export function checkedChange(change: JsonObject): JsonObject {
  const problems: Details = {};
  const known = new Map(SETTINGS.map((setting) => [setting.name, setting]));
  for (const [name, value] of Object.entries(change)) {
    const problem = changeProblem(name, known.get(name), value);
    if (problem !== undefined) problems[name] = [rule(problem)];
  }
  if (Object.keys(problems).length > 0) throw failed(problems);
  return change;
}

function changeProblem(name: string, setting: Setting | undefined, value: unknown): string | undefined {
  if (setting === undefined) return unknownSetting(name, value);
  return value === null ? undefined : problemOf(setting, value);
}

/** A group of settings has names with dots: `{"oauth.enabled": true}`, not `{"oauth": {"enabled": true}}`. */
function unknownSetting(name: string, value: unknown): string {
  const [inner] = isJsonObject(value) ? Object.keys(value) : [];
  const within = SETTINGS.filter((setting) => setting.name.startsWith(`${name}.`)).map(
    (setting) => setting.name,
  );
  if (within.length === 0) return 'is not a setting';
  const meant = within.find((one) => one === `${name}.${inner}`) ?? within[0];
  return `is a group of settings; name each by its full name, e.g. "${meant}"`;
}

/** Sets a value in nested objects, or removes it for null together with objects that become empty. */
export function place(target: object, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    if (value === null) Reflect.deleteProperty(target, key);
    else Reflect.set(target, key, value);
    return;
  }
  const own: unknown = Object.hasOwn(target, key) ? Reflect.get(target, key) : undefined;
  const child = isJsonObject(own) ? own : {};
  place(child, rest, value);
  if (Object.keys(child).length === 0) Reflect.deleteProperty(target, key);
  else Reflect.set(target, key, child);
}
