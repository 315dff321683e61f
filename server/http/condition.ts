/** The preconditions of a change, as the operations take them. */

import type { Content } from '../content/core/base.js';
import type { ChangeOptions } from '../content/objects/change.js';
import { type AddressedFile, filePart } from '../files/find.js';
import { param } from './address.js';
import { mayWrite } from './permission.js';
import type { Request } from './request.js';

/** `If-Match` as it was sent. */
export const ifMatchOf = (request: Request): string | undefined => request.headers['if-match'];

/**
 * `If-Match` (decision 14), and whether the response shows private properties: only to callers with write access to the
 * object, not to those with public access only.
 */
export function condition(request: Request): ChangeOptions {
  const ifMatch = ifMatchOf(request);
  const writer = mayWrite(request, ['collections', param(request, 'collection'), param(request, 'id')]);
  return { writer, ...(ifMatch === undefined ? {} : { ifMatch }) };
}

/** Whether a request prefers a merge to a rejection (`Prefer: merge`, RFC 7240). */
export const prefersMerge = ({ headers }: Request): boolean =>
  [headers.prefer ?? []].flat().some((value) => /(?:^|,)\s*merge\s*(?:[;,]|$)/i.test(value));

/** A condition under which a stale version can be merged with what has changed since. */
export const mergeable = (request: Request, options: ChangeOptions): ChangeOptions =>
  prefersMerge(request) ? { ...options, merge: true } : options;

/** As `condition`, for the URL of a file, whose own ETag is also valid in `If-Match`. */
export const fileCondition = (base: Content, request: Request, place: AddressedFile): ChangeOptions => ({
  ...condition(request),
  part: filePart(base, place),
});
