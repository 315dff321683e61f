/** Numbers a JavaScript number can keep: all others would be changed without a word (2^53 + 1, 1e999, 1e-400). */

const NUMBER = /^[+-]?(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;
/** Longer ones stand for no number that can be kept, and need not be looked at. */
const MAX_LENGTH = 400;
/** So many digits tell every binary fraction from its neighbours. */
const DIGITS = 17;

/** Digits without zeros at their ends, and the power of ten they are to be multiplied by. */
function normal(text: string): { digits: string; power: number } {
  const [, whole = '', fraction = '', power = '0'] = NUMBER.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/(?<!0)0+$/, '');
  if (kept === '') return { digits: '', power: 0 };
  return { digits: kept, power: Number(power) - fraction.length + digits.length - kept.length };
}

/** Fractions of at most `DIGITS` digits, zeros before the point not counted: most of those there are. */
const isShortFraction = (text: string): boolean =>
  /^-?0\.\d{0,16}[1-9]$/.test(text) || (text.length <= DIGITS + 1 && /^-?\d+\.\d*[1-9]$/.test(text));

/** Whether the number that a decimal text spells is kept as it is written. */
export function isExact(text: string): boolean {
  if (isShortFraction(text)) return true;
  const value = Number(text);
  // As JavaScript itself writes it.
  if (String(value) === text) return Number.isFinite(value);
  if (text.length > MAX_LENGTH || !Number.isFinite(value)) return false;
  const [spelled, kept] = [normal(text), normal(String(value))];
  if (spelled.digits === kept.digits && spelled.power === kept.power) return true;
  // Some programs write 0.1 with all the digits of the binary fraction.
  return value !== 0 && spelled.power < 0 && spelled.digits.length <= DIGITS;
}

/** Whether a JSON text may hold a number that is not kept: long digits, an exponent, or texts that look like one. */
const SUSPECT = /[\d.]{16}|\d[eE]/;

interface Frame {
  list: boolean;
  /** Place in a list. */
  index: number;
  /** Where the last key of an object stands in the text. */
  key: [start: number, end: number];
}

/** The quote that ends the text which begins at `start`. */
export function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}

const BLANK = /\s/;

/** Whether a colon follows, and so the text before was a key. */
function isKey(json: string, from: number): boolean {
  let at = from;
  while (BLANK.test(json[at] ?? '')) at += 1;
  return json[at] === ':';
}

const namesOf = (json: string, frames: readonly Frame[]): string[] =>
  frames.map(({ list, index, key: [start, end] }) =>
    list ? String(index) : String(JSON.parse(json.slice(start, end))),
  );

const PART = /[-+\d.eE]/;
const BEGINS = /[-\d]/;

/** The dotted path of the first number of a sound JSON text that cannot be kept, with the number; undefined for none. */
export function inexactNumber(json: string): { path: string; number: string } | undefined {
  if (!SUSPECT.test(json)) return undefined;
  const frames: Frame[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at] ?? '';
    const frame = frames.at(-1);
    if (sign === '"') {
      const end = endOfText(json, at);
      if (frame && !frame.list && isKey(json, end + 1)) frame.key = [at, end + 1];
      at = end;
    } else if (sign === '{' || sign === '[') frames.push({ list: sign === '[', index: 0, key: [0, 0] });
    else if (sign === '}' || sign === ']') frames.pop();
    else if (sign === ',' && frame?.list) frame.index += 1;
    else if (BEGINS.test(sign)) {
      let end = at + 1;
      while (PART.test(json[end] ?? '')) end += 1;
      const number = json.slice(at, end);
      if (!isExact(number)) return { path: namesOf(json, frames).join('.'), number };
      at = end - 1;
    }
  }
  return undefined;
}
