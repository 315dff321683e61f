import type { JsonValue } from '#contract/values';

/** The words of a list; a list kept as one text is split at commas. */
export function wordsOf(value: JsonValue | undefined): string[] {
  if (typeof value === 'string') {
    return value
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
  }
  return Array.isArray(value)
    ? value.filter((item) => item !== null && typeof item !== 'object').map(String)
    : [];
}
