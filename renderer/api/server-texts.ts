/** Texts that arrive from the server, in the language of the page. */
import type { SchemaSummary } from '#contract/schemas';
import type { SettingState } from '#contract/settings';

/** By their English text; the build fills it with the texts of the server's table of settings and of built-in schemas. */
const FROM_SERVER: Readonly<Record<string, string>> = {};

const translated = (text: string): string => FROM_SERVER[text] ?? text;

/** A schema, where it is built in with its name and description translated. */
export function translatedSchema<T extends Pick<SchemaSummary, 'title' | 'description' | 'reserved'>>(
  schema: T,
): T {
  if (!schema.reserved) return schema;
  return { ...schema, title: translated(schema.title), description: translated(schema.description) };
}

/** A setting with everything that a reader sees of it translated. */
export function translatedSetting(setting: SettingState): SettingState {
  const words = Object.entries(setting).flatMap(([key, value]) =>
    TRANSLATED.has(key) && typeof value === 'string' ? [[key, translated(value)]] : [],
  );
  const shown = Object.fromEntries(words);
  if (setting.type !== 'choice') return { ...setting, ...shown };
  return {
    ...setting,
    ...shown,
    choices: setting.choices.map(([value, label]) => [value, translated(label)] as const),
  };
}

const TRANSLATED: ReadonlySet<string> = new Set(['label', 'help', 'group', 'unit', 'empty']);
