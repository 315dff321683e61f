/** What texts of a spreadsheet mean as numbers, dates and switches, written as the reader writes them. Pure. */
import { LOCALE } from '../locale';
import { t } from '../t';

/** How a locale separates thousands and decimals. */
function separatorsOf(locale: string): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567.5);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return { group: part('group'), decimal: part('decimal') };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** The number a text means; undefined where it means none. Groups of digits are read as the locale writes them. */
export function numberFrom(text: string, locale: string = LOCALE): number | undefined {
  const plain = text.replaceAll(/[\s\u00a0\u202f]/g, '').replace('\u2212', '-');
  const { group, decimal } = separatorsOf(locale);
  const [thousands, point] = [group.trim() === '' ? '' : escaped(group), escaped(decimal)];
  const local = new RegExp(`^[+-]?(?:\\d{1,3}(?:${thousands || '(?!)'}\\d{3})+|\\d+)(?:${point}\\d+)?$`);
  const read = local.test(plain) ? plain.replaceAll(group, '').replace(decimal, '.') : plain;
  const number = PLAIN.test(read) ? Number(read) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

const ON: ReadonlySet<string> = new Set(['true', 'yes', 'on', '1', 'x', '✓', '✔', 'wahr', 'ja']);
const OFF: ReadonlySet<string> = new Set(['', 'false', 'no', 'off', '0', '-', 'falsch', 'nein']);

/** Whether a text says yes; undefined where it says neither. */
export function switchFrom(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (ON.has(word) || word === t('Yes').toLowerCase()) return true;
  return OFF.has(word) || word === t('No').toLowerCase() ? false : undefined;
}
