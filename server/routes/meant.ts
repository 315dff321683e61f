/** What a request of an address that does not exist probably meant. */
import type { Request } from '../http/request.js';
import type { RouteMatcher } from './route-matcher.js';

/** The same address without a slash at its end, or in lower case, if it is one; else undefined. */
export function meantAddress<Row>(matcher: RouteMatcher<Row>, { method, url }: Request): string | undefined {
  const path = url.replace(/[?#].*/s, '');
  const plain = path.replace(/\/$/, '');
  return [plain, plain.toLowerCase()].find((one) => one !== path && matcher.find(method, one) !== undefined);
}
