/**
 * The texts of the app in the language of its reader, by the catalogs of the admin (decision 237). English stays in
 * the sources; the build (`main/build-texts.mjs`) puts `textOf` in the place of each text. A copy of the scripts for
 * each language would need a restart of the app and all its servers.
 */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { app } from 'electron';
import { IntlMessageFormat } from 'intl-messageformat';

/** Marks a text: a string, or a template with values. A second argument tells two meanings of one text apart. */
export const t = <const T>(text: T, _context?: string): T => text;

/** Marks a text with a count, which stands in the forms as #. */
export const plural = (count: number, one: string, other: string): string =>
  (count === 1 ? one : other).replaceAll('#', String(count));

type Values = Readonly<Record<string, string | number>>;
/** Texts of one language by their English message, as the build has parsed them. */
type Catalog = Readonly<Record<string, string | ConstructorParameters<typeof IntlMessageFormat>[0]>>;

/** Where the language stands: the command line is what one process has for all of its modules. */
const SWITCH = 'plinth-language';

/** Tag of the language that the app speaks. */
export const language = (): string => app.commandLine.getSwitchValue(SWITCH) || 'en';

/** Speaks another language from now on; what is shown already has to be drawn again. */
export const speak = (tag: string): void => app.commandLine.appendSwitch(SWITCH, tag);

/** The languages that the build has texts for. */
export function spokenLanguages(): string[] {
  try {
    return readdirSync(new URL('./catalogs', import.meta.url)).map((name) => name.replace(/\.json$/, ''));
  } catch {
    return ['en'];
  }
}

const load = createRequire(import.meta.url);

/** A text of the built app. */
export function textOf(message: string, values?: Values): string {
  const tag = language();
  const catalog: Catalog = load(`./catalogs/${tag}.json`);
  const text = catalog[message];
  if (text === undefined) throw new Error(`There is no text for “${message}”.`);
  return typeof text === 'string'
    ? text
    : String(new IntlMessageFormat(text, tag.slice(0, 2)).format(values));
}
