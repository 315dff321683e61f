/** `file`: one file of any type beside the object (spec/resources.md#file-value). */
import { isItem } from '../../contract/files.js';
import { isJsonObject } from '../../contract/values.js';
import { mergeKeys } from '../card/index.js';
import { withoutPassword, wordsOfItem } from '../files/items.js';
import { singleFile } from '../files/single.js';
import type { PropertyKind } from '../kind.js';

export const fileKind: PropertyKind = {
  type: 'file',
  ofTypes: ['file'],
  exclusive: true,
  blank: {},
  component: { name: 'File' },
  schema: () => ({ type: 'object' }),
  isEmpty: (value) => !isItem(value),
  merge: mergeKeys,
  text: (value) => (isJsonObject(value) ? wordsOfItem(value) : ''),
  // Files are not part of a template.
  template: () => undefined,
  present(value, address) {
    if (!isJsonObject(value)) return value;
    const shown = withoutPassword(value);
    return isItem(value) ? { ...shown, url: `/download${address}` } : shown;
  },
  files: singleFile('file'),
};
