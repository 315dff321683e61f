/** `phone` (spec/field-kinds.md#property-types): an optional `+`, digits, spaces, `-` and brackets, a digit at the end. */

import { message } from '../../contract/messages/message.js';
import { textType } from '../choice-types.js';
import type { PropertyKind } from '../kind.js';
import { textValues } from '../whole-text.js';

export const phoneKind: PropertyKind = {
  type: 'phone',
  ofTypes: ['phone'],
  aliases: ['tel'],
  blank: '',
  schema: () => ({ type: 'string' }),
  valueType: textType,
  normalise: (value) => (typeof value === 'string' ? value.trim() : value),
  check: (value) =>
    typeof value !== 'string' || (value.length <= 60 && /^\+?[\d\s()-]*\d$/.test(value))
      ? []
      : [message('notPhone', { sample: '+44 20 1234 5678' })],
  text: (value) => (typeof value === 'string' ? value : ''),
  wholeText: textValues.wholeText,
  readText: (text) => text.trim(),
};
