/** Sums of decimals as people write them: 0.1 and 0.2 are 0.3, not the nearest binary fraction's neighbour. */

const PLAIN = /^\d+(?:\.\d+)?$/;
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/i;
const MAX_LENGTH = 40;
/** The digits a JavaScript number's exponent can ask for, and no more. */
const MAX_PLACES = 400;

/** Whether a text is digits with at most one point between them: no sign, no exponent, nothing endless. */
export const isPlainDecimal = (text: string): boolean => text.length <= MAX_LENGTH && PLAIN.test(text);

interface Scaled {
  digits: bigint;
  /** How many of the digits stand behind the point. */
  places: number;
}

function scaled(text: string): Scaled | undefined {
  const match = NUMBER.exec(text);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const shift = fraction.length - Number(exponent);
  if (Math.abs(shift) > MAX_PLACES) return undefined;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  return shift >= 0 ? { digits, places: shift } : { digits: digits * 10n ** BigInt(-shift), places: 0 };
}

const asText = ({ digits, places }: Scaled): string => {
  const sign = digits < 0n ? '-' : '';
  const all = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  return places === 0 ? `${sign}${all}` : `${sign}${all.slice(0, -places)}.${all.slice(-places)}`;
};

const same = (a: Scaled, b: Scaled): boolean => {
  const places = Math.max(a.places, b.places);
  return a.digits * 10n ** BigInt(places - a.places) === b.digits * 10n ** BigInt(places - b.places);
};

/**
 * `a + sign * b` for decimals as text. Undefined when one of them is none, or when no JavaScript number stands for
 * the sum, so that digits would be lost.
 */
export function addDecimals(a: string, b: string, sign: 1 | -1): number | undefined {
  const left = scaled(a);
  const right = scaled(b);
  if (!left || !right) return undefined;
  const places = Math.max(left.places, right.places);
  const digits =
    left.digits * 10n ** BigInt(places - left.places) +
    BigInt(sign) * right.digits * 10n ** BigInt(places - right.places);
  const sum = { digits, places };
  const value = Number(asText(sum));
  if (!Number.isFinite(value)) return undefined;
  const read = scaled(String(value));
  return read && same(read, sum) ? value + 0 : undefined;
}
