/** The image an address of `/imageworks` means. */
import type { Base } from '../content/core/base.js';
import { isItem } from '../contract/files.js';
import type { JsonObject } from '../contract/values.js';
import { missing } from '../errors.js';
import { type FileProperty, resolveFileProperty } from '../files/address.js';
import { galleryItems } from '../files/find.js';
import type { Point } from './geometry.js';

export interface FoundImage {
  /** Folder of the property below the object, and path of the file. */
  folder: string;
  path: string;
  hash: string;
  focal: Point;
  palette: readonly string[];
  /** Another image may be meant next time. */
  drawn: boolean;
}

type Item = JsonObject & { name: string };

const stemOf = (name: string) => name.replace(/\.[^.]*$/, '').normalize('NFC');

/** Any of some; a place among them decides which. */
const anyOf = (items: readonly Item[], chance: () => number): Item | undefined =>
  items[Math.min(items.length - 1, Math.floor(chance() * items.length))];

/** The images of a gallery that an action means. */
function byAction(items: readonly Item[], action: string, chance: () => number): Item | undefined {
  const featured = items.filter((item) => item.featured === true);
  if (action === 'first') return items[0];
  if (action === 'last') return items.at(-1);
  if (action === 'random') return anyOf(items, chance);
  return action === 'featured' ? anyOf(featured.length > 0 ? featured : items, chance) : undefined;
}

function itemOf(
  { kind, value, rest }: FileProperty,
  action: string | undefined,
  chance: () => number,
): Item | undefined {
  const [name, more] = rest;
  if (more !== undefined) return undefined;
  if (kind === 'image')
    return action === undefined && name === undefined && isItem(value) ? value : undefined;
  if (kind !== 'gallery') return undefined;
  const items = galleryItems(value);
  if (action !== undefined) return name === undefined ? byAction(items, action, chance) : undefined;
  return name === undefined ? undefined : items.find((item) => stemOf(item.name) === name.normalize('NFC'));
}

const percent = (value: unknown): number =>
  typeof value === 'number' && value >= 0 && value <= 100 ? value : 50;

function focalOf({ focalpoint }: Item): Point {
  const point = typeof focalpoint === 'object' && focalpoint !== null ? focalpoint : {};
  return [percent('x' in point ? point.x : 50), percent('y' in point ? point.y : 50)];
}

/**
 * Finds an image: the segments after the object lead to an image property, or to a gallery and one of its images by
 * the stem of its name; `action` (first, last, random, featured) in place of the name. Throws `missing`.
 */
export async function findImage(
  base: Base,
  [collection, id]: readonly [collection: string, id: string],
  segments: readonly string[],
  action: string | undefined,
  chance: () => number = Math.random,
): Promise<FoundImage> {
  const property = await resolveFileProperty(base, collection, id, segments);
  const item = itemOf(property, action, chance);
  if (!item) throw missing('There is no image at this address');
  const palette = Array.isArray(item.palette) ? item.palette.map(String) : [];
  return {
    folder: property.folder,
    path: `${property.folder}/${item.name}`,
    hash: typeof item.hash === 'string' ? item.hash : '',
    focal: focalOf(item),
    palette,
    drawn: action === 'random' || action === 'featured',
  };
}
