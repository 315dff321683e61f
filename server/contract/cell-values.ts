/**
 * Numbers and dates as spreadsheets show them, in the notation of any country (spec/import-export.md#spreadsheets). A
 * text is read where it means one thing only, or where its column or the sender says which of two. Pure.
 */

export const DECIMAL_MARKS = ['.', ','] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Longer texts are no numbers and no dates that anyone writes. */
const MAX_LENGTH = 60;

const CURRENCY = String.raw`(\p{Sc}|[a-z]{3}|kr\.?)?`;
const AMOUNT = new RegExp(
  String.raw`^([-+\u2212(]?)\s*${CURRENCY}\s*([-+\u2212]?)\s*([\d.,'’\s]*\d[.,]?|[.,]\d+)(e[+-]?\d{1,3})?\s*${CURRENCY}\s*(\)?)$`,
  'iu',
);

/** Whether three letters are a currency: `5 EUR` is an amount, `5 mil` is not. */
const isCurrency = (letters: string): boolean =>
  !/^[a-z]{3}$/i.test(letters) || Intl.supportedValuesOf('currency').includes(letters.toUpperCase());

/** Groups of three digits, as in most countries, or of two before the last three, as in India. */
const groups = (sign: string): string =>
  `[1-9]\\d{0,2}(?:${sign}\\d{3})+|[1-9]\\d?(?:${sign}\\d{2})+${sign}\\d{3}`;

const wholeParts = (sign: string): string => `(?:\\d*|${groups(sign)}|${groups("['’]")}|${groups('\\s')})`;

const DIGITS: Readonly<Record<DecimalMark, RegExp>> = {
  '.': new RegExp(`^(${wholeParts(',')})(?:\\.(\\d*))?$`),
  ',': new RegExp(`^(${wholeParts('\\.')})(?:,(\\d*))?$`),
};

/** The number that a text spells with a decimal mark, as JSON spells it: `1.234,50 €` with a comma is `1234.50`. */
function numberIn(text: string, mark: DecimalMark): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, before = '', front = '', inner = '', digits = '', exponent = '', back = '', after = ''] =
    AMOUNT.exec(text.trim()) ?? [];
  if ((before === '(') !== (after === ')') || !isCurrency(front) || !isCurrency(back)) return undefined;
  const [, whole = '', decimals = ''] = DIGITS[mark].exec(digits) ?? [];
  const plain = whole.replace(/\D/g, '');
  if (plain === '' && decimals === '') return undefined;
  // An exponent is not written with groups.
  if (exponent !== '' && plain !== whole) return undefined;
  const isNegative = [before, inner].some((sign) => sign !== '' && '(-\u2212'.includes(sign));
  return `${isNegative ? '-' : ''}${plain || '0'}${decimals === '' ? '' : `.${decimals}`}${exponent}`;
}

const DAY =
  /^(\d{1,4})([./-])\s?(\d{1,2})\2\s?(\d{1,4})(?:,?[\sT]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*([ap]\.?m\.?)?)?$/i;

/** Kept as it is. */
const ISO = /^\d{4}-\d\d-\d\d(?:[T ].*)?$/;

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (year < 1000) date.setUTCFullYear(year);
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay ? `${pad(year, 4)}-${pad(month)}-${pad(day)}` : undefined;
}

/** A time of day, `T21:05:30`; empty for none, undefined for one there is not. */
function timeOf(hour: string | undefined, minute = '', second?: string, half?: string): string | undefined {
  if (hour === undefined) return '';
  const [given, isHalf] = [Number(hour), half !== undefined];
  if (isHalf ? given < 1 || given > 12 : given > 23) return undefined;
  const hours = isHalf ? (given % 12) + (half?.toLowerCase().startsWith('p') ? 12 : 0) : given;
  if (Number(minute) > 59 || Number(second ?? 0) > 59) return undefined;
  return `T${pad(hours)}:${minute}${second === undefined ? '' : `:${second}`}`;
}

/**
 * The day or the day and time that a text spells in an order, `2026-12-24` or `2026-12-24T10:30`. Years have four digits.
 * With points the day comes first in every country, with the year in front nothing is in doubt.
 */
function dateIn(text: string, order: DateOrder): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const trimmed = text.trim();
  if (ISO.test(trimmed)) return order === 'ymd' ? trimmed : undefined;
  const match = DAY.exec(trimmed);
  if (!match) return undefined;
  const [, first = '', sign, second = '', third = '', hour, minute, seconds, half] = match;
  const time = timeOf(hour, minute, seconds, half);
  const isYearFirst = first.length === 4;
  if (time === undefined || (isYearFirst ? third.length > 2 : first.length > 2 || third.length !== 4))
    return undefined;
  if (isYearFirst !== (order === 'ymd')) return undefined;
  if (sign === '.' && order === 'mdy') return undefined;
  const [a, b, c] = [Number(first), Number(second), Number(third)];
  const day = isYearFirst ? dayOf(a, b, c) : order === 'dmy' ? dayOf(c, b, a) : dayOf(c, a, b);
  return day === undefined ? undefined : day + time;
}

