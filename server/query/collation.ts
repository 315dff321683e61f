/**
 * The order of texts in a language (spec/queries.md#sort). Pure. The language is that of the content: in the grammar
 * of sorts it would leave saved views and addresses in the old order, and by the reader's language two editors would
 * see two orders.
 */

export interface Collation {
  /** A language tag, `sv` or `de-CH`. */
  readonly language: string;
  compare(a: string, b: string): number;
}

/** Numbers inside texts count as numbers, case does not count. Undefined for what names no language. */
export function collationOf(locale: string): Collation | undefined {
  const tag = locale.replaceAll('_', '-');
  try {
    if (Intl.Collator.supportedLocalesOf(tag).length === 0) return undefined;
    const { compare } = new Intl.Collator(tag, { numeric: true, sensitivity: 'accent' });
    return { language: tag, compare };
  } catch {
    return undefined;
  }
}
