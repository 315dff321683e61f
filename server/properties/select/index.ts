/** `select`, `radio`, `multiselect` and `multicheckbox` (spec/field-kinds.md#choices). */

import { choicesType, choiceType } from '../choice-types.js';
import type { PropertyKind } from '../kind.js';
import { mergeLists, readEntries } from '../list/entries.js';
import { visitRelation } from '../references.js';
import { holdsHtml, textLost } from '../text/clean.js';
import { itemType, readChoice, readChoices, scalarType, textOf } from './choices.js';

/** One choice. Values outside `options` are allowed, as stored ones always were; `enum` closes the list. */
export const selectKind: PropertyKind = {
  type: 'string',
  blank: '',
  schema: (definition) => ({ type: scalarType(definition.type) }),
  valueType: choiceType,
  normalise(value, definition, context) {
    const type = scalarType(definition.type);
    return value === '' && type !== 'string' ? null : readChoice(value, type, definition, context);
  },
  lost: textLost,
  markup: holdsHtml,
  references: visitRelation,
  text: textOf,
};

/** Several choices, each once. */
export const multiselectKind: PropertyKind = {
  type: 'array',
  blank: [],
  schema: (definition) => ({ type: 'array', items: { type: itemType(definition) } }),
  valueType: choicesType,
  async normalise(value, definition, context) {
    const entries = readEntries(value);
    if (!entries) return value;
    return mergeLists([], await readChoices(entries, itemType(definition), definition, context));
  },
  lost: textLost,
  markup: holdsHtml,
  references: visitRelation,
  merge: (current, patch) => mergeLists(readEntries(current) ?? [], readEntries(patch) ?? [patch]),
  text: (value) => (Array.isArray(value) ? value.map(textOf).filter(Boolean).join(', ') : textOf(value)),
};

/** Several choices shown as checkboxes. */
export const multicheckboxKind: PropertyKind = { ...multiselectKind, aliases: ['checklist'] };
