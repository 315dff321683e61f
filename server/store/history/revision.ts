/** Names contents by their hash. */
import { createHash } from 'node:crypto';

/** Length of a revision in bytes. */
export const REVISION_BYTES = 16;

/** The first 16 bytes of the SHA-256 of a file's bytes: the same on every machine. */
export const revisionBytes = (bytes: Uint8Array): Buffer =>
  createHash('sha256').update(bytes).digest().subarray(0, REVISION_BYTES);

/** The revision of a file's bytes as text, base64url. */
export const revisionOf = (bytes: Uint8Array): string => revisionBytes(bytes).toString('base64url');

/** The bytes of a revision that came as text; undefined for other text. */
export function parseRevision(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === REVISION_BYTES && bytes.toString('base64url') === text ? bytes : undefined;
}
