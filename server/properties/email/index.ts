/** `email` (spec/field-kinds.md#property-types). */

import { textType } from '../choice-types.js';
import type { PropertyKind } from '../kind.js';
import { textValues } from '../whole-text.js';

export const emailKind: PropertyKind = {
  type: 'email',
  ofTypes: ['email'],
  blank: '',
  schema: () => ({ type: 'string', format: 'email', maxLength: 254 }),
  // What remains of the format where the value may be empty.
  described: { pattern: '^[^\\s@]+@[^\\s@]+$' },
  valueType: textType,
  normalise: (value) => (typeof value === 'string' ? value.trim() : value),
  text: (value) => (typeof value === 'string' ? value : ''),
  wholeText: textValues.wholeText,
  readText: (text) => text.trim(),
};
