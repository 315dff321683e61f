/** Inspecting images in helper processes: requests and replies. */
import { message } from '../contract/messages/message.js';
import { isJsonObject } from '../contract/values.js';
import { PlinthError } from '../errors.js';
import { type HelperPool, JobFailed } from '../helpers/helper-pool.js';
import type { ImageMetadata } from './exif.js';

/** Something about a file that keeps it out, as a sentence without a subject. */
export class RejectedFile extends Error {}

/** Max pixels of an image (spec/limits.md#images). */
export const MAX_PIXELS = 80_000_000;

export interface InspectedImage extends ImageMetadata {
  width: number;
  height: number;
  palette: string[];
}

export interface InspectJob {
  task: 'inspect';
  path: string;
  type: 'svg' | 'heic' | 'jpeg' | 'other';
  /** Bytes of the file. */
  size: number;
  extractExif: boolean;
  extractPalette: boolean;
  gatherLocation: boolean;
}

export type InspectReply = { image: InspectedImage; jpeg?: Uint8Array } | { rejected: string };

/** A photo takes less than a second, one in HEIC some three; slower ones are rejected. */
const DEADLINE = 10_000;
const HEIC_DEADLINE = 30_000;

/** All uploads together are one caller, beside those that request derivatives. */
const CALLER = 'uploads';

/** Validates a message of a process that may be compromised. */
function isInspectReply(value: unknown): value is InspectReply {
  if (typeof value !== 'object' || value === null) return false;
  if ('rejected' in value) return typeof value.rejected === 'string';
  if ('jpeg' in value && value.jpeg !== undefined && !(value.jpeg instanceof Uint8Array)) return false;
  const image = 'image' in value ? value.image : undefined;
  if (typeof image !== 'object' || image === null) return false;
  const { width, height, palette, exif, tags } = {
    width: undefined,
    height: undefined,
    palette: undefined,
    exif: undefined,
    tags: undefined,
    ...image,
  };
  const texts = (list: unknown) => Array.isArray(list) && list.every((entry) => typeof entry === 'string');
  const sized = Number.isSafeInteger(width) && Number.isSafeInteger(height);
  return sized && texts(palette) && texts(tags) && isJsonObject(exif);
}

/** Inspects an image in a helper. Throws `RejectedFile`, `busy`. */
export async function inspectInHelper(
  images: HelperPool,
  job: Omit<InspectJob, 'task'>,
): Promise<{ image: InspectedImage; jpeg?: Uint8Array }> {
  const deadline = job.type === 'heic' ? HEIC_DEADLINE : DEADLINE;
  const answer = await images
    .runTwice({ ...job, task: 'inspect' }, { deadline, caller: CALLER })
    .catch((error: unknown) => {
      throw error instanceof JobFailed ? refusalOf(error) : error;
    });
  if (!isInspectReply(answer)) throw new Error('The image process did not reply');
  if ('rejected' in answer) throw new RejectedFile(answer.rejected);
  return answer;
}

function refusalOf({ reason }: JobFailed): Error {
  if (reason === 'closed') return new PlinthError('busy', message('folderClosing'));
  return new RejectedFile(
    reason === 'late'
      ? 'takes too long to decode as an image'
      : 'cannot be read as an image; it may be damaged',
  );
}
