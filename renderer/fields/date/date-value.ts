/** Dates between their stored forms (`YYYY-MM-DD`, ISO 8601 UTC, `HH:MM`; spec/field-kinds.md#dates) and what pickers show, which is local time. */
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import type { JsonValue } from '#contract/values';
import { LANGUAGE } from '../../locale';

dayjs.extend(customParseFormat);

export const DAY_FORMAT = LANGUAGE === 'de' ? 'D. MMM YYYY' : 'D MMM YYYY';
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const CLOCK = /^(\d{1,2}):(\d{2})(?::\d{2})?$/;

/** Whether it is a day of the calendar. Not asked of dayjs: lists ask several times for each row that passes by. */
function isDay(value: string): boolean {
  const [, year, month, day] = DAY.exec(value) ?? [];
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** The local day of a stored date as `YYYY-MM-DD`. A date without a time is that day everywhere. */
export function dayOf(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (DAY.test(value)) return isDay(value) ? value : undefined;
  const moment = MOMENT.test(value) ? dayjs(value) : undefined;
  return moment?.isValid() ? moment.format('YYYY-MM-DD') : undefined;
}

/** The local time of a stored moment as `HH:MM`; `undefined` for a day without a time. */
export function clockOf(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string' || !MOMENT.test(value)) return undefined;
  const moment = dayjs(value);
  return moment.isValid() ? moment.format('HH:mm') : undefined;
}

/** The moment of a local day and time as stored: UTC, whole seconds, `Z`. */
export function momentOf(day: string, clock: string): string {
  return dayjs(`${day}T${clock === '' ? '00:00' : clock}`)
    .toDate()
    .toISOString()
    .replace(/\.\d{3}Z$/, 'Z');
}

/** `HH:MM` of a stored time, also of `H:MM`; `undefined` for anything else. */
export function timeOf(value: JsonValue | undefined): string | undefined {
  const [, hours = '', minutes = ''] = (typeof value === 'string' && CLOCK.exec(value)) || [];
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return `${hours.padStart(2, '0')}:${minutes}`;
}

/** Reads a typed day: `2026-05-09`, `9 May 2026`, `9.5.2026`. Slashes are not read: they mean two things. */
export function parseDay(typed: string): string | null {
  for (const format of [
    'YYYY-MM-DD',
    'D MMM YYYY',
    'D MMMM YYYY',
    'D. MMM YYYY',
    'D. MMMM YYYY',
    'D.M.YYYY',
    'MMM D, YYYY',
    'MMMM D, YYYY',
  ]) {
    for (const language of [LANGUAGE, 'en']) {
      const day = dayjs(typed.trim(), format, language, true);
      if (day.isValid()) return day.format('YYYY-MM-DD');
    }
  }
  return null;
}

/** A stored date for people; a time only where there is one. */
export function formatDate(value: JsonValue | undefined, withTime: boolean): string {
  const day = dayOf(value);
  if (day === undefined) return typeof value === 'string' ? value : '';
  const clock = withTime ? clockOf(value) : undefined;
  return `${dayjs(day).format(DAY_FORMAT)}${clock === undefined ? '' : `, ${clock}`}`;
}
