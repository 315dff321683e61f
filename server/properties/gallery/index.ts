/** `gallery`: images in an order, each with its description (spec/resources.md#gallery-value). */
import { extensionOf, type FileItem, foldedName, isItem, stemOf } from '../../contract/files.js';
import { message } from '../../contract/messages/message.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import type { FileAbilities, ImageChoice } from '../files/abilities.js';
import { IMAGE_COMPONENTS } from '../files/components.js';
import { imageItems, namedImageLink, withoutPosition } from '../files/image-items.js';
import { sameName, takeItem, wordsOfItem } from '../files/items.js';
import { entriesIn, withEntry, withoutEntry } from '../files/placing.js';
import { fitting } from '../fitting.js';
import type { FileKind } from '../kind.js';
import { Refusal } from '../refusal.js';

const shown = (item: JsonObject, address: string, places: boolean): JsonObject =>
  isItem(item) ? { ...withoutPosition(item, places), url: namedImageLink(address, item) } : item;

const itemsIn = (value: JsonValue | undefined): FileItem[] =>
  Array.isArray(value) ? value.filter(isItem) : [];

/** Addresses name images without their extensions. */
const addressName = (name: string): string => foldedName(stemOf(name));

const anyOf = (items: readonly FileItem[], { chance }: ImageChoice): FileItem | undefined =>
  items[Math.min(items.length - 1, Math.floor(chance() * items.length))];

/** The image that an action means. */
function byAction(items: readonly FileItem[], choice: ImageChoice): FileItem | undefined {
  const featured = items.filter((item) => item.featured === true);
  if (choice.action === 'first') return items[0];
  if (choice.action === 'last') return items.at(-1);
  if (choice.action === 'random') return anyOf(items, choice);
  return choice.action === 'featured' ? anyOf(featured.length > 0 ? featured : items, choice) : undefined;
}

const files: FileAbilities = {
  ...imageItems,
  many: true,
  list: (value) => itemsIn(value).map((item) => ({ item, path: item.name })),
  async take(sent, stored, place) {
    if (!Array.isArray(sent)) throw new Refusal(message('notList'));
    const before = new Map(itemsIn(stored).map((item) => [item.name, item]));
    const taken: FileItem[] = [];
    const names = new Set<string>();
    for (const item of sent) {
      if (!isItem(item)) throw new Refusal(message('filesNotItems'));
      if (names.has(foldedName(item.name))) throw new Refusal(message('filesTwice', { path: item.name }));
      names.add(foldedName(item.name));
      taken.push(await takeItem(imageItems, item, before.get(item.name), place, item.name));
    }
    return taken;
  },
  naming(value, { name, old }) {
    const names = new Set(itemsIn(value).map((item) => addressName(item.name)));
    if (old) names.delete(addressName(old.name));
    return {
      // A replaced file keeps its address: its name, with the extension the new one has.
      name: old ? `${stemOf(old.name)}.${extensionOf(name)}` : name,
      isTaken: (wanted) => names.has(addressName(wanted)),
    };
  },
  place: (value, item, placing) => withEntry(entriesIn(value), item, placing),
  remove: (value, name) => withoutEntry(entriesIn(value), name),
  find(value, [name, ...more]) {
    const item =
      name === undefined || more.length > 0
        ? undefined
        : itemsIn(value).find((one) => sameName(one.name, name));
    return item && { item, folders: [] };
  },
  link: namedImageLink,
  derive(value, [name, ...more], choice) {
    if (more.length > 0) return undefined;
    if (choice.action !== undefined) return name === undefined ? byAction(itemsIn(value), choice) : undefined;
    return name === undefined ? undefined : itemsIn(value).find((item) => sameName(stemOf(item.name), name));
  },
};

export const galleryKind: FileKind = {
  type: 'gallery',
  ofTypes: ['gallery'],
  exclusive: true,
  blank: [],
  outermost: true,
  component: { name: 'ImageValue', many: true, shapes: IMAGE_COMPONENTS },
  schema: () => ({ type: 'array', items: { type: 'object' } }),
  valueType: () => ({ list: 'ImageValue' }),
  text: (value) => (Array.isArray(value) ? value.filter(isJsonObject).map(wordsOfItem).join(' ') : ''),
  fitting: (value) => fitting(value, { type: 'array', items: IMAGE_COMPONENTS.ImageValue }),
  present: (value, address, { places } = { places: false }) =>
    Array.isArray(value)
      ? value.map((item) => (isJsonObject(item) ? shown(item, address, places) : item))
      : value,
  files,
};
