/** `list`: free words such as tags (facts, field kinds). */
import type { PropertyDefinition } from '../../contract/schemas.js';
import type { JsonValue } from '../../contract/values.js';
import type { PropertyKind } from '../kind.js';
import { cleanText } from '../text/clean.js';
import { mergeLists, readEntries } from './entries.js';

const isScalar = (value: JsonValue) => typeof value === 'number' || typeof value === 'boolean';

/** `asString` keeps the list as one text with commas, for sites that expect it so. */
const asString = (definition: PropertyDefinition) => definition.settings?.asString === true;

export const listKind: PropertyKind = {
  type: 'list',
  blank: [],
  schema: (definition) =>
    asString(definition) ? { type: 'string' } : { type: 'array', items: { type: 'string' } },
  normalise(value, definition) {
    const entries = readEntries(value)?.map((entry) =>
      typeof entry === 'string' ? cleanText(entry) : isScalar(entry) ? String(entry) : entry,
    );
    if (!entries) return value;
    const kept = definition.settings?.duplicateItemsAllowed === true ? entries : mergeLists([], entries);
    return asString(definition) && kept.every((entry) => typeof entry === 'string') ? kept.join(',') : kept;
  },
  merge: (current, patch) => mergeLists(readEntries(current) ?? [], readEntries(patch) ?? [patch]),
  text: (value) => (readEntries(value) ?? []).filter((entry) => typeof entry === 'string').join(', '),
  onWire: (definition) => (asString(definition) ? {} : { items: { type: 'string' } }),
};
