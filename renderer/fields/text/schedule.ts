/** Schedules in words, and when they are next due. Pure; read with the library the server runs them by. */
import { Cron } from 'croner';
import cronstrue from 'cronstrue';
import 'cronstrue/locales/de';
import { LANGUAGE, LOCALE } from '../../locale';
import { t } from '../../t';

export interface Schedule {
  /** "At 03:00, every day". */
  words: string;
  /** When it is next due, soonest first; empty when it never is. */
  next: Date[];
}

const texts = {
  empty: 'Enter a schedule, such as 0 3 * * * or @daily.',
  five: (count: number) =>
    `A schedule has five parts: minute, hour, day of the month, month, weekday. This one has ${count}.`,
  macro: (name: string) =>
    `“${name}” is not a known shortcut. Use @hourly, @daily, @weekly, @monthly or @yearly.`,
  part: (name: string, text: string, range: string) => `The ${name} cannot be “${text}”: ${range}.`,
  step: (name: string, text: string) =>
    `The ${name} cannot be “${text}”: a step needs * or a range before it, as in */5.`,
  other: 'Not a valid schedule.',
};

const PARTS = [
  { name: 'minute', range: '0 to 59' },
  { name: 'hour', range: '0 to 23' },
  { name: t('day of the month'), range: t('1 to 31, or L for the last') },
  { name: 'month', range: t('1 to 12, or JAN to DEC') },
  { name: 'weekday', range: t('0 to 7, or SUN to SAT; 0 and 7 are Sunday') },
] as const;

function parsed(cron: string, zone?: string): Cron | undefined {
  try {
    return new Cron(cron, { mode: '5-part', ...(zone === undefined ? {} : { timezone: zone }) });
  } catch {
    return undefined;
  }
}

/** Why a text is no schedule, naming the part that is wrong; undefined when it is one. */
export function scheduleProblem(text: string): string | undefined {
  const cron = text.trim();
  if (cron === '') return texts.empty;
  if (parsed(cron) !== undefined) return undefined;
  if (cron.startsWith('@')) return texts.macro(cron);
  const words = cron.split(/\s+/);
  if (words.length !== PARTS.length) return texts.five(words.length);
  for (const [at, { name, range }] of PARTS.entries()) {
    const word = words[at] ?? '';
    // Alone among stars, only this part can be what is wrong.
    if (parsed(PARTS.map((_, place) => (place === at ? word : '*')).join(' ')) !== undefined) continue;
    return /^\d+\/\d+$/.test(word) ? texts.step(name, word) : texts.part(name, word, range);
  }
  return texts.other;
}

function wordsOf(cron: string): string {
  try {
    return cronstrue
      .toString(cron, { use24HourTimeFormat: true, verbose: true, locale: LANGUAGE })
      .replace(/, (?:every hour, every day|jede Stunde, jeden Tag)$/, '')
      .replace(/^(Every hour|Jede Stunde), (?:every day|jeden Tag)$/, '$1');
  } catch {
    return cron;
  }
}

/** A schedule in words with the next times by the clock of `zone`; undefined for a text that is none. */
export function readSchedule(text: string, zone: string, from: Date, count = 5): Schedule | undefined {
  const cron = text.trim();
  const schedule = parsed(cron, zone);
  return schedule && { words: wordsOf(cron), next: schedule.nextRuns(count, from) };
}

/** A moment by the clock of `zone`: "Sun, 22 Nov 2026, 03:00". */
export function formatInZone(moment: Date, zone: string): string {
  return new Intl.DateTimeFormat(LOCALE, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  }).format(moment);
}
