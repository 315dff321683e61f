/**
 * Detects what a file is by its content: its type, and the size, colors and notes of an image. Names decide among
 * texts only. A browser trusts the type, and an image that is cut short would break the build of a site long after
 * the upload.
 */
import mimeTypes from 'mime-types';
import type { Base } from '../content/core/base.js';
import { extensionOf, type FileItem, stemOf } from '../contract/files.js';
import type { JsonObject } from '../contract/values.js';
import { Refusal } from '../properties/refusal.js';
import type { Incoming } from '../store/types/files.js';
import { type InspectedImage, type InspectJob, inspectInHelper, RejectedFile } from './image-jobs.js';

/** An uploaded file, complete and durable in the staging folder. */
export interface StagedFile {
  incoming: Incoming;
  /** Below that folder. */
  path: string;
  /** As its sender calls it. */
  name: string;
  /** Bytes. */
  size: number;
  /** Of a copy: the item of the file it was copied from. */
  copied?: FileItem;
}

/** What was found; `staged` is another file than the one that came where it had to be converted or cleaned. */
export interface InspectedFile {
  staged: StagedFile;
  mime: string;
  image?: InspectedImage;
}

const MB = 1024 * 1024;

/** Max bytes of a drawing (spec/limits.md#uploads). */
const MAX_SVG = 5 * MB;

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

const INSPECTED_TYPES: Readonly<Record<string, InspectJob['type']>> = {
  svg: 'svg',
  heic: 'heic',
  jpg: 'jpeg',
};

/** Types whose files begin like any other text or XML: their names decide, for harmless types only. */
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
  const isSvgName = extensionOf(name) === 'svg' || found?.mime === 'application/xml';
  if (isSvgName && size <= MAX_SVG) {
    const text = (await incoming.bytes(path)).toString('utf8');
    if (/<svg[\s>]/i.test(text.slice(0, 4096))) return 'image/svg+xml';
  }
  const named = typeByName(name);
  // A text that calls itself an image, a film or an archive is none.
  const honest = !/^(?:image|audio|video|font)\/|zip|pdf/.test(named);
  return honest ? named : 'application/octet-stream';
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

async function cleaned(staged: StagedFile, { longTexts }: InspectTools): Promise<StagedFile> {
  if (staged.size > MAX_SVG) throw new RejectedFile(`must have at most ${MAX_SVG / MB} MB as an SVG image`);
  const drawing = (await staged.incoming.bytes(staged.path)).toString('utf8');
  const clean = await longTexts.clean('svg', drawing).catch((error: unknown) => {
    throw error instanceof Refusal ? new RejectedFile(error.message) : error;
  });
  if (!/^<svg[\s/>]/.test(clean))
    throw new RejectedFile('cannot be read as an SVG image; it does not begin with <svg');
  return rewritten(staged, Buffer.from(clean), staged.name);
}

/** How the settings of a property want files inspected (spec/files.md#types). */
export interface InspectSettings {
  extractExif: boolean;
  extractPalette: boolean;
  gatherLocation: boolean;
  svgclean: boolean;
}

/** What inspecting a file needs of the folder. */
export type InspectTools = Pick<Base, 'images' | 'longTexts'>;

/** Looks at a file for a property of images. Throws `RejectedFile`, `busy`. */
export async function inspectImage(
  staged: StagedFile,
  settings: InspectSettings,
  tools: InspectTools,
): Promise<InspectedFile> {
  const mime = await typeOf(staged);
  const extension = HEIC.has(mime) ? 'heic' : IMAGES[mime];
  if (extension === undefined) {
    throw new RejectedFile(`must be an image (JPEG, PNG, GIF, WebP, AVIF, SVG or HEIC), not ${mime}`);
  }
  const named = extension === 'heic' ? staged : { ...staged, name: withExtension(staged.name, extension) };
  const safe = extension === 'svg' && settings.svgclean ? await cleaned(named, tools) : named;
  const { image, jpeg } = await inspectInHelper(tools.images, {
    path: safe.incoming.pathOf(safe.path),
    type: INSPECTED_TYPES[extension] ?? 'other',
    size: safe.size,
    extractExif: settings.extractExif,
    extractPalette: settings.extractPalette,
    gatherLocation: settings.gatherLocation,
  });
  if (jpeg) {
    const bytes = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
    const made = await rewritten(staged, bytes, withExtension(staged.name, 'jpg'));
    return { staged: made, mime: 'image/jpeg', image };
  }
  return { staged: safe, mime: mime === 'image/apng' ? 'image/png' : mime, image };
}

/** Looks at a file for a property of any files; a drawing is cleaned, since browsers open it as a page. */
export async function inspectFile(
  staged: StagedFile,
  settings: InspectSettings,
  tools: InspectTools,
): Promise<InspectedFile> {
  const mime = await typeOf(staged);
  if (mime === 'image/svg+xml' && settings.svgclean) return { staged: await cleaned(staged, tools), mime };
  return { staged, mime };
}

/** The settings of a property, with their defaults. */
export function inspectSettings(settings: JsonObject | undefined): InspectSettings {
  const on = (key: string) => settings?.[key] !== false;
  return {
    extractExif: on('extractExif'),
    extractPalette: on('extractPalette'),
    gatherLocation: on('gatherLocation'),
    svgclean: on('svgclean'),
  };
}
