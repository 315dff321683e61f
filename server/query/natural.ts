/** Natural order (spec/queries.md#sort): numbers inside text count as numbers, and neither case nor accents count. Pure. */
import { fold } from './fold.js';

const isDigit = (unit: number) => unit >= 48 && unit <= 57;

/** End of the run of digits, or of anything else, that starts at `from`. */
function runEnd(text: string, from: number): number {
  const digits = isDigit(text.charCodeAt(from));
  let end = from + 1;
  while (end < text.length && isDigit(text.charCodeAt(end)) === digits) end += 1;
  return end;
}

/** Runs of digits by their value, however long they are. */
function compareDigits(a: string, b: string): number {
  const [left, right] = [a.replace(/^0+(?=\d)/, ''), b.replace(/^0+(?=\d)/, '')];
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : Number(left > right);
}

const BEYOND_ASCII = /[\u0080-\uffff]/;
/** Accents of Latin and Greek letters. What other scripts write as a mark is often a letter or vowel of its own. */
const ACCENTS = /([a-z\u03b1-\u03c9])[\u0300-\u036f]+/g;

/** Folded text with the letters that accented ones are made from. */
const withoutAccents = (folded: string): string =>
  BEYOND_ASCII.test(folded) ? folded.normalize('NFD').replace(ACCENTS, '$1').normalize('NFC') : folded;

function compareRuns(left: string, right: string, compare: (a: string, b: string) => number): number {
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    const [iEnd, jEnd] = [runEnd(left, i), runEnd(right, j)];
    const [one, other] = [left.slice(i, iEnd), right.slice(j, jEnd)];
    const digits = isDigit(one.charCodeAt(0)) && isDigit(other.charCodeAt(0));
    const order = digits ? compareDigits(one, other) : compare(one, other);
    if (order !== 0) return order;
    [i, j] = [iEnd, jEnd];
  }
  return left.length - i - (right.length - j);
}

/**
 * Compares `item 2` before `Item 10`, and `Äpfel` between `Apfel` and `Birne`: negative, zero or positive. Accents only
 * decide between texts that are alike without them. `compare` orders what lies between the numbers.
 */
export function compareNatural(a: string, b: string, compare: (a: string, b: string) => number): number {
  const [left, right] = [fold(a), fold(b)];
  const [plainLeft, plainRight] = [withoutAccents(left), withoutAccents(right)];
  const order = compareRuns(plainLeft, plainRight, compare);
  if (order !== 0 || (plainLeft === left && plainRight === right)) return order;
  return compareRuns(left, right, compare);
}
