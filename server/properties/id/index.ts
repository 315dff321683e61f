/** `id` and `slug`: names that can stand in an address (spec/content.md#slugs). */
import { slug } from '../../contract/names.js';
import { textType } from '../choice-types.js';
import type { PropertyKind } from '../kind.js';
import { visitRelation } from '../references.js';

/** A text that is its own slug. The object's `id` itself is checked by `contract/names`, not here. */
export const idKind: PropertyKind = {
  type: 'slug',
  blank: '',
  schema: () => ({ type: 'string' }),
  valueType: textType,
  normalise: (value, definition) =>
    typeof value === 'string' ? slug(value, definition.settings?.snakeCase === true ? '_' : '-') : value,
  references: visitRelation,
  text: (value) => (typeof value === 'string' ? value : ''),
};

export const slugKind: PropertyKind = { ...idKind, ofTypes: ['slug'] };
