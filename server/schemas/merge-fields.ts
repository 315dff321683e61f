/** How the properties of a schema are merged. */
import { mergeField } from '../contract/merge/fields.js';
import type { MergeFields } from '../contract/merge/rules.js';
import type { Schema } from './schema.js';

export const mergeFieldsOf =
  ({ properties }: Schema): MergeFields =>
  (name) => {
    const property = properties.get(name);
    if (!property) return undefined;
    const { kindName, definition, children } = property;
    return mergeField(kindName, definition, () => {
      const part = children?.schema();
      return part && mergeFieldsOf(part);
    });
  };
