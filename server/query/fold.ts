/** Text as it is compared without regard to case (spec/queries.md#matching). Pure. */

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Lower case, and composed, so that both spellings of an accented letter are the same. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return BEYOND_ASCII.test(lower) ? lower.normalize('NFC') : lower;
}
