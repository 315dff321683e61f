/** Which values of settings open more than the default does. Those count only once somebody on this machine accepted them. */
import type { Setting } from '../contract/settings.js';
import { isJsonObject } from '../contract/values.js';
import { type StoredSettings, storedValue } from './read.js';
import { SETTINGS } from './table.js';

/** A new setting of one of these sections is held to the rule from the start. */
const OPENING_SECTIONS: ReadonlySet<string> = new Set(['access', 'limits', 'uploads', 'automations', 'mcp']);

/** Settings of other sections that a folder could switch a protection off with: a quiet log tells of nothing. */
const OPENING: ReadonlySet<string> = new Set(['logs.level']);

/** Settings of those sections that open nothing. */
const HARMLESS = /^(?:imageworks\.quality\.|mcp\.toolPrefix$)/;

const mayWiden = ({ name, section }: Setting): boolean =>
  OPENING.has(name) || (OPENING_SECTIONS.has(section) && !HARMLESS.test(name));

/** Whether a value opens more than the default. Of limits a larger one does, and 0 where it stands for "no limit". */
function widens(setting: Setting, value: unknown): boolean {
  if (!mayWiden(setting)) return false;
  if (setting.type === 'number' && typeof value === 'number') {
    return value > setting.default || (setting.minimum === 0 && value === 0);
  }
  return JSON.stringify(value) !== JSON.stringify(setting.default);
}

/** A stored value that opens more than the default. */
export interface Widening {
  setting: Setting;
  value: unknown;
}

/** Every setting of a file that opens more than its default. */
export function wideningIn(stored: StoredSettings): Widening[] {
  return SETTINGS.flatMap((setting) => {
    const value = storedValue(stored, setting.name);
    return value !== undefined && widens(setting, value) ? [{ setting, value }] : [];
  });
}

/** The file without some of its settings, by their names. */
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
