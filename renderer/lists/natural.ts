import { isSortedNaturally } from '#contract/natural-order';
import type { SchemaDefinition } from '#contract/schemas';

/** Whether a list sorts a property as people read it (`Exhibit 2` before `Exhibit 10`). */
export const sortsNaturally = (schema: SchemaDefinition, property: string): boolean =>
  isSortedNaturally(property, schema.properties[property]?.field);
