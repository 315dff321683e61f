/** `image`: one image beside the object (facts 2.2, interface 4.4). */
import { filesIn, isItem, shownFormat } from '../../contract/files.js';
import { isJsonObject } from '../../contract/values.js';
import { mergeKeys } from '../card/index.js';
import { Refusal, takeItem, wordsOfItem } from '../files/items.js';
import type { PropertyKind } from '../kind.js';

export const imageKind: PropertyKind = {
  type: 'image',
  blank: {},
  schema: () => ({ type: 'object' }),
  isEmpty: (value) => !isItem(value),
  merge: mergeKeys,
  text: (value) => (isJsonObject(value) ? wordsOfItem(value) : ''),
  present: (value, address) =>
    isItem(value) ? { ...value, url: `/imageworks${address}.${shownFormat(value.mime)}` } : value,
  files: {
    named: (value) => filesIn('image', value),
    async take(sent, stored, place) {
      if (!isJsonObject(sent)) throw new Refusal('must be an object');
      const before = isItem(stored) ? stored : undefined;
      if (sent.name === '') return {};
      if (before && (sent.name === undefined || sent.name === before.name)) {
        return takeItem('image', sent, before, place, before.name);
      }
      if (!isItem(sent) && !before) throw new Refusal('must name a file; upload one');
      return isItem(sent) ? takeItem('image', sent, undefined, place, sent.name) : (stored ?? {});
    },
  },
};
