/**
 * How an image is shown: mirrored, rotated and cropped, while its file stays as it is (spec/images.md#edits). The same on
 * the server and in forms. Pure.
 */
import type { FileItem } from './files.js';
import { isJsonObject, type JsonObject, type JsonValue } from './values.js';

/** A rectangle in percent of the mirrored and rotated image. */
export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

const TURNS = [0, 90, 180, 270] as const;
export type Turn = (typeof TURNS)[number];

/** What is done to the upright image, in this order. */
export interface ImageEdit {
  /** Mirrored left to right. */
  flip: boolean;
  /** Clockwise. */
  rotate: Turn;
  /** Absent: all of it. */
  crop?: Crop;
}

export interface Pixels {
  width: number;
  height: number;
}

export interface PixelBox extends Pixels {
  left: number;
  top: number;
}

/** A point in percent. */
export interface PercentPoint {
  x: number;
  y: number;
}

const MIDDLE: PercentPoint = { x: 50, y: 50 };

/** Digits after the point of a percentage: exact to the pixel in any image that can be read. */
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

const isPercent = (value: JsonValue | undefined): value is number =>
  typeof value === 'number' && value >= 0 && value <= 100;

/** What is wrong with an edit that is sent, without a subject; undefined when nothing is. */
export function editProblem(value: JsonValue | undefined): string | undefined {
  if (!isJsonObject(value)) return 'must have an object as edit';
  const { rotate = 0, flip = false, crop = null } = value;
  const unknown = Object.keys(value).find((key) => !['rotate', 'flip', 'crop', 'original'].includes(key));
  if (unknown !== undefined) return 'must have only rotate, flip and crop in edit';
  if (!TURNS.some((turn) => turn === rotate)) return 'must have 0, 90, 180 or 270 as rotate';
  if (typeof flip !== 'boolean') return 'must have true or false as flip';
  if (crop === null) return undefined;
  const { x, y, width, height } = isJsonObject(crop) ? crop : {};
  if (!isPercent(x) || !isPercent(y) || !isPercent(width) || !isPercent(height)) {
    return 'must have a crop with x, y, width and height from 0 to 100';
  }
  if (rounded(width) === 0 || rounded(height) === 0) return 'must have a crop that is not empty';
  return rounded(x + width) > 100 || rounded(y + height) > 100
    ? 'must have a crop inside the image'
    : undefined;
}

/** The crop with as many digits as are kept; undefined for all of the image. */
function cropOf(value: JsonValue | undefined): Crop | undefined {
  if (!isJsonObject(value)) return undefined;
  const [x, y] = [rounded(Number(value.x)), rounded(Number(value.y))];
  const width = Math.min(rounded(Number(value.width)), rounded(100 - x));
  const height = Math.min(rounded(Number(value.height)), rounded(100 - y));
  return width === 100 && height === 100 ? undefined : { x, y, width, height };
}

/** An edit of an image value; undefined for one that does nothing, and for one that breaks a rule. */
export function readEdit(value: JsonValue | undefined): ImageEdit | undefined {
  if (!isJsonObject(value) || editProblem(value) !== undefined) return undefined;
  const rotate = TURNS.find((turn) => turn === value.rotate) ?? 0;
  const crop = cropOf(value.crop);
  const edit = { flip: value.flip === true, rotate, ...(crop && { crop }) };
  return crop || edit.flip || rotate !== 0 ? edit : undefined;
}

/** An edit as the parameter `edit` of `/imageworks`: `90,0,10,20,50,50`; `none` for the image as it is. */
export function editText(edit: ImageEdit | undefined): string {
  if (!edit) return 'none';
  const { x, y, width, height } = edit.crop ?? { x: 0, y: 0, width: 100, height: 100 };
  return [edit.rotate, edit.flip ? 1 : 0, x, y, width, height].join(',');
}

/** An edit as a parameter may be written: its numbers are checked by `editOfText`. */
export const EDIT_PATTERN = /^(?:none|(?:0|90|180|270),[01](?:,\d{1,3}(?:\.\d{1,4})?){4})$/;

/** The edit of a parameter; undefined for `none` and for one that does nothing, null for one that breaks a rule. */
export function editOfText(text: string): ImageEdit | undefined | null {
  if (text === 'none') return undefined;
  if (!EDIT_PATTERN.test(text)) return null;
  const [rotate = 0, flip = 0, x = 0, y = 0, width = 0, height = 0] = text.split(',').map(Number);
  const sent = { rotate, flip: flip === 1, crop: { x, y, width, height } };
  return editProblem(sent) === undefined ? readEdit(sent) : null;
}

