/**
 * Marks texts for readers. Every string and template in the argument is a message of the catalogs in `renderer/texts`,
 * as are those of constants named `texts`. The build puts a call in the place of each (decision 237).
 * A text that means two things in English gets a context, which translators see.
 */
export const t = <const T>(texts: T, _context?: string): T => texts;
