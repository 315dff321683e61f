/** Which properties the admin's lists, and exports without a sort of their own, put in natural order. */

/** Kinds whose values are words: numbers in them count as numbers, and case does not count. */
const WORDS: ReadonlySet<string> = new Set([
  'id',
  'slug',
  'text',
  'textarea',
  'styledtext',
  'select',
  'radio',
  'multiselect',
  'multicheckbox',
  'list',
  'url',
  'email',
  'phone',
]);

/** Whether a property of a kind is sorted as people read it (`Exhibit 2` before `Exhibit 10`). */
export const isSortedNaturally = (property: string, kind: string | undefined): boolean =>
  property === 'id' || WORDS.has(kind ?? '');
