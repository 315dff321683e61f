/** `svg`: an inline drawing (facts, property types). */
import type { PropertyKind } from '../kind.js';
import { removesMarkup } from '../styledtext/removed.js';
import { sanitizeSvg } from './sanitize.js';

export const svgKind: PropertyKind = {
  type: 'svg',
  blank: '',
  schema: () => ({ type: 'string' }),
  normalise: (value, definition) =>
    typeof value === 'string' && definition.settings?.svgclean !== false ? sanitizeSvg(value) : value,
  lost: (sent, stored) =>
    typeof sent === 'string' && typeof stored === 'string' && removesMarkup(sent, stored),
  check: (value) =>
    typeof value !== 'string' || /^\s*<svg[\s/>]/.test(value)
      ? []
      : ['must be a drawing that starts with <svg'],
  text: () => '',
};
