/** What a file is, told by its content: its type, and of an image its size, colours and notes. */
import mimeTypes from 'mime-types';
import { extensionOf, stemOf } from '../contract/files.js';
import type { JsonObject } from '../contract/values.js';
import { sanitizeSvg } from '../properties/svg/sanitize.js';
import type { Incoming } from '../store/store.js';
import { type PictureNotes, readNotes } from './exif.js';
import { heicToJpeg } from './heic.js';
import { sharpNow } from './sharp.js';

/** A file somebody sent, whole and durable in the folder of what comes in. */
export interface StagedFile {
  incoming: Incoming;
  /** Below that folder. */
  path: string;
  /** As its sender calls it. */
  name: string;
  /** Bytes. */
  size: number;
}

/** What was found; `staged` is another file than the one that came where it had to be converted or cleaned. */
export interface Looked {
  staged: StagedFile;
  mime: string;
  image?: Picture;
}

export interface Picture extends PictureNotes {
  width: number;
  height: number;
  palette: string[];
}

/** Something about a file that keeps it out, as a sentence without a subject. */
export class Unfit extends Error {}

const MB = 1024 * 1024;

/** Pixels of an image, and bytes of a drawing (promises, part 5). */
const MAX_PIXELS = 80_000_000;
const MAX_SVG = 5 * MB;
/** Notes stand at the beginning of an image; larger files are not read whole for them. */
const MAX_NOTED = 64 * MB;

const IMAGES: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
};

const HEIC: ReadonlySet<string> = new Set([
  ...['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'],
]);

/** Types whose files begin like any other text or XML: their names decide, but only for harmless ones. */
function typeByName(name: string): string {
  const type = mimeTypes.lookup(name);
  return type === false ? 'application/octet-stream' : type;
}

/** The type of a file by its first bytes, else by its name. */
async function typeOf({ incoming, path, name, size }: StagedFile): Promise<string> {
  // Loaded by the first file: no start waits for it.
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(incoming.pathOf(path)).catch(() => undefined);
  if (found && found.mime !== 'application/xml') return found.mime;
  const looksDrawn = extensionOf(name) === 'svg' || found?.mime === 'application/xml';
  if (looksDrawn && size <= MAX_SVG) {
    const text = (await incoming.bytes(path)).toString('utf8');
    if (/<svg[\s>]/i.test(text.slice(0, 4096))) return 'image/svg+xml';
  }
  const named = typeByName(name);
  // A text that calls itself an image, a film or an archive is none.
  const honest = !/^(?:image|audio|video|font)\/|zip|pdf/.test(named);
  return honest ? named : 'application/octet-stream';
}

async function paletteOf(input: string | Buffer): Promise<string[]> {
  try {
    const small = sharpNow()(input, { limitInputPixels: MAX_PIXELS })
      .resize(64, 64, { fit: 'inside' })
      .flatten({
        background: '#ffffff',
      });
    // Fifteen colours stand for the picture; the five that cover most of it are told.
    const reduced = await small.png({ palette: true, colours: 15, dither: 0 }).toBuffer();
    const { data, info } = await sharpNow()(reduced)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const counts = new Map<string, number>();
    for (let at = 0; at + 2 < data.length; at += info.channels) {
      const colour = `#${data.toString('hex', at, at + 3)}`;
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return [...counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 5)
      .map(([colour]) => colour);
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
    throw new Unfit('cannot be read as an image; it may be damaged');
  }
  const [width, height] = [meta.autoOrient.width ?? 0, meta.autoOrient.height ?? 0];
  if (width * height > MAX_PIXELS) {
    throw new Unfit(`must have at most ${MAX_PIXELS / 1_000_000} million pixels, not ${width} × ${height}`);
  }
  try {
    await sharp(input, options).resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer();
  } catch {
    throw new Unfit('cannot be read as an image; it may be damaged');
  }
  return { width, height };
}

/** Another file in the place of a staged one. */
async function rewritten(staged: StagedFile, bytes: Buffer, name: string): Promise<StagedFile> {
  const { Readable } = await import('node:stream');
  const path = `${staged.path}-made`;
  const size = await staged.incoming.write(path, Readable.from([bytes]), bytes.length);
  return { ...staged, path, name, size };
}

const withExtension = (name: string, extension: string) =>
  extensionOf(name) === extension || (extension === 'jpg' && extensionOf(name) === 'jpeg')
    ? name
    : `${stemOf(name) || 'image'}.${extension}`;

async function converted(staged: StagedFile): Promise<{ staged: StagedFile; notesFrom: Buffer }> {
  const bytes = await staged.incoming.bytes(staged.path);
  const { width = 0, height = 0 } = await sharpNow()(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ width: 0, height: 0 }));
  if (width * height > MAX_PIXELS)
    throw new Unfit(`must have at most ${MAX_PIXELS / 1_000_000} million pixels`);
  try {
    const jpeg = await heicToJpeg(bytes);
    return { staged: await rewritten(staged, jpeg, withExtension(staged.name, 'jpg')), notesFrom: bytes };
  } catch {
    throw new Unfit('cannot be converted to JPEG; the HEIC image may be damaged');
  }
}

