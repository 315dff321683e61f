/** `gallery`: images in an order, each with what is said of it (spec/resources.md#gallery-value). */
import { type FileItem, filesIn, foldedName, isItem, shownFormat, stemOf } from '../../contract/files.js';
import { isJsonObject, type JsonObject } from '../../contract/values.js';
import { takeItem, withoutPosition, wordsOfItem } from '../files/items.js';
import type { PropertyKind } from '../kind.js';
import { Refusal } from '../refusal.js';

const shown = (item: JsonObject, address: string, places: boolean): JsonObject =>
  isItem(item)
    ? {
        ...withoutPosition(item, places),
        url: `/imageworks${address}/${encodeURIComponent(stemOf(item.name))}.${shownFormat(item.mime)}`,
      }
    : item;

export const galleryKind: PropertyKind = {
  type: 'gallery',
  ofTypes: ['gallery'],
  exclusive: true,
  blank: [],
  outermost: true,
  component: { name: 'Image', many: true },
  schema: () => ({ type: 'array', items: { type: 'object' } }),
  text: (value) => (Array.isArray(value) ? value.filter(isJsonObject).map(wordsOfItem).join(' ') : ''),
  present: (value, address, { places } = { places: false }) =>
    Array.isArray(value)
      ? value.map((item) => (isJsonObject(item) ? shown(item, address, places) : item))
      : value,
  files: {
    named: (value) => filesIn('gallery', value),
    async take(sent, stored, place) {
      if (!Array.isArray(sent)) throw new Refusal('must be a list');
      const before = new Map(filesIn('gallery', stored).map(({ item }) => [item.name, item]));
      const taken: FileItem[] = [];
      const names = new Set<string>();
      for (const item of sent) {
        if (!isItem(item)) throw new Refusal('must hold objects that name a file');
        if (names.has(foldedName(item.name))) throw new Refusal(`must name "${item.name}" only once`);
        names.add(foldedName(item.name));
        taken.push(await takeItem('gallery', item, before.get(item.name), place, item.name));
      }
      return taken;
    },
  },
};
