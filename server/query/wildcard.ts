/** Wildcards of criteria (spec/queries.md#matching): `*v*` contains, `v*` starts with, `*v` ends with, `v` is exactly. Pure. */
import { fold } from './fold.js';

/** Whether a folded text matches. */
export type TextTest = (folded: string) => boolean;

/** Whether a value may match other texts than itself. */
export const hasWildcard = (value: string): boolean => /^\*|.\*$/s.test(value);

/**
 * The test of a value. Only a `*` at either end is a wildcard, one inside stands for itself; `*` and `**` alone
 * match every text. Nothing is made into a regular expression, so no value can make a request slow.
 */
export function wildcard(value: string): TextTest {
  const sought = fold(value);
  if (sought === '*' || sought === '**') return () => true;
  const open = sought.startsWith('*');
  const end = sought.length > 1 && sought.endsWith('*');
  const word = sought.slice(open ? 1 : 0, end ? -1 : undefined);
  if (open && end) return (text) => text.includes(word);
  if (open) return (text) => text.endsWith(word);
  if (end) return (text) => text.startsWith(word);
  return (text) => text === word;
}
