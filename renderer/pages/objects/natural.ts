import type { SchemaDefinition } from '#contract/schemas';

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

/** Whether a list sorts a property as people read it (`Exhibit 2` before `Exhibit 10`). */
export function sortsNaturally(schema: SchemaDefinition, property: string): boolean {
  return property === 'id' || WORDS.has(schema.properties[property]?.field ?? '');
}
