/** What the buttons of the crop dialog do to an edit (spec/images.md#edits). Pure. */

import type { FileItem } from '#contract/files';
import {
  type Crop,
  cropBox,
  type ImageEdit,
  movedPoint,
  type Pixels,
  readEdit,
  type Turn,
  withImageEdit,
} from '#contract/image-edit';
import { pointOf } from './image-value';

/** Aspect ratios that are offered, besides a free one and that of the image. */
export const RATIOS = ['1:1', '4:3', '3:2', '16:9', '3:4', '2:3', '9:16'] as const;

export const WHOLE: Crop = { x: 0, y: 0, width: 100, height: 100 };

export const NO_EDIT: ImageEdit = { flip: false, rotate: 0 };

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

const turnOf = (angle: number): Turn => {
  const turns: readonly Turn[] = [0, 90, 180, 270];
  return turns[(Math.round(angle / 90) + 8) % 4] ?? 0;
};

const withCrop = (edit: ImageEdit, crop: Crop | undefined): ImageEdit => {
  const { crop: _before, ...rest } = edit;
  return crop ? { ...rest, crop } : rest;
};

/** A quarter turn, clockwise or back; the crop turns with it. */
export function rotatedBy(edit: ImageEdit, by: 90 | -90): ImageEdit {
  const { crop } = edit;
  const turned: Crop | undefined = crop && {
    x: rounded(by === 90 ? 100 - crop.y - crop.height : crop.y),
    y: rounded(by === 90 ? crop.x : 100 - crop.x - crop.width),
    width: crop.height,
    height: crop.width,
  };
  return withCrop({ ...edit, rotate: turnOf(edit.rotate + by) }, turned);
}

/** Mirrored as it is seen; the crop with it. */
export function mirrored(edit: ImageEdit, axis: 'across' | 'down'): ImageEdit {
  const { crop } = edit;
  const rotate = turnOf((axis === 'across' ? 0 : 180) - edit.rotate);
  const turned: Crop | undefined = crop && {
    ...crop,
    ...(axis === 'across'
      ? { x: rounded(100 - crop.x - crop.width) }
      : { y: rounded(100 - crop.y - crop.height) }),
  };
  return withCrop({ flip: !edit.flip, rotate }, turned);
}

/** The largest crop of a ratio, around the middle of the present one. */
export function cropOfRatio(crop: Crop, ratio: number, { width, height }: Pixels): Crop {
  const relative = (ratio * height) / width;
  const across = rounded(relative > 1 ? 100 : relative * 100);
  const down = rounded(relative > 1 ? 100 / relative : 100);
  const inside = (middle: number, length: number) =>
    rounded(Math.min(100 - length, Math.max(0, middle - length / 2)));
  return {
    x: inside(crop.x + crop.width / 2, across),
    y: inside(crop.y + crop.height / 2, down),
    width: across,
    height: down,
  };
}

/** A crop of whole pixels, of which one side or corner was typed; with a ratio the other side follows. */
export function cropWith(
  crop: Crop,
  typed: Partial<Record<'left' | 'top' | 'width' | 'height', number>>,
  size: Pixels,
  ratio?: number,
): Crop {
  const box = { ...cropBox(size, crop), ...typed };
  if (ratio !== undefined && typed.width !== undefined) box.height = typed.width / ratio;
  if (ratio !== undefined && typed.height !== undefined) box.width = typed.height * ratio;
  const [left, top] = [
    Math.min(Math.max(0, box.left), size.width - 1),
    Math.min(Math.max(0, box.top), size.height - 1),
  ];
  let width = Math.min(Math.max(1, box.width), size.width - left);
  let height = Math.min(Math.max(1, box.height), size.height - top);
  if (ratio !== undefined) {
    width = Math.min(width, height * ratio);
    height = width / ratio;
  }
  return {
    x: rounded((left / size.width) * 100),
    y: rounded((top / size.height) * 100),
    width: rounded((width / size.width) * 100),
    height: rounded((height / size.height) * 100),
  };
}

/** An image value as a form holds it once it is edited otherwise; null tells the server that there is no edit any more. */
export function reshaped(item: FileItem, edit: ImageEdit | undefined): FileItem {
  const point = movedPoint(pointOf(item), readEdit(item.edit), edit);
  const shown = { ...withImageEdit(item, edit), focalpoint: { ...point } };
  return edit === undefined && Object.hasOwn(item, 'edit') ? { ...shown, edit: null } : shown;
}

/** Drawings can be scaled without loss and are not cropped. */
export const canBeEdited = (mime: unknown): boolean =>
  typeof mime === 'string' && mime.startsWith('image/') && mime !== 'image/svg+xml';
