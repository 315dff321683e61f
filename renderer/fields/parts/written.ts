/** Direction and language of what is written into a control, which are not those of the admin. */
import type { FieldProps } from '../kind';
import { directionOf, languageTag, localeOf } from '../localized/locales';
import { textSetting } from '../settings';

export interface Written {
  dir: 'ltr' | 'rtl' | 'auto';
  /** For spelling, reading aloud and hyphenation; empty where it is not known. */
  lang: string;
}

/** Of texts that no setting describes, as alternative texts: the direction is that of their letters. */
export const ANY_LANGUAGE: Written = { dir: 'auto', lang: '' };

/** Of a field: the language it is shown in, else that of its setting `lang`. */
export function writtenIn({
  dir,
  lang,
  definition,
}: Pick<FieldProps, 'dir' | 'lang' | 'definition'>): Written {
  if (lang !== undefined) return { dir: dir ?? 'auto', lang };
  const locale = localeOf(textSetting(definition, 'lang') ?? '');
  if (locale === undefined) return { ...ANY_LANGUAGE, dir: dir ?? 'auto' };
  return { dir: directionOf(locale), lang: languageTag(locale) };
}
