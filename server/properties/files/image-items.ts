/** What the kinds with images store of one (spec/resources.md#image-value). */
import { type FileItem, shownFormat, stemOf } from '../../contract/files.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import type { ItemRules } from './abilities.js';
import { hashed, POSITION, uploadDateOf } from './items.js';

/** An item in the order in which its keys are stored. */
const DEFAULTS = {
  alt: '',
  caption: '',
  link: '',
  featured: false,
  focalpoint: { x: 50, y: 50 },
  tags: [],
  palette: [],
  exif: {},
  mime: '',
  size: 0,
  width: 0,
  height: 0,
} as const satisfies JsonObject;

const { alt, caption, link, featured, focalpoint, tags, exif } = DEFAULTS;

/** What is kept when another file replaces an image; its focal point and its edit are not. */
const KEPT = ['alt', 'caption', 'link', 'featured', 'tags'] as const;

const isFilled = (value: JsonValue | undefined) =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '';

export const imageItems: ItemRules = {
  images: true,
  editable: { alt, caption, link, featured, focalpoint, tags, exif, edit: null },
  accept({ name, mime, size, image, old, now }) {
    const notes = image?.exif ?? {};
    const kept = Object.fromEntries(
      KEPT.flatMap((key) => (isFilled(old?.[key]) ? [[key, old?.[key] ?? '']] : [])),
    );
    return hashed({
      name,
      ...DEFAULTS,
      alt: notes.title ?? notes.description ?? '',
      tags: image?.tags ?? [],
      ...kept,
      palette: image?.palette ?? [],
      exif: notes,
      mime,
      size,
      width: image?.width ?? 0,
      height: image?.height ?? 0,
      uploadDate: uploadDateOf(now),
    });
  },
};

/** Where an image is served that is the whole value. */
export const imageLink = (address: string, item: JsonObject): string =>
  `/imageworks${address}.${shownFormat(item.mime)}`;

/** Where one of several images is served. */
export const namedImageLink = (address: string, item: FileItem): string =>
  imageLink(`${address}/${encodeURIComponent(stemOf(item.name))}`, item);

/** What answers show of an image: where it was taken only if the folder's settings say so. It stays in the file. */
export function withoutPosition(item: FileItem, places: boolean): FileItem {
  const { exif } = item;
  if (places || !isJsonObject(exif) || !POSITION.some((key) => Object.hasOwn(exif, key))) return item;
  const shown = Object.entries(exif).filter(([key]) => !POSITION.includes(key));
  return { ...item, exif: Object.fromEntries(shown) };
}
