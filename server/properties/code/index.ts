/** `code`: text kept byte for byte (facts, property types). */
import type { PropertyKind } from '../kind.js';

export const codeKind: PropertyKind = {
  type: 'code',
  blank: '',
  schema: () => ({ type: 'string' }),
  text: (value) => (typeof value === 'string' ? value : ''),
};
