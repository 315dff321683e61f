/** The plural forms of the language that the page is in. */

import { LANGUAGE } from '../locale';
import { formatNumber } from './format';

const rules = new Intl.PluralRules(LANGUAGE);

/** Gives the form for a count: one for this very number (`=0`), else the one that the language uses with it. */
export function pluralForm(
  count: number,
  forms: Readonly<Record<string, (number: string) => string>>,
): string {
  const form = forms[`=${count}`] ?? forms[rules.select(count)] ?? forms.other;
  return form === undefined ? '' : form(formatNumber(count));
}