/** The size of an image that is rotated but not cropped. */
export const rotatedSize = (
  { width, height }: Pixels,
  edit: Pick<ImageEdit, 'rotate'> | undefined,
): Pixels => (edit && edit.rotate % 180 !== 0 ? { width: height, height: width } : { width, height });

/** First and last pixel of a part of a side; at least one pixel. */
function part(side: number, start: number, share: number): [first: number, length: number] {
  const first = Math.min(Math.max(side - 1, 0), Math.round((side * start) / 100));
  const end = Math.min(side, Math.round((side * (start + share)) / 100));
  return [first, Math.max(end - first, Math.min(1, side))];
}

/** A crop in pixels of the rotated image. */
export function cropBox(rotated: Pixels, crop: Crop | undefined): PixelBox {
  if (!crop) return { ...rotated, left: 0, top: 0 };
  const [left, width] = part(rotated.width, crop.x, crop.width);
  const [top, height] = part(rotated.height, crop.y, crop.height);
  return { left, top, width, height };
}

/** The size of an edited image. */
export function editedSize(original: Pixels, edit: ImageEdit | undefined): Pixels {
  const { width, height } = cropBox(rotatedSize(original, edit), edit?.crop);
  return { width, height };
}

/** Where the pixels of an edited image are in the upright one. */
export function sourceBox(original: Pixels, edit: ImageEdit): PixelBox {
  const box = cropBox(rotatedSize(original, edit), edit.crop);
  const [right, bottom] = [box.left + box.width, box.top + box.height];
  const { width, height } = original;
  let back: PixelBox = box;
  if (edit.rotate === 90) back = { left: box.top, top: height - right, width: box.height, height: box.width };
  if (edit.rotate === 180) back = { ...box, left: width - right, top: height - bottom };
  if (edit.rotate === 270)
    back = { left: width - bottom, top: box.left, width: box.height, height: box.width };
  return edit.flip ? { ...back, left: width - back.left - back.width } : back;
}

/** A point turned clockwise with its image. */
function turnedPoint({ x, y }: PercentPoint, angle: number): PercentPoint {
  if (angle === 90) return { x: 100 - y, y: x };
  if (angle === 180) return { x: 100 - x, y: 100 - y };
  return angle === 270 ? { x: y, y: 100 - x } : { x, y };
}

/**
 * Where a point of an edited image is once it is edited otherwise. The middle stays the middle, and becomes it where the
 * point is cut off.
 */
export function movedPoint(
  point: PercentPoint,
  before: ImageEdit | undefined,
  after: ImageEdit | undefined,
): PercentPoint {
  if (point.x === 50 && point.y === 50) return point;
  const was = before?.crop ?? { x: 0, y: 0, width: 100, height: 100 };
  const whole = { x: was.x + (point.x * was.width) / 100, y: was.y + (point.y * was.height) / 100 };
  const upright = turnedPoint(whole, (360 - (before?.rotate ?? 0)) % 360);
  const mirrored = (before?.flip ?? false) !== (after?.flip ?? false);
  const turned = turnedPoint(mirrored ? { ...upright, x: 100 - upright.x } : upright, after?.rotate ?? 0);
  const is = after?.crop ?? { x: 0, y: 0, width: 100, height: 100 };
  const [x, y] = [((turned.x - is.x) / is.width) * 100, ((turned.y - is.y) / is.height) * 100];
  const isInside = x >= 0 && x <= 100 && y >= 0 && y <= 100;
  return isInside ? { x: Math.round(x), y: Math.round(y) } : MIDDLE;
}

const side = (value: JsonValue | undefined): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;

/** The size of the file of an image value, which its width and height are only without an edit. */
export function originalSize(item: JsonObject): Pixels {
  const { original } = isJsonObject(item.edit) ? item.edit : {};
  const { width, height } = isJsonObject(original) && readEdit(item.edit) ? original : item;
  return { width: side(width), height: side(height) };
}

/** An image value with another edit: its size follows. */
export function withImageEdit(item: FileItem, edit: ImageEdit | undefined): FileItem {
  const original = originalSize(item);
  const { edit: _before, ...rest } = item;
  const crop = edit?.crop && { crop: { ...edit.crop } };
  return {
    ...rest,
    name: item.name,
    ...(original.width > 0 && original.height > 0 && editedSize(original, edit)),
    ...(edit && { edit: { flip: edit.flip, rotate: edit.rotate, ...crop, original: { ...original } } }),
  };
}
