/** Inspects an uploaded image: its size, once all pixels are decoded, its colors and its metadata. Runs in a helper process. */
import { readWholeFile } from '../store/disk/whole-file.js';
import { drawingProblem } from './drawing-cost.js';
import { readMetadata } from './exif.js';
import { heicToJpeg } from './heic.js';
import { type InspectedImage, type InspectJob, MAX_PIXELS, RejectedFile } from './image-jobs.js';
import { sharpNow } from './sharp.js';

/** Metadata is at the beginning of an image; larger files are not read completely for it. */
const MAX_METADATA_BYTES = 64 * 1024 * 1024;

async function paletteOf(input: string | Buffer): Promise<string[]> {
  try {
    const small = sharpNow()(input, { limitInputPixels: MAX_PIXELS })
      .resize(64, 64, { fit: 'inside' })
      .flatten({
        background: '#ffffff',
      });
    // The image is reduced to fifteen colors; the five with the largest area are returned.
    const reduced = await small.png({ palette: true, colours: 15, dither: 0 }).toBuffer();
    const { data, info } = await sharpNow()(reduced)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const counts = new Map<string, number>();
    for (let at = 0; at + 2 < data.length; at += info.channels) {
      const color = `#${data.toString('hex', at, at + 3)}`;
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
    return [...counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 5)
      .map(([color]) => color);
  } catch {
    return [];
  }
}

/** Width and height as seen, once every pixel has been decoded: a torn image must not get in. */
async function measured(input: string | Buffer): Promise<{ width: number; height: number }> {
  const sharp = sharpNow();
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;
  let meta: Awaited<ReturnType<ReturnType<typeof sharp>['metadata']>>;
  try {
    meta = await sharp(input, { ...options, limitInputPixels: false }).metadata();
  } catch {
    throw new RejectedFile('cannot be read as an image; it may be damaged');
  }
  const [width, height] = [meta.autoOrient.width ?? 0, meta.autoOrient.height ?? 0];
  if (width * height > MAX_PIXELS) {
    throw new RejectedFile(
      `must have at most ${MAX_PIXELS / 1_000_000} million pixels, not ${width} × ${height}`,
    );
  }
  try {
    await sharp(input, options).resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer();
  } catch {
    throw new RejectedFile('cannot be read as an image; it may be damaged');
  }
  return { width, height };
}

/** A JPEG of a HEIC image. Throws `RejectedFile`. */
async function converted(bytes: Buffer): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharpNow()(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ width: 0, height: 0 }));
  if (width * height > MAX_PIXELS)
    throw new RejectedFile(`must have at most ${MAX_PIXELS / 1_000_000} million pixels`);
  try {
    return await heicToJpeg(bytes);
  } catch {
    throw new RejectedFile('cannot be converted to JPEG; the HEIC image may be damaged');
  }
}

/** Inspects an image; `jpeg`: what it was converted to. Throws `RejectedFile`. */
export async function readImage({
  path,
  type,
  size,
  extractExif,
  extractPalette,
  gatherLocation,
}: InspectJob): Promise<{ image: InspectedImage; jpeg?: Buffer }> {
  const original = type === 'heic' || type === 'svg' ? await readWholeFile(path) : undefined;
  if (type === 'svg') {
    const problem = drawingProblem(original?.toString('utf8') ?? '');
    if (problem !== undefined) throw new RejectedFile(problem);
  }
  const jpeg = type === 'heic' && original ? await converted(original) : undefined;
  // SVG is passed to sharp as bytes, never as a path, through which it could reach other files.
  const input = jpeg ?? original ?? path;
  const seen = await measured(input);
  const noted = extractExif && (type === 'jpeg' || type === 'heic') && size <= MAX_METADATA_BYTES;
  const notes = noted
    ? await readMetadata(original ?? (await readWholeFile(path)), { places: gatherLocation })
    : { exif: {}, tags: [] };
  const palette = extractPalette ? await paletteOf(input) : [];
  return { image: { ...seen, ...notes, palette }, ...(jpeg && { jpeg }) };
}
