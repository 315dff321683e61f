/** `code`: text kept byte for byte (spec/field-kinds.md#code-and-json). */
import { isJsonObject } from '../../contract/values.js';
import type { PropertyKind } from '../kind.js';

/** One name with an extension: it can be no property's folder, and leads nowhere else. */
const FILE_NAME = /^[a-z0-9][a-z0-9_-]{0,60}\.[a-z0-9]{1,8}$/;

export const codeKind: PropertyKind = {
  type: 'code',
  ofTypes: ['code'],
  blank: '',
  schema: () => ({ type: 'string' }),
  text: (value) => (typeof value === 'string' ? value : ''),
  textFile({ settings }) {
    const stored = settings?.storedAs;
    const file = isJsonObject(stored) ? stored.file : undefined;
    return typeof file === 'string' && FILE_NAME.test(file) ? file : undefined;
  },
};
