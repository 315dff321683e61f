/** `text`, `textarea` and `hidden` (facts, field kinds). */
import type { PropertyKind } from '../kind.js';
import { plainText } from '../styledtext/sanitize.js';
import { cleanText, holdsHtml } from './clean.js';
import { transformCase } from './transform.js';

export const textKind: PropertyKind = {
  type: 'string',
  blank: '',
  schema: () => ({ type: 'string' }),
  normalise(value, definition) {
    if (typeof value !== 'string') return value;
    const settings = definition.settings ?? {};
    // Changing the case of markup would change its tags.
    if (holdsHtml(value)) return settings.htmlclean === false ? value : cleanText(value);
    return transformCase(value, settings.textTransform);
  },
  text: (value) => (typeof value === 'string' ? plainText(value) : ''),
};

/** A field kind Plinth has never heard of: text is treated as text, any other value is left as it is. */
export const unknownKind: PropertyKind = {
  ...textKind,
  schema: () => ({}),
  text: (value) =>
    typeof value === 'string' ? plainText(value) : typeof value === 'number' ? String(value) : '',
};
