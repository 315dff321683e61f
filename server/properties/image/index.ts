/** `image`: one image beside the object (spec/resources.md#image-value). */
import { isItem } from '../../contract/files.js';
import { isJsonObject } from '../../contract/values.js';
import { mergeKeys } from '../card/index.js';
import { IMAGE_COMPONENTS } from '../files/components.js';
import { imageItems, imageLink, withoutPosition } from '../files/image-items.js';
import { wordsOfItem } from '../files/items.js';
import { singleFile } from '../files/single.js';
import { fitting } from '../fitting.js';
import type { FileKind } from '../kind.js';

export const imageKind: FileKind = {
  type: 'image',
  ofTypes: ['image'],
  exclusive: true,
  blank: {},
  component: { name: 'ImageValue', shapes: IMAGE_COMPONENTS },
  schema: () => ({ type: 'object' }),
  valueType: () => 'ImageValue',
  isEmpty: (value) => !isItem(value),
  merge: mergeKeys,
  text: (value) => (isJsonObject(value) ? wordsOfItem(value) : ''),
  fitting: (value) => fitting(value, IMAGE_COMPONENTS.ImageValue),
  present: (value, address, shown) =>
    isItem(value)
      ? {
          ...withoutPosition(value, shown?.places === true),
          url: imageLink(address, value),
        }
      : value,
  files: {
    ...singleFile(imageItems),
    link: imageLink,
    derive: (value, segments, { action }) =>
      action === undefined && segments.length === 0 && isItem(value) ? value : undefined,
  },
};
