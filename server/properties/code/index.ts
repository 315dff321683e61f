/** `code`: text kept byte for byte (spec/field-kinds.md#code-and-json). */
import { TEXT_FILE_NAME } from '../../contract/names.js';
import { isJsonObject } from '../../contract/values.js';
import { textType } from '../choice-types.js';
import type { PropertyKind } from '../kind.js';
import { textValues } from '../whole-text.js';

export const codeKind: PropertyKind = {
  type: 'code',
  ofTypes: ['code'],
  blank: '',
  schema: () => ({ type: 'string' }),
  valueType: textType,
  text: (value) => (typeof value === 'string' ? value : ''),
  ...textValues,
  textFile({ settings }) {
    const stored = settings?.storedAs;
    const file = isJsonObject(stored) ? stored.file : undefined;
    return typeof file === 'string' && TEXT_FILE_NAME.test(file) ? file : undefined;
  },
};
