/** `file`: one file of any type beside the object (facts 2.2, interface 4.4). */
import { filesIn, isItem } from '../../contract/files.js';
import { isJsonObject } from '../../contract/values.js';
import { mergeKeys } from '../card/index.js';
import { Refusal, takeItem, withoutPassword, wordsOfItem } from '../files/items.js';
import type { PropertyKind } from '../kind.js';

export const fileKind: PropertyKind = {
  type: 'file',
  blank: {},
  schema: () => ({ type: 'object' }),
  isEmpty: (value) => !isItem(value),
  merge: mergeKeys,
  text: (value) => (isJsonObject(value) ? wordsOfItem(value) : ''),
  present(value, address) {
    if (!isJsonObject(value)) return value;
    const shown = withoutPassword(value);
    return isItem(value) ? { ...shown, url: `/download${address}` } : shown;
  },
  files: {
    named: (value) => filesIn('file', value),
    async take(sent, stored, place) {
      if (!isJsonObject(sent)) throw new Refusal('must be an object');
      const before = isItem(stored) ? stored : undefined;
      if (sent.name === '') return {};
      if (before && (sent.name === undefined || sent.name === before.name)) {
        return takeItem('file', sent, before, place, before.name);
      }
      if (!isItem(sent) && !before) throw new Refusal('must name a file; upload one');
      return isItem(sent) ? takeItem('file', sent, undefined, place, sent.name) : (stored ?? {});
    },
  },
};
