/**
 * Which pages can embed images and files of a collection. Public ones can be embedded by every page; of others, pages
 * of foreign sites cannot even learn the size, except on this machine or listed ones.
 */

import { mayPass } from '../access/permit.js';
import { publicOperationsOf } from '../access/public-operations.js';
import { message } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';
import { ORIGINS } from '../settings/access.js';
import { settingValue } from '../settings/read.js';
import type { Site } from '../site.js';
import { isLoopbackOrigin } from './origin.js';
import type { Request } from './request.js';

/** For files that caches must not keep for others: protected ones, and those of the past. */
export const NOT_CACHED = 'private, no-store';

/** The origin of the requesting page, if the browser sends it; image requests have no `Origin`. */
function requestOrigin({ headers: { origin, referer } }: Request): string | undefined {
  if (origin !== undefined) return origin;
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}

function isAllowed(site: Site, request: Request, [collection, id]: readonly [string, string]): boolean {
  if (publicOperationsOf(site, collection).includes('read')) return true;
  const origin = requestOrigin(request)?.toLowerCase();
  if (origin !== undefined) {
    if (isLoopbackOrigin(origin)) return true;
    const listed = settingValue(site.settings.read(), ORIGINS);
    if (listed.some((one) => one.toLowerCase() === origin)) return true;
  }
  const { caller } = request;
  const need = { method: 'GET', segments: ['collections', collection, id], operation: 'read' } as const;
  return (caller.kind === 'key' || caller.kind === 'token') && mayPass(caller, need);
}

/** A navigation: the page with the link cannot read the response. */
const isFollowedLink = ({ headers }: Request): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';

/**
 * Headers that control which pages can embed a file of an object. Throws `forbidden` for a page of a foreign site
 * without access.
 */
export function sharingHeaders(
  site: Site,
  request: Request,
  object: readonly [collection: string, id: string],
): readonly string[] {
  if (isAllowed(site, request, object)) return ['Cross-Origin-Resource-Policy', 'cross-origin'];
  if (request.headers['sec-fetch-site'] === 'cross-site' && !isFollowedLink(request)) {
    throw new PlinthError('forbidden', message('embeddingForbidden'));
  }
  return ['Cross-Origin-Resource-Policy', 'same-site', 'Vary', 'Sec-Fetch-Site, Origin'];
}
