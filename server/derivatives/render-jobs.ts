/** Rendering derivatives in helper processes: requests and replies. */
import { fromWire, Message, type MessageOnWire, message } from '../contract/messages/message.js';
import { invalid, missing, PlinthError } from '../errors.js';
import { type HelperPool, JobFailed } from '../helpers/helper-pool.js';
import type { Stamp } from '../store/types/stamp.js';
import type { RenderRequest } from './render.js';

export interface RenderJob {
  task: 'render';
  /** Absolute path of the original, and its stamp: another file there is not read. */
  path: string;
  stamp: Stamp;
  request: RenderRequest;
}

export type RenderAnswer =
  | { bytes: Uint8Array }
  | { problem: { kind: string; reason: MessageOnWire; details?: Record<string, MessageOnWire[]> } };

/** The caller that requests a derivative. */
export interface ImageCaller {
  name: string;
  /** Max derivatives that wait for this caller at once. */
  waiting?: number;
}

/** A render that takes longer is given up. */
const DEADLINE = 30_000;

/** What sharp cannot read is treated as missing (spec/images.md#failures). */
export const notShown = () => missing(message('imageNotShown'));

/** Validates a message of a process that may be compromised. */
function isRenderAnswer(value: unknown): value is RenderAnswer {
  if (typeof value !== 'object' || value === null) return false;
  if ('bytes' in value) return value.bytes instanceof Uint8Array;
  const problem = 'problem' in value ? value.problem : undefined;
  return typeof problem === 'object' && problem !== null && 'kind' in problem && 'reason' in problem;
}

/** Raised for an original that could not be rendered in time. */
export class RenderTimeout extends Error {}

/** Renders a derivative in a helper. Throws `missing`, `invalid`, `busy`, `RenderTimeout`. */
export async function rendered(
  images: HelperPool,
  job: Omit<RenderJob, 'task'>,
  { name, waiting }: ImageCaller,
): Promise<Buffer> {
  const options = { deadline: DEADLINE, caller: name, ...(waiting !== undefined && { waiting }) };
  const answer = await images.runTwice({ ...job, task: 'render' }, options).catch((error: unknown) => {
    if (!(error instanceof JobFailed)) throw error;
    if (error.reason === 'closed') throw new PlinthError('busy', message('folderClosing'));
    throw new RenderTimeout(error.message);
  });
  if (!isRenderAnswer(answer)) throw new Error('The image process did not reply');
  if ('bytes' in answer) {
    const { buffer, byteOffset, byteLength } = answer.bytes;
    return Buffer.from(buffer, byteOffset, byteLength);
  }
  const { kind, reason, details } = answer.problem;
  throw kind === 'invalid' ? invalid(Message.from(reason), details && fromWire(details)) : notShown();
}
