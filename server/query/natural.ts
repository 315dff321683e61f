/** Natural order (interface 4.6): numbers inside text count as numbers, and case does not count. Pure. */
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

/** Compares `item 2` before `Item 10`: negative, zero or positive. `compare` orders what lies between the numbers. */
export function compareNatural(a: string, b: string, compare: (a: string, b: string) => number): number {
  const [left, right] = [fold(a), fold(b)];
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
