/** PHP date formats (`Y-m-d`), as used in generator rules (spec/templates.md#generator-rules). All in UTC. */

const DAY = 86_400_000;

const two = (value: number): string => String(value).padStart(2, '0');
const named = (date: Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' }).format(date);
const hours12 = (date: Date): number => date.getUTCHours() % 12 || 12;
const weekday = (date: Date): number => date.getUTCDay();
const startOfYear = (year: number): number => Date.UTC(year, 0, 1);

function ordinalSuffix(day: number): string {
  if (day >= 11 && day <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}

/** Year and week by ISO 8601: the week belongs to the year of its Thursday. */
function isoWeek(date: Date): { year: number; week: number } {
  const midnight = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  const thursday = new Date(midnight + (4 - (weekday(date) || 7)) * DAY);
  const year = thursday.getUTCFullYear();
  return { year, week: Math.floor((thursday.getTime() - startOfYear(year)) / DAY / 7) + 1 };
}

const isLeap = (year: number): boolean => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;

const LETTERS: ReadonlyMap<string, (date: Date) => string> = new Map(
  Object.entries({
    d: (date: Date) => two(date.getUTCDate()),
    D: (date: Date) => named(date, { weekday: 'short' }),
    j: (date: Date) => String(date.getUTCDate()),
    l: (date: Date) => named(date, { weekday: 'long' }),
    N: (date: Date) => String(weekday(date) || 7),
    S: (date: Date) => ordinalSuffix(date.getUTCDate()),
    w: (date: Date) => String(weekday(date)),
    z: (date: Date) => String(Math.floor((date.getTime() - startOfYear(date.getUTCFullYear())) / DAY)),
    W: (date: Date) => two(isoWeek(date).week),
    F: (date: Date) => named(date, { month: 'long' }),
    m: (date: Date) => two(date.getUTCMonth() + 1),
    M: (date: Date) => named(date, { month: 'short' }),
    n: (date: Date) => String(date.getUTCMonth() + 1),
    t: (date: Date) =>
      String(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()),
    L: (date: Date) => (isLeap(date.getUTCFullYear()) ? '1' : '0'),
    o: (date: Date) => String(isoWeek(date).year),
    Y: (date: Date) => String(date.getUTCFullYear()).padStart(4, '0'),
    y: (date: Date) => two(date.getUTCFullYear() % 100),
    a: (date: Date) => (date.getUTCHours() < 12 ? 'am' : 'pm'),
    A: (date: Date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
    g: (date: Date) => String(hours12(date)),
    h: (date: Date) => two(hours12(date)),
    G: (date: Date) => String(date.getUTCHours()),
    H: (date: Date) => two(date.getUTCHours()),
    i: (date: Date) => two(date.getUTCMinutes()),
    s: (date: Date) => two(date.getUTCSeconds()),
    v: (date: Date) => String(date.getUTCMilliseconds()).padStart(3, '0'),
    u: (date: Date) => String(date.getUTCMilliseconds() * 1000).padStart(6, '0'),
    e: () => 'UTC',
    I: () => '0',
    O: () => '+0000',
    P: () => '+00:00',
    T: () => 'UTC',
    Z: () => '0',
    c: (date: Date) => phpDate('Y-m-d\\TH:i:sP', date),
    r: (date: Date) => phpDate('D, d M Y H:i:s O', date),
    U: (date: Date) => String(Math.floor(date.getTime() / 1000)),
  }),
);

/** Formats a date with PHP's letters; a backslash escapes the next letter, other characters are literal. */
export function phpDate(format: string, date: Date): string {
  return format.replace(/\\(.)|([\s\S])/g, (_match, kept: string | undefined, letter: string) =>
    kept === undefined ? (LETTERS.get(letter)?.(date) ?? letter) : kept,
  );
}
