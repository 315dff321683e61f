/** Unsaved changes of settings of the folder, offered in the section they were made in. */

import type { SettingState, SettingsChange, SettingValue } from '#contract/settings';
import { FOLDER_SETTINGS } from '#contract/unsaved';
import type { JsonObject } from '#contract/values';
import type { FormOwner } from '../../unsaved/useFolder';
import { asJson, type UnsavedForm, useUnsaved } from '../../unsaved/useUnsaved';

interface Parts {
  owner: FormOwner;
  /** The settings of the section. */
  settings: readonly SettingState[];
  edits: SettingsChange;
  etag: string | undefined;
  onRestore(edits: SettingsChange, etag: string | undefined): void;
}

const isSetting = (value: unknown): value is SettingValue | null =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'));

/** The kept edits that are of these settings. */
function editsIn(settings: readonly SettingState[], edits: JsonObject): SettingsChange {
  const found: SettingsChange = {};
  for (const { name } of settings) {
    const value = Object.hasOwn(edits, name) ? edits[name] : undefined;
    if (isSetting(value)) found[name] = value;
  }
  return found;
}

export function useUnsavedSettings({ owner, settings, edits, etag, onRestore }: Parts): UnsavedForm {
  const values = new Map(settings.map((setting) => [setting.name, setting.own ? setting.value : null]));
  const names = Object.keys(edits);
  const base = Object.fromEntries(names.map((name) => [name, values.get(name) ?? null]));
  const unsaved = useUnsaved({
    owner,
    at: FOLDER_SETTINGS,
    changes:
      names.length === 0
        ? undefined
        : { edits: asJson(edits), base: asJson(base), problems: {}, etag, title: '' },
    onRestore: (entry) => onRestore(editsIn(settings, entry.edits), entry.etag),
  });
  const isHere = (names: readonly string[]) => names.some((name) => values.has(name));
  return { ...unsaved, kept: unsaved.kept.filter(({ entry }) => isHere(Object.keys(entry.edits))) };
}
