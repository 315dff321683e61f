/** `svg`: an inline drawing (facts, property types). */
import type { PropertyKind } from '../kind.js';
import { sanitizeSvg } from './sanitize.js';

export const svgKind: PropertyKind = {
  type: 'svg',
  blank: '',
  schema: () => ({ type: 'string' }),
  normalise: (value, definition) =>
    typeof value === 'string' && definition.settings?.svgclean !== false ? sanitizeSvg(value) : value,
  check: (value) =>
    typeof value !== 'string' || /^\s*<svg[\s/>]/.test(value)
      ? []
      : ['must be a drawing that starts with <svg'],
  text: () => '',
};
