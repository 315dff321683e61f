/** How the properties of a form's schema are merged. */
import { mergeField } from '#contract/merge/fields';
import type { MergeFields } from '#contract/merge/rules';
import { isKindName, type PropertyOnWire } from '#contract/schemas';
import type { PartSchemas } from './form-context';

export const mergeFieldsOf =
  (properties: Readonly<Record<string, PropertyOnWire>>, parts: PartSchemas): MergeFields =>
  (name) => {
    const definition = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (definition?.field === undefined || !isKindName(definition.field)) return undefined;
    return mergeField(definition.field, definition, () => {
      const part = definition.itemSchema === undefined ? undefined : parts.get(definition.itemSchema);
      return part && mergeFieldsOf(part.properties, parts);
    });
  };
