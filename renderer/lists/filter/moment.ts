/** Moments between a filter, which is UTC, and the input of a browser, which is local time. Pure. */
import dayjs from 'dayjs';

const ZONE = /(?:z|[+-]\d{2}:?\d{2})$/i;

/** The local `YYYY-MM-DDTHH:MM` of a filter's moment; a bare day is its midnight in UTC, as the server reads it. */
export function localOf(value: string): string {
  if (value === '') return '';
  const whole = value.length === 10 ? `${value}T00:00:00Z` : ZONE.test(value) ? value : `${value}Z`;
  const moment = dayjs(whole);
  return moment.isValid() ? moment.format('YYYY-MM-DDTHH:mm') : '';
}

/** The moment of a local `YYYY-MM-DDTHH:MM`: UTC, whole seconds; empty for an unfinished one. */
export function momentIn(local: string): string {
  const moment = dayjs(local);
  if (local === '' || !moment.isValid()) return '';
  return moment
    .toDate()
    .toISOString()
    .replace(/\.\d{3}Z$/, 'Z');
}
