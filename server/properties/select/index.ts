/** `select`, `radio`, `multiselect` and `multicheckbox` (facts, field kinds). */
import type { PropertyDefinition } from '../../contract/schemas.js';
import type { JsonValue } from '../../contract/values.js';
import type { PropertyKind } from '../kind.js';
import { mergeLists, readEntries } from '../list/entries.js';
import { parseNumber } from '../number/parse.js';
import { cleanText } from '../text/clean.js';
import { parseBoolean } from '../toggle/index.js';

type Scalar = 'string' | 'number' | 'integer' | 'boolean';

/** The JSON type of one choice: what the definition says, text when it says nothing. */
function scalarType(type: unknown): Scalar {
  return type === 'number' || type === 'integer' || type === 'boolean' ? type : 'string';
}

/** Brings one choice into the type of its property: forms and query strings send everything as text. */
function readChoice(value: JsonValue, type: Scalar): JsonValue {
  if (type === 'boolean') return parseBoolean(value) ?? value;
  if (type !== 'string') return typeof value === 'string' ? (parseNumber(value) ?? value) : value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? cleanText(value) : value;
}

const textOf = (value: JsonValue): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** One choice. Values outside `options` are allowed, as stored ones always were; `enum` closes the list. */
export const selectKind: PropertyKind = {
  type: 'string',
  blank: '',
  schema: (definition) => ({ type: scalarType(definition.type) }),
  normalise(value, definition) {
    const type = scalarType(definition.type);
    return value === '' && type !== 'string' ? null : readChoice(value, type);
  },
  text: textOf,
};

const itemType = (definition: PropertyDefinition): Scalar => {
  const items = definition.items;
  return scalarType(typeof items === 'object' && items !== null && 'type' in items ? items.type : undefined);
};

/** Several choices, each once. */
export const multiselectKind: PropertyKind = {
  type: 'array',
  blank: [],
  schema: (definition) => ({ type: 'array', items: { type: itemType(definition) } }),
  normalise(value, definition) {
    const entries = readEntries(value);
    if (!entries) return value;
    const type = itemType(definition);
    return mergeLists(
      [],
      entries.map((entry) => readChoice(entry, type)),
    );
  },
  merge: (current, patch) => mergeLists(readEntries(current) ?? [], readEntries(patch) ?? [patch]),
  text: (value) => (Array.isArray(value) ? value.map(textOf).filter(Boolean).join(', ') : textOf(value)),
};
