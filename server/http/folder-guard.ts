/** Checks that the folder is available and that a page does not write to another folder than its own. */
import { FOLDER_HEADER } from '../contract/access.js';
import { message } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';
import type { Site } from '../site.js';
import { folderUnavailable } from '../store/disk/root-guard.js';
import type { Middleware } from './pipeline.js';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Answered without the folder: its state, and the documentation that explains the error. */
const WITHOUT_FOLDER = /^\/(?:healthz(?:\?|$)|docs(?:[/?]|$))/;

/** Responds with 503 while the folder is unavailable. */
export function folderStands({ store: { folder, format } }: Site): Middleware {
  return ({ url }) => {
    // A write looks again when it puts its file in place.
    const isAvailable = folder.wasAvailableRecently();
    if ((isAvailable && !format.problem) || WITHOUT_FOLDER.test(url)) return undefined;
    if (!isAvailable) throw folderUnavailable();
    format.checkReadable();
    return undefined;
  };
}

/** Rejects a write of a page that was opened for another folder, whatever its credentials. */
export function folderOfPage({ store: { folder } }: Site): Middleware {
  return (request) => {
    const named = request.headers[FOLDER_HEADER];
    if (named === undefined || named === folder.id || SAFE_METHODS.has(request.method)) return undefined;
    throw new PlinthError('otherFolder', message('folderOther'));
  };
}
