/** Natural-language dates, as in PHP's `strtotime`. */

/** chrono's parser, passed in because it is loaded lazily. */
export type ReadWords = (text: string, reference: { instant: Date; timezone: number }) => Date | null;

/** The first and the last date of generated content. */
const EARLIEST = Date.UTC(1, 0, 1);
const LATEST = Date.UTC(9999, 11, 31);

/** The date of `words`, relative to `now`, in UTC; undefined when they are not a date. */
export function readMoment(words: string, now: Date, readWords: ReadWords): Date | undefined {
  const found = read(words.trim(), now, readWords);
  if (!found) return undefined;
  const time = found.getTime();
  return time >= EARLIEST && time <= LATEST ? found : undefined;
}

function read(words: string, now: Date, readWords: ReadWords): Date | undefined {
  if (words === 'now') return now;
  if (/^\d{4}-\d{2}-\d{2}(T\S+)?$/.test(words)) return new Date(words);
  if (/^@-?\d{1,12}$/.test(words)) return new Date(Number(words.slice(1)) * 1000);
  const edge = /^(first|last) day of (.+)$/i.exec(words);
  if (edge?.[1] && edge[2]) {
    // chrono parses "next month" without keeping the day of the month.
    const month = read(edge[2], startOfMonth(now), readWords);
    return month && edgeOfMonth(month, edge[1].toLowerCase() === 'last');
  }
  return readWords(words, { instant: now, timezone: 0 }) ?? undefined;
}

/** From the 31st "next month" would skip a short month. */
function startOfMonth(date: Date): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1, 12));
}

function edgeOfMonth(date: Date, last: boolean): Date {
  const month = date.getUTCMonth() + (last ? 1 : 0);
  return new Date(Date.UTC(date.getUTCFullYear(), month, last ? 0 : 1));
}

/** ISO 8601 UTC to the second, as Plinth writes timestamps. */
export function isoSeconds(date: Date): string {
  return date.toISOString().replace(/\.\d{3}Z$/, 'Z');
}
