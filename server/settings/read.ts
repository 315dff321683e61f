/** Values of settings. The file may be anyone's work: what is no sound value counts as not set. */
import type {
  ChoiceSetting,
  FlagSetting,
  NumberSetting,
  Setting,
  SettingValue,
  TextSetting,
  TextsSetting,
} from '../contract/settings.js';
import { isJsonObject } from '../contract/values.js';
import { problemOf } from './problems.js';

/** `.system/settings.json` as it was read. */
export type StoredSettings = Readonly<Record<string, unknown>>;

/** What stands in the file for a setting; undefined for nothing. */
export function storedValue(stored: StoredSettings, name: string): unknown {
  let value: unknown = stored;
  for (const key of name.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value ?? undefined;
}

/** The value that holds: the stored one when it is sound, else the default. */
export function settingValue(stored: StoredSettings, setting: NumberSetting): number;
export function settingValue(stored: StoredSettings, setting: FlagSetting): boolean;
export function settingValue(stored: StoredSettings, setting: ChoiceSetting | TextSetting): string;
export function settingValue(stored: StoredSettings, setting: TextsSetting): readonly string[];
export function settingValue(stored: StoredSettings, setting: Setting): SettingValue;
export function settingValue(stored: StoredSettings, setting: Setting): SettingValue {
  const value = storedValue(stored, setting.name);
  // Of a list whoever wrote it by hand keeps what is sound.
  if (setting.type === 'texts' && Array.isArray(value)) {
    return value.slice(0, setting.most).filter((item) => problemOf(setting, [item]) === undefined);
  }
  return value !== undefined && problemOf(setting, value) === undefined
    ? (value as SettingValue)
    : setting.default;
}

/** A value made of the settings, made anew only when they have changed: the record's value is replaced then. */
export function fromSettings<T>(
  record: { read(): StoredSettings },
  make: (stored: StoredSettings) => T,
): () => T {
  let kept: { stored: StoredSettings; value: T } | undefined;
  return () => {
    const stored = record.read();
    if (kept?.stored !== stored) kept = { stored, value: make(stored) };
    return kept.value;
  };
}
