/** `text`, `textarea` and `hidden` (spec/field-kinds.md#text). */
import type { PropertyKind } from '../kind.js';
import { inCase } from '../markup/clean.js';
import { holdsHtml, takenText, textLost } from './clean.js';

export const textKind: PropertyKind = {
  type: 'string',
  blank: '',
  schema: () => ({ type: 'string' }),
  async normalise(value, definition, context) {
    if (typeof value !== 'string') return value;
    const text = await takenText(value, definition, context);
    // Changing the case of markup would change its tags.
    if (holdsHtml(definition) && /[<&]/.test(text)) return text;
    return inCase(text, definition.settings?.textTransform, context);
  },
  lost: textLost,
  markup: holdsHtml,
  text: (value) => (typeof value === 'string' ? value : ''),
};

/** A field kind Plinth has never heard of: text is treated as text, any other value is left as it is. */
export const unknownKind: PropertyKind = {
  ...textKind,
  schema: () => ({}),
  text: (value) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''),
};
