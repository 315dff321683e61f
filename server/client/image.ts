/** Attributes of responsive images from image values. */
import type { ImageValue } from './values.js';

export interface ImageOptions {
  /** Widths in pixels to offer; those larger than the image are replaced by its own width. */
  widths?: readonly number[];
  format?: 'webp' | 'avif' | 'jpg' | 'png';
  quality?: number;
  /** Width divided by height; the image is cut around its focal point. Default: as the image is. */
  ratio?: number | undefined;
  /** The attribute `sizes`. Default: `100vw`, at most the largest width. */
  sizes?: string;
  /** Replaces the text of the image. */
  alt?: string;
  /** Address that paths of images are put behind; the client's `image` takes its server. */
  base?: string;
}

export interface ImageAttributes {
  src: string;
  srcset: string;
  sizes: string;
  width: number | undefined;
  height: number | undefined;
  alt: string;
  /** For `object-position`: `50% 50%`. */
  focalPoint: string;
  /** The dominant color, to show while the image loads; undefined if it is not known. */
  placeholder: string | undefined;
}

const WIDTHS = [480, 960, 1440, 1920];
/** The smallest of these that is wide enough for most readers becomes `src`. */
const USUAL = 960;

/** An address without slashes at its end. */
export const withoutEnd = (url: string): string => url.replace(/(?<!\/)\/+$/, '');

/** A path behind a base; whole addresses stay. */
export const behind = (base: string, path: string): string =>
  base !== '' && path.startsWith('/') && !path.startsWith('//') ? withoutEnd(base) + path : path;

/** The widths to offer of an image that is `own` pixels wide, ascending. */
export function offered(widths: readonly number[], own: number): number[] {
  const fitting = widths.map((width) => (own > 0 ? Math.min(width, own) : width));
  return [...new Set(fitting)].sort((a, b) => a - b);
}

/** The largest crop of a ratio inside an image. */
function cropped(width: number, height: number, ratio: number | undefined) {
  if (ratio === undefined || width === 0 || height === 0) return { width, height };
  return width / height > ratio
    ? { width: Math.round(height * ratio), height }
    : { width, height: Math.round(width / ratio) };
}

/** The attributes of an `<img>`; undefined while the property has no image. `without` is told which sizes a copy lacks. */
export function image(
  value: ImageValue | null | undefined,
  options: ImageOptions = {},
  without?: (query: string) => void,
): ImageAttributes | undefined {
  if (!value?.url) return undefined;
  const { url, sizes } = value;
  const { widths = WIDTHS, format = 'webp', quality, ratio, base = '' } = options;
  const { x = 50, y = 50 } = value.focalpoint ?? {};
  const own = cropped(value.width ?? 0, value.height ?? 0, ratio);
  const queryOf = (width: number) => {
    const query = new URLSearchParams({ w: `${width}` });
    if (ratio !== undefined) {
      query.set('h', `${Math.max(1, Math.round(width / ratio))}`);
      query.set('fit', 'crop-focalpoint');
    }
    query.set('format', format);
    if (quality !== undefined) query.set('quality', `${quality}`);
    return query;
  };
  // A server makes any size of a path of its own; a copy has some.
  const isServed = url.includes('/imageworks/');
  const address = (width: number): string | undefined => {
    const query = queryOf(width);
    if (isServed) {
      if (value.hash) query.set('hash', value.hash);
      return `${behind(base, url)}?${query}`;
    }
    query.sort();
    const file = sizes?.[`${query}`];
    if (file === undefined) {
      // What is wider than the image is written in its own width.
      without?.(`${queryOf(Math.min(...widths.filter((one) => one >= width)))}`);
    }
    return file && behind(base, file);
  };
  const all = offered(widths, own.width).flatMap((width) => {
    const there = address(width);
    return there === undefined ? [] : [{ width, address: there }];
  });
  const whole = { width: value.width || USUAL, address: behind(base, url) };
  const largest = all.at(-1) ?? whole;
  const shown = all.find(({ width }) => width >= USUAL) ?? largest;
  const [color] = value.palette ?? [];
  const shape = ratio ?? (own.height > 0 ? own.width / own.height : undefined);
  return {
    src: shown.address,
    srcset: (all.length > 0 ? all : [whole]).map((one) => `${one.address} ${one.width}w`).join(', '),
    sizes: options.sizes ?? `(min-width: ${largest.width}px) ${largest.width}px, 100vw`,
    width: shape === undefined ? undefined : largest.width,
    height: shape === undefined ? undefined : Math.round(largest.width / shape),
    alt: options.alt ?? value.alt ?? '',
    focalPoint: `${x}% ${y}%`,
    placeholder: typeof color === 'string' ? color : undefined,
  };
}
