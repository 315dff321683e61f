/** Numbers, dates and times as people read them, in the words of an English interface. */

import { LANGUAGE, LOCALE } from '../locale';
import { t } from '../t';

const numbers = new Intl.NumberFormat(LOCALE);
const days = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' });
const moments = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto', style: 'long' });

/** Seconds each unit lasts, largest first. */
const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

export const formatNumber = (value: number): string => numbers.format(value);

/** `YYYY-MM-DD` or an ISO date-time as a day; other text is returned unchanged. */
export function formatDay(value: string): string {
  // A bare day has no time zone; parsed as UTC it would be the day before west of Greenwich.
  const parsed = new Date(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T12:00:00` : value);
  return Number.isNaN(parsed.getTime()) ? value : days.format(parsed);
}

/** An ISO date-time as day and time; other text is returned unchanged. */
export function formatMoment(value: string): string {
  const parsed = new Date(value);
  return Number.isNaN(parsed.getTime()) ? value : moments.format(parsed);
}

/** How long ago (or ahead) an ISO date-time is: "2 minutes ago", "yesterday"; older than a month as a day. */
export function formatAgo(value: string, now: number = Date.now()): string {
  const time = new Date(value).getTime();
  if (Number.isNaN(time)) return value;
  const seconds = (time - now) / 1000;
  if (Math.abs(seconds) < 45) return t('just now');
  if (Math.abs(seconds) > 31 * 86_400) return formatDay(value);
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60];
  return relative.format(Math.round(seconds / length), unit);
}

/** One of two texts by a count, with the number in place of `#`. */
export function plural(count: number, one: string, other: string): string {
  return (count === 1 ? one : other).replace('#', formatNumber(count));
}

/** "1 post", "12 posts". */
export const counted = (count: number, one: string, other: string): string =>
  plural(count, `# ${one}`, `# ${other}`);

/** A label inside a sentence: lower case, unless it looks like an abbreviation or a name ("FAQ", "iPad"), or in German. */
export function inSentence(label: string): string {
  if (LANGUAGE === 'de') return label;
  return /^\p{Lu}[^\p{Lu}]*$/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

const UNITS_OF_BYTES = ['B', 'KB', 'MB', 'GB'];

/** A number of bytes as people read it: "34 KB", "1.2 MB". */
export function formatBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1000 && unit < UNITS_OF_BYTES.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 10 ? 0 : 1;
  return `${value.toLocaleString(LOCALE, { maximumFractionDigits: digits })} ${UNITS_OF_BYTES[unit]}`;
}