/** A number or a date of JSON as a spreadsheet writes it; times with a zone, which no spreadsheet has, stay as they are. */
export const writtenNumber = (number: number, mark: DecimalMark): string => String(number).replace('.', mark);

export function writtenDate(text: string, order: DateOrder): string {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d(?::\d\d)?))?$/.exec(text);
  if (!match || order === 'ymd') return text;
  const [, year, month, day, time] = match;
  const date = order === 'dmy' ? `${day}.${month}.${year}` : `${month}/${day}/${year}`;
  return time === undefined ? date : `${date} ${time}`;
}

/** What the texts of a column say of how they are written. */
export interface Reading<Way> {
  /** Ways in which texts are written that can be read in no other. */
  readonly sure: readonly Way[];
  /** The first text that can be read in several ways, and means something else in each. */
  readonly unclear: string | undefined;
}

interface Notation<Way> {
  readonly ways: readonly Way[];
  readonly read: (text: string, way: Way) => string | undefined;
}

export const NUMBERS: Notation<DecimalMark> = { ways: DECIMAL_MARKS, read: numberIn };
export const DATES: Notation<DateOrder> = { ways: DATE_ORDERS, read: dateIn };

/** The ways of reading a text, each with what it means. */
const meanings = <Way>(text: string, { ways, read }: Notation<Way>): [Way, string][] =>
  ways.flatMap((way): [Way, string][] => {
    const meaning = read(text, way);
    return meaning === undefined ? [] : [[way, meaning]];
  });

const isSame = (found: readonly [unknown, string][]): boolean =>
  found.every(([, meaning]) => meaning === found[0]?.[1]);

/** Looks at all texts of a column. */
export class ColumnReading<Way> implements Reading<Way> {
  readonly #notation: Notation<Way>;
  readonly #sure = new Set<Way>();
  unclear: string | undefined;

  constructor(notation: Notation<Way>) {
    this.#notation = notation;
  }

  get sure(): readonly Way[] {
    return [...this.#sure];
  }

  add(text: string): void {
    const found = meanings(text, this.#notation);
    const [first] = found;
    if (found.length === 1 && first) this.#sure.add(first[0]);
    else if (!isSame(found)) this.unclear ??= text;
  }
}

/** The way in which a column is written; without a choice it is a guess, and a mixed column has none. */
export interface ColumnWay<Way> {
  readonly way: Way | undefined;
  readonly isGuess: boolean;
}

/** The ways of all columns of a notation: the chosen one, else what each is sure of, else what the others are. */
export function waysOf<Way>(
  columns: ReadonlyMap<number, ColumnReading<Way>>,
  chosen?: Way,
): { common: Way | undefined; ways: ReadonlyMap<number, ColumnWay<Way>> } {
  const all = new Set([...columns.values()].flatMap(({ sure }) => sure));
  const common = chosen ?? (all.size === 1 ? [...all][0] : undefined);
  const isGuess = chosen === undefined;
  const ways = [...columns].map(([at, { sure }]) => {
    const own = sure.length === 0 ? common : sure.length === 1 ? sure[0] : undefined;
    return [at, { way: isGuess ? own : common, isGuess }] as const;
  });
  return { common, ways: new Map(ways) };
}

/** A text that means one thing, several of which one is to be chosen, or none. */
export type CellMeaning = { readonly value: string } | { readonly unclear: readonly string[] } | undefined;

/**
 * What a text means. `way`: the one it is written in; without it, or where it is only a guess, a text that can be read in
 * one way is read so.
 */
export function meaningOf<Way>(
  text: string,
  notation: Notation<Way>,
  { way, isGuess }: { way?: Way | undefined; isGuess: boolean },
): CellMeaning {
  const found = meanings(text, notation);
  const chosen = found.find(([one]) => one === way);
  if (chosen) return { value: chosen[1] };
  const [first] = found;
  if (first === undefined || (way !== undefined && !isGuess)) return undefined;
  return isSame(found) ? { value: first[1] } : { unclear: found.map(([, meaning]) => meaning) };
}

const ON = 'true yes on 1 x ✓ ✔ ja oui si sí sim wahr vrai verdadero verdadeiro vero waar prawda sant sandt';
const OFF = 'false no off 0 - nein non não nee falsch faux falso onwaar fałsz falskt usandt';
const SWITCHES: ReadonlyMap<string, boolean> = new Map([
  ...ON.split(' ').map((word) => [word, true] as const),
  ...OFF.split(' ').map((word) => [word, false] as const),
]);

/** Whether a text says yes, as spreadsheets write it in their languages; undefined where it says neither. */
export const switchIn = (text: string): boolean | undefined => SWITCHES.get(text.trim().toLowerCase());
