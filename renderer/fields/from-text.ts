/** What texts of a spreadsheet mean as numbers, dates and switches: as in an import, by their column. Pure. */
import { DATES, type DateOrder, type DecimalMark, meaningOf, NUMBERS, switchIn } from '#contract/cell-values';
import { LOCALE } from '../locale';
import { t } from '../t';

/** How the column of a text is written, where it says so. */
export interface WrittenColumn {
  decimal?: DecimalMark | undefined;
  dates?: DateOrder | undefined;
}

/** The decimal mark of the reader's country. */
export function localMark(locale: string = LOCALE): DecimalMark {
  const mark = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value;
  return mark === ',' ? ',' : '.';
}

/** The number a text means, one that could be two as the column or else the reader's country writes it. */
export function numberFrom(text: string, { decimal }: WrittenColumn, locale?: string): number | undefined {
  const meaning = meaningOf(text, NUMBERS, { way: decimal ?? localMark(locale), isGuess: true });
  const number = meaning && 'value' in meaning ? Number(meaning.value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** The day, or day and time without a zone, that a text means; undefined also where it could be two. */
export function dateFrom(text: string, { dates }: WrittenColumn): string | undefined {
  const meaning = meaningOf(text, DATES, { way: dates, isGuess: true });
  return meaning && 'value' in meaning ? meaning.value : undefined;
}

/** Whether a text says yes; undefined where it says neither. */
export function switchFrom(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (word === '') return false;
  if (word === t('Yes').toLowerCase()) return true;
  return word === t('No').toLowerCase() ? false : switchIn(word);
}
