/** Which changes of the folder a caller may see. */

import type { Caller } from '../access/caller.js';
import { mayPass, permit } from '../access/permit.js';
import { publicOperationsOf } from '../access/public-operations.js';
import { message } from '../contract/messages/message.js';
import { isLegalId } from '../contract/names.js';
import type { ChangeEvent } from '../contract/wire.js';
import { invalid } from '../errors.js';
import { queryText } from '../http/query.js';
import type { Request } from '../http/request.js';
import type { Site } from '../site.js';
import { SCHEMA_FOLDER, SYSTEM_FOLDER } from '../store/disk/layout.js';

/** The read request equivalent to an event. */
const readOf = (site: Site, segments: readonly string[]) => ({
  method: 'GET',
  segments,
  operation: 'read' as const,
  publicOperations: segments[0] === 'collections' ? publicOperationsOf(site, segments[1]) : [],
});

/** Whether a caller may read something, named by the segments of its address. */
export const mayRead = (site: Site, caller: Caller, segments: readonly string[]): boolean =>
  mayPass(caller, readOf(site, segments));

/** The path of a change, as segments. */
export function placeOf(event: ChangeEvent): string[] {
  if ('schema' in event) return ['schemas', event.schema];
  if (event.collection === SCHEMA_FOLDER) return ['schemas', 'id' in event ? event.id : ''];
  if (event.collection === SYSTEM_FOLDER) return ['settings'];
  return 'id' in event ? ['collections', event.collection, event.id] : ['collections', event.collection];
}

/** The requested collections; undefined for all. Throws `invalid`. */
export function requestedCollections(request: Request): ReadonlySet<string> | undefined {
  const ids = queryText(request, 'collections')
    ?.split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (ids === undefined || ids.length === 0) return undefined;
  if (ids.every(isLegalId)) return new Set(ids);
  throw invalid(message('parameterInvalid', { name: 'collections' }), {
    collections: [message('notCommaListOfCollections')],
  });
}

/**
 * Throws `unauthenticated` or `forbidden` for callers who can read none of the requested collections, or not all of the
 * named ones.
 */
export function authoriseReading(site: Site, caller: Caller, named: ReadonlySet<string> | undefined): void {
  if (named) {
    for (const collection of named) permit(caller, readOf(site, ['collections', collection]));
    return;
  }
  const all = site.collections.all().map(({ settings }) => ['collections', settings.id]);
  if ([['schemas'], ...all].some((segments) => mayPass(caller, readOf(site, segments)))) return;
  permit(caller, readOf(site, ['collections']));
}

/** The collections of which a caller may read any objects, in order. Only keys and automations open single objects. */
export function readableCollections(
  site: Site,
  caller: Caller,
  named: ReadonlySet<string> | undefined,
): string[] {
  const bySingle = caller.kind === 'key' || caller.kind === 'automation';
  return site.collections
    .all()
    .map(({ settings }) => settings.id)
    .filter((id) => !named || named.has(id))
    .filter((id) => bySingle || mayRead(site, caller, ['collections', id]));
}
