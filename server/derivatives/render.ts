/** Pixels: an original and checked parameters become the bytes of a derivative. Runs in a helper process. */
import type { Sharp, SharpOptions } from 'sharp';
import { editOfText, sourceBox } from '../contract/image-edit.js';
import {
  type ImageFormat,
  type ImageParameters,
  MAX_FRAME_PIXELS,
  MAX_FRAMES,
} from '../contract/imageworks.js';
import { message } from '../contract/messages/message.js';
import { invalid, missing } from '../errors.js';
import { sharpNow } from '../files/sharp.js';
import { furtherPasses, type Pass, quickEffects } from './effects.js';
import { type Geometry, type Point, planGeometry, type Size, turned } from './geometry.js';

/** Larger sources are not decoded: a few kilobytes can claim gigabytes of pixels. */
const MAX_SOURCE_PIXELS = 80_000_000;

const QUALITY = { jpg: 92, webp: 82, avif: 55 } as const;

export interface RenderRequest {
  format: ImageFormat;
  values: ImageParameters;
  /** The most important point of the image, in percent. */
  focal: Point;
  /** Colors of the image, `#rrggbb`, for `palette0` to `palette4`. */
  palette: readonly string[];
}

/** Opens the original. */
type Open = (more?: SharpOptions) => Sharp;

interface Border {
  size: number;
  color: string;
  mode: string;
}

/** A color as sharp reads it; a place in a palette that has none is white. */
function colorOf(word: string, palette: readonly string[]): string {
  const place = /^palette(\d)$/.exec(word)?.[1];
  if (place === undefined) return `#${word}`;
  const color = palette[Number(place)];
  return color !== undefined && /^#[0-9a-f]{6}$/i.test(color) ? color : '#ffffff';
}

function borderOf({ border }: ImageParameters, palette: readonly string[]): Border | undefined {
  const [size, color, mode] = border?.split(',') ?? [];
  if (size === undefined || color === undefined || mode === undefined) return undefined;
  return { size: Number(size), color: colorOf(color, palette), mode };
}

/** Leaves room for a frame inside the planned size. */
function framed(geometry: Geometry, { size, mode }: Border): Geometry {
  if (mode === 'expand') return geometry;
  const whole = geometry.window ?? { ...geometry.scaled, left: 0, top: 0 };
  const inner = { width: whole.width - 2 * size, height: whole.height - 2 * size };
  if (inner.width < 1 || inner.height < 1) {
    throw invalid(message('imageBorder'), { border: [message('borderTooWide')] });
  }
  if (mode === 'overlay') {
    return { scaled: geometry.scaled, window: { ...inner, left: whole.left + size, top: whole.top + size } };
  }
  if (!geometry.window) return { scaled: inner };
  const [across, down] = [inner.width / whole.width, inner.height / whole.height];
  const left = Math.round(whole.left * across);
  const top = Math.round(whole.top * down);
  const { width, height } = geometry.scaled;
  const scaled = {
    width: Math.max(Math.round(width * across), left + inner.width),
    height: Math.max(Math.round(height * down), top + inner.height),
  };
  return { scaled, window: { ...inner, left, top } };
}

function encoded(image: Sharp, format: ImageFormat, { quality }: ImageParameters): Sharp {
  switch (format) {
    case 'png':
      return image.png();
    case 'webp':
      return image.webp({ quality: Number(quality ?? QUALITY.webp) });
    case 'avif':
      // Effort 2 takes a fifth of the time of the default for a tenth more bytes.
      return image.avif({ quality: Number(quality ?? QUALITY.avif), effort: 2, chromaSubsampling: '4:2:0' });
    case 'gif':
      return image.gif();
    default:
      return image.jpeg({ quality: Number(quality ?? QUALITY.jpg) });
  }
}

/** The passes after the first: effects that sharp needs several passes for, then the background and the border. */
function passesOf(
  values: ImageParameters,
  background: string | undefined,
  border: Border | undefined,
): Pass[] {
  const passes = furtherPasses(values);
  const { brightness, contrast, grayscale, sepia } = values;
  const toned = [brightness, contrast, grayscale, sepia].some((value) => value !== undefined);
  // The color behind the image and its frame are not toned with it.
  if (border || (background !== undefined && (toned || passes.length > 0))) {
    passes.push((image) => {
      if (background !== undefined) image.flatten({ background });
      if (!border) return image;
      const { size, color } = border;
      return image.extend({ top: size, bottom: size, left: size, right: size, background: color });
    });
  }
  return passes;
}

/** Raw pixels between two passes. */
const rawPixels = (image: Sharp) => image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });

