/** `options` of a property in the three spellings schemas use (spec/field-kinds.md#choices). */
import type { Option } from '../../contract/schemas.js';
import { isJsonObject } from '../../contract/values.js';

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

function optionOf(item: unknown): Option[] {
  if (isScalar(item)) return [{ value: item, label: String(item) }];
  if (!isJsonObject(item) || !isScalar(item.value)) return [];
  return [{ value: item.value, label: isScalar(item.label) ? String(item.label) : String(item.value) }];
}

/** Choices in order; groups are opened, entries that are no choice left out. */
export function optionsOf(options: unknown): Option[] {
  if (Array.isArray(options)) return options.flatMap(optionOf);
  if (!isJsonObject(options)) return [];
  return Object.values(options).flatMap((group) => (Array.isArray(group) ? group.flatMap(optionOf) : []));
}
