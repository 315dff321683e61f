import type { JsonObject } from '#contract/values';

/** Properties that usually name an object, best first. */
export const TITLE_PROPERTIES = ['title', 'name', 'label', 'headline', 'subject'] as const;

/** What an object is called in lists and messages: its title, name or label, else its id. */
export function titleOf(object: JsonObject): string {
  for (const name of TITLE_PROPERTIES) {
    const value = object[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return typeof object.id === 'string' ? object.id : '';
}
