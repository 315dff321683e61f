/** `text`, `textarea` and `hidden` (spec/field-kinds.md#text). */

import { textType } from '../choice-types.js';
import { jsonKind } from '../json/index.js';
import type { PropertyKind } from '../kind.js';
import { inCase } from '../markup/clean.js';
import { relationIn, visitMarkup, visitRelation, visitText } from '../references.js';
import { textValues } from '../whole-text.js';
import { holdsHtml, takenText, textLost } from './clean.js';

/** Plain text of any length. */
const plain: PropertyKind = {
  type: 'string',
  blank: '',
  schema: () => ({ type: 'string' }),
  valueType: textType,
  async normalise(value, definition, context) {
    if (typeof value !== 'string') return value;
    const text = await takenText(value, definition, context);
    // Changing the case of markup would change its tags.
    if (holdsHtml(definition) && /[<&]/.test(text)) return text;
    return inCase(text, definition.settings?.textTransform, context);
  },
  lost: textLost,
  markup: holdsHtml,
  references(value, definition, visit) {
    if (relationIn(definition)) return visitRelation(value, definition, visit);
    if (typeof value !== 'string') return value;
    return holdsHtml(definition) ? visitMarkup(value, visit) : visitText(value, visit);
  },
  text: (value) => (typeof value === 'string' ? value : ''),
  ...textValues,
  anyText: true,
};

const inputOfAnyType = (typed: PropertyKind): PropertyKind => typed;

export const textKind: PropertyKind = {
  ...plain,
  ofTypes: ['string', 'empty'],
  aliases: ['input'],
  heldBy: inputOfAnyType,
};

export const textareaKind: PropertyKind = { ...plain, heldBy: inputOfAnyType };

/** A hidden list is not typed by hand: it holds whatever a program put there. */
export const hiddenKind: PropertyKind = {
  ...plain,
  heldBy: (typed, type) => (type === 'array' ? jsonKind : typed),
};

/** A field kind Plinth has never heard of: text is treated as text, any other value is left as it is. */
export const unknownKind: PropertyKind = {
  ...plain,
  schema: () => ({}),
  valueType: () => 'unknown',
  text: (value) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''),
};