async function cleaned(staged: StagedFile): Promise<StagedFile> {
  if (staged.size > MAX_SVG) throw new Unfit(`must have at most ${MAX_SVG / MB} MB as a drawing`);
  const clean = sanitizeSvg((await staged.incoming.bytes(staged.path)).toString('utf8'));
  if (!/^<svg[\s/>]/.test(clean)) throw new Unfit('cannot be read as a drawing; it does not begin with <svg');
  return rewritten(staged, Buffer.from(clean), staged.name);
}

/** What the settings of a property say of how its files are looked at (facts 2.2). */
export interface LookSettings {
  extractExif: boolean;
  extractPalette: boolean;
  gatherLocation: boolean;
  svgclean: boolean;
}

async function picture(
  staged: StagedFile,
  mime: string,
  { extractExif, extractPalette, gatherLocation }: LookSettings,
  original?: Buffer,
): Promise<Picture> {
  // Of a drawing sharp gets the bytes, never a path, by which it could reach its neighbours.
  const input =
    mime === 'image/svg+xml' ? await staged.incoming.bytes(staged.path) : staged.incoming.pathOf(staged.path);
  const size = await measured(input);
  const noted = extractExif && mime === 'image/jpeg' && staged.size <= MAX_NOTED;
  const none: PictureNotes = { exif: {}, tags: [] };
  const notes = noted
    ? await readNotes(original ?? (await staged.incoming.bytes(staged.path)), { places: gatherLocation })
    : none;
  return { ...size, ...notes, palette: extractPalette ? await paletteOf(input) : [] };
}

/** Looks at a file for a property of images. Throws `Unfit`. */
export async function lookAtImage(staged: StagedFile, settings: LookSettings): Promise<Looked> {
  const mime = await typeOf(staged);
  if (HEIC.has(mime)) {
    const { staged: jpeg, notesFrom } = await converted(staged);
    return {
      staged: jpeg,
      mime: 'image/jpeg',
      image: await picture(jpeg, 'image/jpeg', settings, notesFrom),
    };
  }
  const extension = IMAGES[mime];
  if (extension === undefined) {
    throw new Unfit(`must be an image (JPEG, PNG, GIF, WebP, AVIF, SVG or HEIC), not ${mime}`);
  }
  const shown = mime === 'image/apng' ? 'image/png' : mime;
  const named = { ...staged, name: withExtension(staged.name, extension) };
  const safe = shown === 'image/svg+xml' && settings.svgclean ? await cleaned(named) : named;
  return { staged: safe, mime: shown, image: await picture(safe, shown, settings) };
}

/** Looks at a file for a property of any files; a drawing is cleaned, since browsers open it as a page. */
export async function lookAtFile(staged: StagedFile, settings: LookSettings): Promise<Looked> {
  const mime = await typeOf(staged);
  if (mime === 'image/svg+xml' && settings.svgclean) return { staged: await cleaned(staged), mime };
  return { staged, mime };
}

/** The settings of a property, with their defaults. */
export function lookSettings(settings: JsonObject | undefined): LookSettings {
  const on = (key: string) => settings?.[key] !== false;
  return {
    extractExif: on('extractExif'),
    extractPalette: on('extractPalette'),
    gatherLocation: on('gatherLocation'),
    svgclean: on('svgclean'),
  };
}
