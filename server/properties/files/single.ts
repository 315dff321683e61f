/** What the kinds with one file share: an image, and a file of any type. */
import { type FileKindName, filesIn, isItem } from '../../contract/files.js';
import { isJsonObject } from '../../contract/values.js';
import type { FileRoom } from '../kind.js';
import { Refusal } from '../refusal.js';
import { takeItem } from './items.js';

/** An empty name empties the value; without a name the file that is there is meant. */
export const singleFile = (kind: FileKindName): FileRoom => ({
  named: (value) => filesIn(kind, value),
  async take(sent, stored, place) {
    if (!isJsonObject(sent)) throw new Refusal('must be an object');
    const before = isItem(stored) ? stored : undefined;
    if (sent.name === '') return {};
    if (before && (sent.name === undefined || sent.name === before.name)) {
      return takeItem(kind, sent, before, place, before.name);
    }
    if (!isItem(sent) && !before) throw new Refusal('must name a file; upload one');
    return isItem(sent) ? takeItem(kind, sent, undefined, place, sent.name) : (stored ?? {});
  },
});
