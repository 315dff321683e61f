/** The image an address of `/imageworks` means. */
import type { Content } from '../content/core/base.js';
import type { FileItem } from '../contract/files.js';
import { type ImageEdit, readEdit } from '../contract/image-edit.js';
import { message } from '../contract/messages/message.js';
import { missing } from '../errors.js';
import { resolveFileProperty } from '../files/address.js';
import type { Point } from './geometry.js';

export interface FoundImage {
  /** Folder of the property below the object, and path of the file. */
  folder: string;
  path: string;
  hash: string;
  focal: Point;
  palette: readonly string[];
  /** How it is cropped and rotated. */
  edit: ImageEdit | undefined;
  /** Another image may be meant next time. */
  isRandom: boolean;
}

const percent = (value: unknown): number =>
  typeof value === 'number' && value >= 0 && value <= 100 ? value : 50;

function focalOf({ focalpoint }: FileItem): Point {
  const point = typeof focalpoint === 'object' && focalpoint !== null ? focalpoint : {};
  return [percent('x' in point ? point.x : 50), percent('y' in point ? point.y : 50)];
}

/**
 * Finds an image: the segments after the object lead to an image property, or to a gallery and one of its images by
 * the stem of its name; `action` (first, last, random, featured) in place of the name. Throws `missing`.
 */
export async function findImage(
  base: Content,
  [collection, id]: readonly [collection: string, id: string],
  segments: readonly string[],
  action: string | undefined,
  chance: () => number = Math.random,
): Promise<FoundImage> {
  const { files, folder, rest, value } = await resolveFileProperty(base, collection, id, segments);
  const item = files.derive?.(value, rest, { action, chance });
  if (!item) throw missing(message('imageMissingAtUrl'));
  const palette = Array.isArray(item.palette) ? item.palette.map(String) : [];
  return {
    folder,
    path: `${folder}/${item.name}`,
    hash: typeof item.hash === 'string' ? item.hash : '',
    focal: focalOf(item),
    palette,
    edit: readEdit(item.edit),
    isRandom: action === 'random' || action === 'featured',
  };
}
