/** `image`: one image beside the object (spec/resources.md#image-value). */
import { isItem, shownFormat } from '../../contract/files.js';
import { isJsonObject } from '../../contract/values.js';
import { mergeKeys } from '../card/index.js';
import { withoutPosition, wordsOfItem } from '../files/items.js';
import { singleFile } from '../files/single.js';
import type { PropertyKind } from '../kind.js';

export const imageKind: PropertyKind = {
  type: 'image',
  ofTypes: ['image'],
  exclusive: true,
  blank: {},
  component: { name: 'Image' },
  schema: () => ({ type: 'object' }),
  isEmpty: (value) => !isItem(value),
  merge: mergeKeys,
  text: (value) => (isJsonObject(value) ? wordsOfItem(value) : ''),
  present: (value, address, shown) =>
    isItem(value)
      ? {
          ...withoutPosition(value, shown?.places === true),
          url: `/imageworks${address}.${shownFormat(value.mime)}`,
        }
      : value,
  files: singleFile('image'),
};