/** The image as it is edited, with its size; sharp cannot cut, rotate and resize in one pass. */
async function edited(open: () => Sharp, original: Size, text: string | undefined) {
  const edit = text === undefined ? undefined : editOfText(text);
  if (!edit) return { open, size: original };
  const { left, top, width, height } = sourceBox(original, edit);
  const cut = await rawPixels(open().extract({ left, top, width, height })).catch((error: unknown) => {
    throw unreadable(error);
  });
  const { channels } = cut.info;
  const again = () => sharpNow()(cut.data, { raw: { width, height, channels } });
  // sharp mirrors first, in whichever order it is asked.
  const turned = () => (edit.flip ? again().flop() : again()).rotate(edit.rotate);
  const made = await rawPixels(turned());
  const size = { width: made.info.width, height: made.info.height };
  return { open: () => sharpNow()(made.data, { raw: { ...size, channels: made.info.channels } }), size };
}

/**
 * Renders a derivative: upright, without metadata. Throws `invalid` for an impossible size, `missing` for bytes that
 * are not an image Plinth can read.
 */
export async function renderImage(source: Buffer, request: RenderRequest): Promise<Buffer> {
  const { format, values, focal, palette } = request;
  const sharp = sharpNow();
  const asStored: Open = (more) =>
    sharp(source, { autoOrient: true, limitInputPixels: MAX_SOURCE_PIXELS, failOn: 'truncated', ...more });
  const { open, size } = await edited(asStored, await uprightSize(asStored), values.edit);
  const angle = Number(values.or ?? 0) || 0;
  const upright: Size = angle % 180 === 0 ? size : { width: size.height, height: size.width };
  const border = borderOf(values, palette);
  const planned = planGeometry(upright, values, format, turned(focal, angle));
  const { scaled, window } = border ? framed(planned, border) : planned;
  const moves = await isAnimated(asStored, request, window ?? scaled);

  const opaque = format === 'jpg' ? 'ffffff' : undefined;
  const behind = values.bg ?? opaque;
  const background = behind === undefined ? undefined : colorOf(behind, palette);
  const passes = passesOf(values, background, border);

  // What takes several passes, or turns a frame, is done to one frame.
  const still = passes.length > 0 || angle !== 0 || values.edit !== undefined || values.flip !== undefined;
  let image = moves && !still ? asStored({ pages: -1 }) : open();
  if (angle !== 0) image = image.rotate(angle);
  const unchanged = scaled.width === upright.width && scaled.height === upright.height;
  if (!unchanged) image = image.resize(scaled.width, scaled.height, { fit: 'fill' });
  if (window) image = image.extract(window);
  image = quickEffects(image, values);
  if (passes.length === 0 && background !== undefined) image = image.flatten({ background });
  try {
    return await throughPasses(image, passes, (last) => encoded(last, format, values));
  } catch (error) {
    throw unreadable(error);
  }

  async function throughPasses(
    first: Sharp,
    rest: readonly Pass[],
    last: (image: Sharp) => Sharp,
  ): Promise<Buffer> {
    let current = first;
    let whole: Size | undefined;
    for (const pass of rest) {
      const { data, info } = await rawPixels(current);
      const { width, height, channels } = info;
      whole ??= { width, height };
      current = pass(sharp(data, { raw: { width, height, channels } }), whole);
    }
    return last(current).toBuffer();
  }
}

/**
 * Whether a derivative moves: the original does, the format can, no still is asked for, and the frames are within the
 * limits, as they are stored and as they are made.
 */
async function isAnimated(open: Open, { format, values }: RenderRequest, made: Size): Promise<boolean> {
  if ((format !== 'webp' && format !== 'gif') || values.frame === '0') return false;
  const { pages = 1, width, height } = await open().metadata();
  const fits = (size: Size, most: number) => pages * size.width * size.height <= most;
  return (
    pages > 1 &&
    pages <= MAX_FRAMES &&
    fits({ width, height }, MAX_SOURCE_PIXELS) &&
    fits(made, MAX_FRAME_PIXELS)
  );
}

async function uprightSize(open: () => Sharp): Promise<Size> {
  try {
    const { autoOrient, width, height } = await open().metadata();
    if (width * height > MAX_SOURCE_PIXELS) throw new Error(`${width} x ${height} are too many pixels`);
    return autoOrient;
  } catch (error) {
    throw unreadable(error);
  }
}

/** What sharp cannot read is treated as missing (spec/images.md#failures). */
function unreadable(error: unknown): Error {
  const notImage = missing(message('imageNotShown'));
  notImage.cause = error;
  return notImage;
}
