/** The field kinds as the builder offers them, and what can be set about each. */
import { isKindName, type KindName } from '#contract/schemas';
import { fieldKinds } from '../../../fields';
import {
  ABOVE,
  BELOW,
  EXPOSE,
  SETTING_GROUPS,
  type Setting,
  VISIBILITY,
} from '../../../fields/builder-settings';
import { type BuilderEntry, PALETTE_GROUPS } from '../../../fields/kind';

export interface PaletteEntry extends BuilderEntry {
  kind: KindName;
}

export interface PaletteGroup {
  title: string;
  kinds: readonly PaletteEntry[];
}

/** All kinds in the order of the table of kinds. */
const ENTRIES: readonly PaletteEntry[] = Object.keys(fieldKinds)
  .filter(isKindName)
  .map((kind) => ({ kind, ...fieldKinds[kind].builder }));

export const KIND_GROUPS: readonly PaletteGroup[] = PALETTE_GROUPS.map((title) => ({
  title,
  kinds: ENTRIES.filter(({ group }) => group === title),
}));

/** What a kind is called; its name where there is none of that name. */
export const kindLabel = (name: string): string => ENTRIES.find(({ kind }) => kind === name)?.label ?? name;

/** The groups with the kinds that match all words typed, without the groups that have none. */
export function foundKinds(search: string): PaletteGroup[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return KIND_GROUPS.map(({ title, kinds }) => ({
    title,
    kinds: kinds.filter(({ kind, label, help, words: more = '' }) => {
      const text = `${kind} ${label} ${help} ${more} ${title}`.toLowerCase();
      return words.every((word) => text.includes(word));
    }),
  })).filter(({ kinds }) => kinds.length > 0);
}

export interface SettingGroup {
  title: string;
  settings: readonly Setting[];
}

/** What can be set about a property of a kind, in groups. */
export function settingsOf(kind: KindName): SettingGroup[] {
  const { builder, sensitive } = fieldKinds[kind];
  const all = [...ABOVE, ...builder.settings, ...BELOW, ...(sensitive ? [] : [EXPOSE]), VISIBILITY];
  return SETTING_GROUPS.map((title) => ({
    title,
    settings: all.filter(({ group }) => group === title),
  })).filter(({ settings }) => settings.length > 0);
}
