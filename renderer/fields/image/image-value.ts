/** Reading image values for the form. Pure. */
import { type FileItem, isItem } from '#contract/files';
import { editText, readEdit } from '#contract/image-edit';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';

export interface Point {
  /** Percent from the left and from the top. */
  x: number;
  y: number;
}

const numberIn = (value: JsonValue | undefined, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;

export const textIn = (item: JsonObject, key: string): string => {
  const value = item[key];
  return typeof value === 'string' ? value : '';
};

export const wordsIn = (item: JsonObject, key: string): string[] => {
  const value = item[key];
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string').map(String) : [];
};

/** The point in focus; the middle when there is none. */
export function pointOf({ focalpoint }: JsonObject): Point {
  const point = isJsonObject(focalpoint) ? focalpoint : {};
  return { x: numberIn(point.x, 50), y: numberIn(point.y, 50) };
}

export const sizeOf = (item: JsonObject) => ({
  width: numberIn(item.width, 0),
  height: numberIn(item.height, 0),
  bytes: numberIn(item.size, 0),
});

/** Address of the image in another size; it changes with the image, so the browser may keep what it got. */
export function imageUrl(item: JsonObject, query: string): string {
  const url = textIn(item, 'url');
  const hash = textIn(item, 'hash');
  // A form shows an edit before it is saved.
  const edit = item.edit === undefined ? '' : `&edit=${editText(readEdit(item.edit))}`;
  return url === '' ? '' : withQuery(url, `${query}${edit}${hash === '' ? '' : `&hash=${hash}`}`);
}

/** An address with more parameters; that of a file in a change set names the set already. */
export const withQuery = (url: string, query: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}${query}`;

/** As `imageUrl`, of an image as a version has it: without an edit, also where it has one now. */
export const versionUrl = (item: JsonObject, query: string): string =>
  imageUrl({ edit: null, ...item }, query);

/** Images a value holds: one of an image, all of a gallery. */
export function imagesIn(value: JsonValue | undefined): FileItem[] {
  if (Array.isArray(value)) return value.filter(isItem);
  return isItem(value) ? [value] : [];
}

/**
 * `object-position` that shows a cut as `/imageworks` makes it: the point in the middle of the cut, as far as the edges
 * let it. Ratios are width over height.
 */
export function positionFor(point: Point, image: number, cut: number): string {
  const along = (focus: number, share: number): number => {
    if (share >= 1) return 50;
    const start = Math.min(1 - share, Math.max(0, focus / 100 - share / 2));
    return (start / (1 - share)) * 100;
  };
  const [across, down] = image > cut ? [cut / image, 1] : [1, image / cut];
  return `${along(point.x, across).toFixed(2)}% ${along(point.y, down).toFixed(2)}%`;
}
