/** What the kinds with one file share: an image, and a file of any type. */
import { isItem } from '../../contract/files.js';
import { message } from '../../contract/messages/message.js';
import { isJsonObject } from '../../contract/values.js';
import { Refusal } from '../refusal.js';
import type { FileAbilities, ItemRules } from './abilities.js';
import { sameName, takeItem } from './items.js';

/** The item is the value. An empty name empties it; without a name the present file is meant. */
export const singleFile = (items: ItemRules): Omit<FileAbilities, 'link'> => ({
  ...items,
  many: false,
  list: (value) => (isItem(value) ? [{ item: value, path: value.name }] : []),
  async take(sent, stored, place) {
    if (!isJsonObject(sent)) throw new Refusal(message('notObject'));
    const before = isItem(stored) ? stored : undefined;
    if (sent.name === '') return {};
    if (before && (sent.name === undefined || sent.name === before.name)) {
      return takeItem(items, sent, before, place, before.name);
    }
    if (!isItem(sent) && !before) throw new Refusal(message('fileUnnamedUpload'));
    return isItem(sent) ? takeItem(items, sent, undefined, place, sent.name) : (stored ?? {});
  },
  place: (_value, item) => item,
  remove: () => ({}),
  find(value, [name, ...more]) {
    if (more.length > 0 || !isItem(value)) return undefined;
    return name === undefined || sameName(value.name, name) ? { item: value, folders: [] } : undefined;
  },
});
