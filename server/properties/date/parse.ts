/** Days, moments and times from ISO text or natural words (spec/field-kinds.md#dates). */
import type { ParsedResult } from 'chrono-node/en';
import { onDemand } from '../../on-demand.js';

const chrono = onDemand<typeof import('chrono-node/en')>('chrono-node/en');

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/;
/** Words longer than this are a sentence, not a date. */
const MAX_TEXT_LENGTH = 60;

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/** Whether a text is an ISO 8601 date-time; seconds and zone may be missing. */
export function isMoment(text: string): boolean {
  const [, day = '', hour, minute, second = '0'] = MOMENT.exec(text) ?? [];
  return isDay(day) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
}

const pad = (value: number) => String(value).padStart(2, '0');

/** The day a moment falls on where Plinth runs: an editor's "today". */
export const dayOf = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

/** A moment in UTC with whole seconds, `2026-05-09T07:30:00Z`. */
export const momentOf = (date: Date): string => date.toISOString().replace(/\.\d{3}Z$/, 'Z');

export const timeOf = (date: Date): string => `${pad(date.getHours())}:${pad(date.getMinutes())}`;

/** `first day of next month`, which chrono reads as a day in the middle of it. */
function edgeOfMonth(text: string, now: Date): Date | undefined {
  const match = /^(first|last) day of (?:the )?(next|last|previous|this)? ?(month|year)$/.exec(text);
  if (!match) return undefined;
  const [, edge, which, unit] = match;
  const step = which === 'next' ? 1 : which === 'last' || which === 'previous' ? -1 : 0;
  const year = now.getFullYear() + (unit === 'year' ? step : 0);
  const month = unit === 'year' ? (edge === 'first' ? 0 : 11) : now.getMonth() + step;
  return edge === 'first' ? new Date(year, month, 1) : new Date(year, month + 1, 0);
}

function understood(text: string, now: Date): ParsedResult | undefined {
  // Day and month of 3/4/2026 stand the other way round on the other side of an ocean; a wrong ISO date is no words.
  if (text.length > MAX_TEXT_LENGTH || /^\d{1,4}[./-]\d/.test(text)) return undefined;
  const [result, second] = chrono().casual.parse(text, now);
  const whole = result?.index === 0 && result.text.length === text.length;
  return whole && !second && !result.end ? result : undefined;
}

/** The moment words such as `now`, `tomorrow`, `+1 week` or `9 May 2026` mean; undefined when they mean none. */
export function readWords(text: string, now: Date): Date | undefined {
  const words = text.trim().toLowerCase();
  if (words === 'now') return now;
  const date = edgeOfMonth(words, now) ?? understood(text.trim(), now)?.date();
  return date && Number.isFinite(date.getTime()) ? date : undefined;
}

/** Seconds other than 0, and offsets from UTC: a time of day holds neither. */
const MORE_THAN_A_TIME = /\d:\d\d:(?:0*[1-9]|\d+[.,]\d*[1-9])|:\d\d.*(?:\d\s*Z|[+-]\d\d:?\d\d|UTC|GMT)/i;

/** `HH:MM` from `7:30`, `07:30:00`, `7:30 pm` or `noon`; undefined when the text names no time of day. */
export function readTime(text: string, now: Date): string | undefined {
  const words = text.trim();
  if (words.length > MAX_TEXT_LENGTH) return undefined;
  const [, hour, minute] = /^(\d{1,2}):(\d\d)(?::00)?$/.exec(words) ?? [];
  if (hour !== undefined && minute !== undefined) {
    return Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : undefined;
  }
  const result = MORE_THAN_A_TIME.test(words) ? undefined : understood(words, now);
  return result?.start.isCertain('hour') ? timeOf(result.date()) : undefined;
}
