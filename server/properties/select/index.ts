/** `select`, `radio`, `multiselect` and `multicheckbox` (spec/field-kinds.md#choices). */

import { choicesType, choiceType } from '../choice-types.js';
import type { PropertyKind } from '../kind.js';
import { mergeLists, readEntries } from '../list/entries.js';
import { visitRelation } from '../references.js';
import { holdsHtml, textLost } from '../text/clean.js';
import { scalarText } from '../whole-text.js';
import {
  asChoice,
  itemType,
  listOf,
  readChoice,
  readChoices,
  scalarType,
  textOf,
  wholeList,
} from './choices.js';

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
  wholeText: scalarText,
  readText: (text, definition) => asChoice(text, scalarType(definition.type)),
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
  wholeText: wholeList,
  readText: (text, definition) => listOf(text, itemType(definition)),
  text: (value) => (Array.isArray(value) ? value.map(textOf).filter(Boolean).join(', ') : textOf(value)),
};

/** Several choices shown as checkboxes. */
export const multicheckboxKind: PropertyKind = { ...multiselectKind, aliases: ['checklist'] };
