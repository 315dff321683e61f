/** `styledtext`: HTML from the rich-text editor (facts, field kinds). */
import type { PropertyKind } from '../kind.js';
import { removesMarkup } from './removed.js';
import { plainText, sanitizeRichText } from './sanitize.js';

export const styledtextKind: PropertyKind = {
  type: 'string',
  blank: '',
  schema: () => ({ type: 'string' }),
  normalise: (value, definition) =>
    typeof value === 'string' && definition.settings?.htmlclean !== false ? sanitizeRichText(value) : value,
  lost: (sent, stored) =>
    typeof sent === 'string' && typeof stored === 'string' && removesMarkup(sent, stored),
  text: (value) => (typeof value === 'string' ? plainText(value) : ''),
  embeds: true,
  onWire: () => ({ format: 'html' }),
};
