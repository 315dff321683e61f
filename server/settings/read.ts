/** Reads settings. The file may come from anyone: an invalid value counts as not set. */
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

/** The content of `.system/settings.json`. */
export type StoredSettings = Readonly<Record<string, unknown>>;

/** The stored value of a setting; undefined without one. */
export function storedValue(stored: StoredSettings, name: string): unknown {
  let value: unknown = stored;
  for (const key of name.split('.')) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value ?? undefined;
}

/** The effective value: the stored one if it is valid, else the default. */
export function settingValue(stored: StoredSettings, setting: NumberSetting): number;
export function settingValue(stored: StoredSettings, setting: FlagSetting): boolean;
export function settingValue(stored: StoredSettings, setting: ChoiceSetting | TextSetting): string;
export function settingValue(stored: StoredSettings, setting: TextsSetting): readonly string[];
export function settingValue(stored: StoredSettings, setting: Setting): SettingValue;
export function settingValue(stored: StoredSettings, setting: Setting): SettingValue {
  const value = storedValue(stored, setting.name);
  // Valid entries of a list that was edited by hand are kept.
  if (setting.type === 'texts' && Array.isArray(value)) {
    return value.slice(0, setting.maxItems).filter((item) => problemOf(setting, [item]) === undefined);
  }
  return value !== undefined && problemOf(setting, value) === undefined
    ? (value as SettingValue)
    : setting.default;
}

/**
 * A value derived from the settings, computed again only when they have changed: the record's value is then replaced.
 */
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
