/**
 * Marks texts for readers. Every string and template in the argument is a message of the catalogs in `renderer/texts`,
 * as are those of constants named `texts` and the text between JSX tags. The build puts the reader's language in place.
 * A text that means two things in English gets a context, which translators see.
 */
export const t = <const T>(texts: T, _context?: string): T => texts;
