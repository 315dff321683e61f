/** Collections in a template (spec/templates.md#export): the settings that differ from the defaults. */
import { isDeepStrictEqual } from 'node:util';
import { settingsFrom } from '../content/model/collection-settings.js';
import type { CollectionSettings } from '../contract/objects.js';
import type { ReservedCollection } from '../contract/templates.js';
import type { JsonObject, JsonValue } from '../contract/values.js';

/** Maintained by Plinth and by the reference system; specific to one folder. */
const MAINTAINED: ReadonlySet<string> = new Set(['count', 'totalObjects', 'lastUpdated', 'updated']);

const isJson = (value: unknown): value is JsonValue =>
  value !== undefined &&
  typeof value !== 'function' &&
  typeof value !== 'symbol' &&
  typeof value !== 'bigint';

/** Every key whose value is not the default of a collection with this id and schema. */
function overridesOf(settings: CollectionSettings): JsonObject {
  const defaults: Record<string, unknown> = settingsFrom(settings.id, { schema: settings.schema });
  const overrides: JsonObject = {};
  for (const [key, value] of Object.entries(settings)) {
    const left = key === 'id' || key === 'schema' || key === 'sortBy' || key === 'reverseSort';
    if (left || MAINTAINED.has(key) || isDeepStrictEqual(value, defaults[key]) || !isJson(value)) continue;
    overrides[key] = value;
  }
  const { sortBy, reverseSort } = settings;
  const sorted = sortBy !== defaults.sortBy || reverseSort;
  return { ...overrides, ...(sorted && { sortBy: `${sortBy}:${reverseSort ? 'desc' : 'asc'}` }) };
}

/** A built-in collection: its id alone, or with different settings. */
export function reservedEntry(settings: CollectionSettings): ReservedCollection {
  const overrides = overridesOf(settings);
  return Object.keys(overrides).length === 0 ? settings.id : { id: settings.id, ...overrides };
}

export function customEntry(settings: CollectionSettings): JsonObject & { id: string; schema: string } {
  const { id, schema, name } = settings;
  return { id, schema, name, ...overridesOf(settings) };
}
