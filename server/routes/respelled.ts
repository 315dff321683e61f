/** Redirects URLs with a misspelled object id to the normalized one (spec/content.md#ids). */

import { hasObject } from '../content/reading/read.js';
import { isLegalId, slug } from '../contract/names.js';
import type { Request, Response } from '../http/request.js';
import { sendNothing } from '../http/send.js';
import type { Site } from '../site.js';

/** The request's target with another id and without an API key. */
function withId(target: string, id: string): string {
  const mark = target.indexOf('?');
  const segments = (mark < 0 ? target : target.slice(0, mark)).split('/');
  segments[segments.indexOf('collections') + 2] = id;
  const query = new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1));
  for (const name of [...query.keys()]) if (/^api_key(?:\[|$)/.test(name)) query.delete(name);
  return segments.join('/') + (query.size === 0 ? '' : `?${query}`);
}

/** Whether the path has an invalid object id. */
export const isMisspelled = ({ params }: Request): boolean =>
  typeof params.id === 'string' && !isLegalId(params.id);

/**
 * Redirects from `/collections/blog/My Post!` to `/collections/blog/my-post` (308), if that object exists and the
 * caller is authorized for it; returns whether it did.
 * @param authorise checks the right to the request with its current parameters
 */
export async function redirected(
  site: Site,
  request: Request,
  response: Response,
  authorise: () => void,
): Promise<boolean> {
  const { collection, id } = request.params;
  if (typeof id !== 'string' || typeof collection !== 'string') return false;
  const real = slug(id);
  if (!isLegalId(real) || !site.collections.has(collection)) return false;
  request.params.id = real;
  authorise();
  if (!(await hasObject(site, collection, real))) {
    request.params.id = id;
    return false;
  }
  response.setHeader('Location', withId(request.originalUrl, real));
  sendNothing(response, 308);
  return true;
}
