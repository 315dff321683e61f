import type { SchemaDefinition } from '#contract/schemas';
import type { JsonObject } from '#contract/values';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The values that the link to a form of a new object gave it, in the state of its place in the history. */
export function presetIn(state: unknown, schema: SchemaDefinition): JsonObject {
  const preset = isRecord(state) && isRecord(state.preset) ? state.preset : {};
  const fitting = Object.entries(preset).flatMap(([property, value]) => {
    const fits = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return fits && Object.hasOwn(schema.properties, property) ? [[property, value] as const] : [];
  });
  return Object.fromEntries(fitting);
}
