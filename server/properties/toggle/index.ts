/** `toggle` and `checkbox` (spec/field-kinds.md#booleans). */
import type { JsonValue } from '../../contract/values.js';
import type { PropertyKind } from '../kind.js';
import { scalarText } from '../whole-text.js';

const WORDS: ReadonlyMap<JsonValue, boolean> = new Map<JsonValue, boolean>([
  ...([1, '1', 'true', 'yes', 'on'] as const).map((word) => [word, true] as const),
  ...([0, '0', 'false', 'no', 'off', ''] as const).map((word) => [word, false] as const),
]);

/** The boolean a value stands for; undefined when it stands for none. */
export function parseBoolean(value: JsonValue): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return WORDS.get(typeof value === 'string' ? value.trim().toLowerCase() : value);
}

export const checkboxKind: PropertyKind = {
  type: 'boolean',
  blank: false,
  schema: () => ({ type: 'boolean' }),
  valueType: () => 'boolean',
  normalise: (value) => parseBoolean(value) ?? value,
  storedDefault: (preset) =>
    typeof preset === 'string' && preset !== '' ? (parseBoolean(preset) ?? preset) : preset,
  text: (value) => (typeof value === 'boolean' ? String(value) : ''),
  wholeText: scalarText,
  readText: parseBoolean,
};

export const toggleKind: PropertyKind = { ...checkboxKind, ofTypes: ['boolean'] };
