import type { PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import { kindOf } from '.';
import type { PartSchemas } from './form-context';
import { partSchemaIds } from './parts/part-schema';

/** Properties whose values must not leave the page's memory: secrets, and whatever holds one at any depth. */
export function sensitiveProperties(schema: SchemaDefinition, partSchemas: PartSchemas): string[] {
  const looked = new Set<string>();
  const holds = (definition: PropertyOnWire): boolean => {
    if (kindOf(definition).sensitive) return true;
    return partSchemaIds(definition).some((inside) => {
      if (looked.has(inside)) return false;
      looked.add(inside);
      return Object.values(partSchemas.get(inside)?.properties ?? {}).some(holds);
    });
  };
  return Object.entries(schema.properties).flatMap(([name, definition]) => {
    looked.clear();
    return holds(definition) ? [name] : [];
  });
}
