/** Values of settings that allow more than the default. They count only once they are approved on this machine. */
import type { Setting } from '../contract/settings.js';
import { isJsonObject } from '../contract/values.js';
import { type StoredSettings, storedValue } from './read.js';
import { SETTINGS } from './table.js';

/** Settings of these sections require approval where their row does not say otherwise. */
const OPENING_SECTIONS: ReadonlySet<string> = new Set(['access', 'limits', 'uploads', 'automations', 'mcp']);

const approvalOf = ({ approval, section }: Setting) =>
  approval ?? (OPENING_SECTIONS.has(section) ? 'wider' : 'none');

/** Whether a value allows more than the default: for limits a larger one, or 0 where it means "no limit". */
function grantsAccess(setting: Setting, value: unknown): boolean {
  const approval = approvalOf(setting);
  if (approval === 'changed') return value !== setting.default;
  if (approval === 'none') return false;
  if (setting.type === 'number' && typeof value === 'number') {
    return value > setting.default || (setting.minimum === 0 && value === 0);
  }
  return JSON.stringify(value) !== JSON.stringify(setting.default);
}

/** A stored value that allows more than the default. */
export interface AccessGrantingSetting {
  setting: Setting;
  value: unknown;
}

/** Every stored setting that allows more than its default. */
export function accessGrantingSettings(stored: StoredSettings): AccessGrantingSetting[] {
  return SETTINGS.flatMap((setting) => {
    const value = storedValue(stored, setting.name);
    return value !== undefined && grantsAccess(setting, value) ? [{ setting, value }] : [];
  });
}

/** The stored settings without some, by their names. */
export function withoutSettings(stored: StoredSettings, names: readonly string[]): StoredSettings {
  let left = stored;
  for (const name of names) left = without(left, name.split('.'));
  return left;
}

function without(value: StoredSettings, [key = '', ...rest]: readonly string[]): StoredSettings {
  const { [key]: inner, ...others } = value;
  if (rest.length === 0) return others;
  return isJsonObject(inner) ? { ...others, [key]: without(inner, rest) } : value;
}
