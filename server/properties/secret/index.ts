/** `secret`: a token or key in clear, shown only to those who may write the object (spec/field-kinds.md#passwords-and-secrets). */

import { textType } from '../choice-types.js';
import type { PropertyKind } from '../kind.js';

export const secretKind: PropertyKind = {
  type: 'string',
  blank: '',
  private: true,
  schema: () => ({ type: 'string' }),
  valueType: textType,
  // Never searched, sorted by or exported: that would spell it out piece by piece.
  text: () => '',
};
