/** `list`: free words such as tags, or values of the type its `items` name (spec/field-kinds.md#lists). */
import type { PropertyDefinition } from '../../contract/schemas.js';
import { choicesType } from '../choice-types.js';
import type { PropertyKind } from '../kind.js';
import { visitRelation } from '../references.js';
import { itemType, listOf, readChoices, textOf, wholeList } from '../select/choices.js';
import { holdsHtml, textLost } from '../text/clean.js';
import { mergeLists, readEntries } from './entries.js';

/** `asString` keeps the list as one text with commas, for sites that expect it so. */
const asString = (definition: PropertyDefinition) => definition.settings?.asString === true;

export const listKind: PropertyKind = {
  type: 'list',
  ofTypes: ['list', 'array'],
  blank: [],
  schema: (definition) =>
    asString(definition) ? { type: 'string' } : { type: 'array', items: { type: itemType(definition) } },
  valueType: (definition) => (asString(definition) ? 'string' : choicesType(definition)),
  async normalise(value, definition, context) {
    const sent = readEntries(value);
    if (!sent) return value;
    const entries = await readChoices(sent, itemType(definition), definition, context);
    const kept = definition.settings?.duplicateItemsAllowed === true ? entries : mergeLists([], entries);
    return asString(definition) && kept.every((entry) => typeof entry === 'string') ? kept.join(',') : kept;
  },
  lost: textLost,
  markup: holdsHtml,
  references(value, definition, visit) {
    if (!asString(definition) || typeof value !== 'string') return visitRelation(value, definition, visit);
    const entries = readEntries(value) ?? [];
    const next = visitRelation(entries, definition, visit);
    return Array.isArray(next) && next !== entries ? next.join(',') : value;
  },
  merge: (current, patch) => mergeLists(readEntries(current) ?? [], readEntries(patch) ?? [patch]),
  wholeText: wholeList,
  readText(text, definition) {
    const entries = listOf(text, itemType(definition));
    return asString(definition) ? entries.join(',') : entries;
  },
  text: (value) => (readEntries(value) ?? []).map(textOf).filter(Boolean).join(', '),
  onWire: (definition) => (asString(definition) ? {} : { items: { type: itemType(definition) } }),
};
