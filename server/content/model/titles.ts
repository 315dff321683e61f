/** Labels for things without a name. */
import type { ObjectDocument } from '../../contract/objects.js';
import type { JsonValue } from '../../contract/values.js';

/** An id as a title: `press-kit` becomes `Press kit`. */
export function titleOfId(id: string): string {
  const words = id.replace(/[-_]+/g, ' ').trim();
  return words === '' ? id : words.charAt(0).toUpperCase() + words.slice(1);
}

/** An object's title: its title, name or label, else its id. */
export function titleOfObject(id: string, fields: ObjectDocument | Record<string, JsonValue>): string {
  for (const key of ['title', 'name', 'label']) {
    const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, 200);
  }
  return id;
}
