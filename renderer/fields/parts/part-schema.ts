/** The schemas that the parts of a value follow; items of some decks name their own. */
import { itemSchemaId } from '#contract/deck';
import type { PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import type { JsonValue } from '#contract/values';
import { asObject } from '../../unsaved/part-store';
import type { PartSchemas } from '../form-context';

/** Ids of the schemas that parts can follow. */
export const partSchemaIds = ({
  itemSchemas,
  itemSchema,
}: Pick<PropertyOnWire, 'itemSchemas' | 'itemSchema'>): readonly string[] =>
  itemSchemas ?? (itemSchema === undefined ? [] : [itemSchema]);

/** The schemas that parts can follow, as far as they exist. */
export const partSchemasOf = (definition: PropertyOnWire, schemas: PartSchemas): SchemaDefinition[] =>
  partSchemaIds(definition).flatMap((id) => schemas.get(id) ?? []);

/** The schema of a part; undefined where there is none. */
export function schemaOfPart(
  definition: PropertyOnWire,
  part: JsonValue | undefined,
  schemas: PartSchemas,
): SchemaDefinition | undefined {
  const { itemSchemas, itemSchema } = definition;
  const id = itemSchemas === undefined ? itemSchema : itemSchemaId(itemSchemas, asObject(part));
  return id === undefined ? undefined : schemas.get(id);
}
