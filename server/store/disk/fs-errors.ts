/** What the file system's error codes mean for Plinth; each code with its reason. */
import { type Message, message } from '../../contract/messages/message.js';
import { PlinthError } from '../../errors.js';

/** No room: the disk or the user's quota is used up. */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** The folder may be read but not written: read-only volume, missing right, immutable file. */
const READ_ONLY: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);

/** Out of descriptors, or (Windows) a file held open by a virus scanner: a later try may work. */
const BUSY: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EBUSY']);

/** File systems without hard links answer a link with one of these. */
export const NO_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EINVAL',
  'EMLINK',
]);

/** The system's code of a failed file operation, or undefined for any other error. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** True when the path leads nowhere: nothing there, or a file where a folder would have to be. */
export function isAbsent(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** True when the process is out of descriptors, which is not about the file. */
export function isBusy(error: unknown): boolean {
  return BUSY.has(codeOf(error) ?? '');
}

/** A failed write as the error Plinth answers with; unexpected errors (an I/O error) stay unchanged. */
export function asStoreError(error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof PlinthError || code === undefined) return error;
  if (FULL.has(code)) return new PlinthError('full', message('diskFull'), { cause: error });
  if (READ_ONLY.has(code)) {
    return new PlinthError('readOnly', message('diskReadOnly'), { cause: error });
  }
  if (BUSY.has(code)) {
    return new PlinthError('busy', message('openFilesLimit'), { cause: error });
  }
  return error;
}

/** The file is not the one the caller read (or one exists where none should). */
export const stale = (reason = message('fileChangedElsewhere')): PlinthError =>
  new PlinthError('stale', reason);

/** A damaged file. */
export const damaged = (reason: Message, cause?: unknown): PlinthError =>
  new PlinthError('damaged', reason, cause === undefined ? {} : { cause });

/** A file that cannot be read for the moment: it is being written, or in iCloud. */
class TemporarilyUnreadable extends PlinthError {}

/** An object whose file iCloud has moved off this disk: it is there, but cannot be read or changed now. */
export const notDownloaded = (collection: string, id: string): PlinthError =>
  new TemporarilyUnreadable('busy', message('objectInCloud', { collection, id }), { retryAfter: 60 });

/** A file that another program has not finished writing. */
export const beingWritten = (cause: unknown): PlinthError =>
  new TemporarilyUnreadable('busy', message('fileWriting'), { cause, retryAfter: 1 });

/** True for an error that concerns one file only: loops over many files skip it. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof TemporarilyUnreadable || (error instanceof PlinthError && error.kind === 'damaged');
