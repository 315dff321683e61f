/** The draft of settings of the folder, offered in the section it was made in. */
import { FOLDER_SETTINGS } from '#contract/drafts';
import type { SettingState, SettingsChange, SettingValue } from '#contract/settings';
import type { JsonObject } from '#contract/values';
import type { DraftOwner } from '../../draft/useFolder';
import { asJson, type FormDraft, useFormDraft } from '../../draft/useFormDraft';

interface Parts {
  owner: DraftOwner;
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

/** The edits of a draft that are of these settings. */
function editsIn(settings: readonly SettingState[], edits: JsonObject): SettingsChange {
  const found: SettingsChange = {};
  for (const { name } of settings) {
    const value = Object.hasOwn(edits, name) ? edits[name] : undefined;
    if (isSetting(value)) found[name] = value;
  }
  return found;
}

export function useSettingsDraft({ owner, settings, edits, etag, onRestore }: Parts): FormDraft {
  const values = new Map(settings.map((setting) => [setting.name, setting.own ? setting.value : null]));
  const names = Object.keys(edits);
  const base = Object.fromEntries(names.map((name) => [name, values.get(name) ?? null]));
  const draft = useFormDraft({
    owner,
    at: FOLDER_SETTINGS,
    changes:
      names.length === 0
        ? undefined
        : { edits: asJson(edits), base: asJson(base), problems: {}, etag, title: '' },
    onRestore: (entry) => onRestore(editsIn(settings, entry.edits), entry.etag),
  });
  const isHere = (names: readonly string[]) => names.some((name) => values.has(name));
  return { ...draft, kept: draft.kept.filter(({ entry }) => isHere(Object.keys(entry.edits))) };
}
