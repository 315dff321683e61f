/** How the properties of a form's schema are merged. */
import { mergeField } from '#contract/merge/fields';
import type { MergeFields } from '#contract/merge/rules';
import { isKindName, type PropertyOnWire } from '#contract/schemas';
import type { PartSchemas } from './form-context';
import { partSchemasOf } from './parts/part-schema';

export const mergeFieldsOf =
  (properties: Readonly<Record<string, PropertyOnWire>>, parts: PartSchemas): MergeFields =>
  (name) => {
    const definition = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (definition?.field === undefined || !isKindName(definition.field)) return undefined;
    return mergeField(definition.field, definition, () => {
      const schemas = partSchemasOf(definition, parts);
      // Of several with a property of the same name the first, as on the server.
      const properties = Object.assign({}, ...schemas.toReversed().map((schema) => schema.properties));
      return schemas.length === 0 ? undefined : mergeFieldsOf(properties, parts);
    });
  };
