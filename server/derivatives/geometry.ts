/** Where the pixels of a derivative come from (spec/images.md#fit): sizes and windows, computed before any is decoded. */
import {
  CROP_ANCHORS,
  type ImageFormat,
  type ImageParameters,
  MAX_AVIF_PIXELS,
  MAX_PIXELS,
  MAX_SIDE,
} from '../contract/imageworks.js';
import { message } from '../contract/messages/message.js';
import { invalid } from '../errors.js';

export interface Size {
  width: number;
  height: number;
}

/** A point of the upright source in percent. */
export type Point = readonly [x: number, y: number];

export interface Geometry {
  /** The whole source is brought to this size … */
  scaled: Size;
  /** … and this window cut from it; absent: all of it. */
  window?: Size & { left: number; top: number };
}

const CENTRE: Point = [50, 50];

/** The anchor a fit cuts at. */
function anchorOf(fit: string, focal: Point): Point {
  if (fit === 'crop-focalpoint') return focal;
  const named = CROP_ANCHORS[fit];
  if (named) return named;
  const [, x, y] = /^crop-(\d+)-(\d+)$/.exec(fit) ?? [];
  return x === undefined || y === undefined ? CENTRE : [Number(x), Number(y)];
}

/** Turns a point with its image, clockwise. */
export function turned([x, y]: Point, angle: number): Point {
  if (angle === 90) return [100 - y, x];
  if (angle === 180) return [100 - x, 100 - y];
  return angle === 270 ? [y, 100 - x] : [x, y];
}

const times = ({ width, height }: Size, factor: number): Size => ({
  width: Math.max(1, Math.round(width * factor)),
  height: Math.max(1, Math.round(height * factor)),
});

/** The source scaled to cover a box, and the box cut from it around the anchor, inside its edges. */
function cut(source: Size, box: Size, anchor: Point): Geometry {
  const scale = Math.max(box.width / source.width, box.height / source.height);
  const covering = times(source, scale);
  const scaled = {
    width: Math.max(covering.width, box.width),
    height: Math.max(covering.height, box.height),
  };
  const at = (length: number, part: number, percent: number) =>
    Math.min(Math.max(Math.round((length * percent) / 100 - part / 2), 0), length - part);
  const left = at(scaled.width, box.width, anchor[0]);
  const top = at(scaled.height, box.height, anchor[1]);
  if (scaled.width === box.width && scaled.height === box.height) return { scaled };
  return { scaled, window: { ...box, left, top } };
}

/**
 * The requested sides in pixels of the result, not above those of the source; undefined for a side that is not
 * requested.
 */
function requestedBox({ w, h, dpr }: ImageParameters, source: Size) {
  const side = (text: string | undefined, most: number) =>
    text === undefined ? undefined : Math.min(Math.max(1, Math.round(Number(text) * Number(dpr ?? 1))), most);
  return { width: side(w, source.width), height: side(h, source.height) };
}

function fitted(source: Size, { width, height }: Partial<Size>, fit: string, focal: Point): Geometry {
  if (width === undefined && height === undefined) return { scaled: source };
  const [across, down] = [(width ?? source.width) / source.width, (height ?? source.height) / source.height];
  const cropping = fit.startsWith('crop');
  if (cropping) {
    const box = { width: width ?? source.width, height: height ?? source.height };
    return cut(source, box, anchorOf(fit, focal));
  }
  if (width === undefined) return { scaled: { ...times(source, down), height: height ?? source.height } };
  if (height === undefined) return { scaled: { ...times(source, across), width } };
  if (fit === 'cover' || fit === 'fill') return cut(source, { width, height }, CENTRE);
  if (fit === 'stretch') return { scaled: { width, height } };
  return { scaled: times(source, fit === 'outside' ? Math.max(across, down) : Math.min(across, down)) };
}

/** Largest result of a format. */
const maxPixels = (format: ImageFormat) => (format === 'avif' ? MAX_AVIF_PIXELS : MAX_PIXELS);

/** Rejects boxes that are too large for any source, so that a bad request costs nothing. */
export function checkRequestedSize({ w, h, dpr }: ImageParameters, format: ImageFormat): void {
  if (w === undefined || h === undefined) return;
  const factor = Number(dpr ?? 1);
  const most = maxPixels(format);
  if (Number(w) * factor * Number(h) * factor <= most) return;
  const problem = message('pixelsOver', { limit: most / 1e6, format });
  throw invalid(message('imageTooLarge'), { w: [problem], h: [problem] });
}

/**
 * Plans a derivative of an upright source. Without a requested size a large source is reduced to the max size; a
 * larger requested size is rejected. Throws `invalid`.
 */
export function planGeometry(
  source: Size,
  values: ImageParameters,
  format: ImageFormat,
  focal: Point = CENTRE,
): Geometry {
  const geometry = fitted(source, requestedBox(values, source), values.fit ?? 'contain', focal);
  const { width, height } = geometry.window ?? geometry.scaled;
  const most = maxPixels(format);
  const fits = Math.min(MAX_SIDE / width, MAX_SIDE / height, Math.sqrt(most / (width * height)));
  if (fits >= 1) return geometry;
  if (values.w === undefined && values.h === undefined) {
    const floor = (side: number) => Math.max(1, Math.floor(side * fits));
    return { scaled: { width: floor(source.width), height: floor(source.height) } };
  }
  const problem = message('sizeOver', { width, height, side: MAX_SIDE, limit: most / 1e6 });
  throw invalid(message('imageTooLarge'), {
    ...(values.w !== undefined && { w: [problem] }),
    ...(values.h !== undefined && { h: [problem] }),
  });
}
