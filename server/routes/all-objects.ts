/** Objects of all collections at once: as a stream, and by words (spec/queries.md#all-objects). */

import { allObjects } from '../content/reading/all-objects.js';
import { MAX_OFFSET, searchFolder } from '../content/reading/search-folder.js';
import { wordsThere } from '../content/reading/words-there.js';
import { shapeRequest } from '../content/shaping/shape-request.js';
import { message } from '../contract/messages/message.js';
import { FOUND_IN_FOLDER } from '../contract/relations.js';
import { CURSOR_HEADER } from '../contract/wire.js';
import { invalid } from '../errors.js';
import { callerNow } from '../http/caller.js';
import { cancelled } from '../http/cancelled.js';
import { pageLinks } from '../http/page-links.js';
import { mayWrite, objectReader } from '../http/permission.js';
import { queryFlag, queryIds, queryText, shapeWords } from '../http/query.js';
import type { Request } from '../http/request.js';
import { sendJson } from '../http/send.js';
import { sendStream } from '../http/send-stream.js';
import { SHAPE } from '../openapi/parameters.js';
import { file } from '../openapi/shapes.js';
import { type PageBounds, pageOf } from '../query/page.js';
import type { Site } from '../site.js';
import { authoriseReading, readableCollections, requestedCollections } from './readable.js';
import { type Handler, type Route, routesTagged } from './route.js';

/** The collections a request is about. Throws `invalid`, `unauthenticated`, `forbidden`; `missing` for a named one. */
function collectionsOf(site: Site, request: Request): string[] {
  const named = requestedCollections(request);
  authoriseReading(site, request.caller, named);
  for (const id of named ?? []) site.collections.get(id);
  return readableCollections(site, request.caller, named);
}

/** The objects that are named. Throws `invalid` where they are not of one collection. */
function onlyOf(request: Request, [collection = '', ...others]: readonly string[]) {
  const ids = queryIds(request);
  if (ids === undefined) return undefined;
  if (collection === '' || others.length > 0) {
    throw invalid(message('parameterInvalid', { name: 'ids' }), { ids: [message('idsOfOneCollection')] });
  }
  return {
    ids: [...new Set(ids)],
    isWriter: (id: string) => mayWrite(request, ['collections', collection, id]),
  };
}

const stream: Handler = async (request, response, site) => {
  const collections = collectionsOf(site, request);
  const shape = shapeRequest(shapeWords(request));
  // Before the first object is read: a change during the stream is after it.
  const cursor =
    site.perspective?.at === undefined ? await site.cursors.firstCursorFor(...collections) : undefined;
  const goesOn = () => callerNow(site, request) !== undefined;
  const only = onlyOf(request, collections);
  const options = { collections, shape, mayRead: objectReader(site, request), goesOn, cursor, only };
  await sendStream(request, response, {
    type: 'application/x-ndjson; charset=utf-8',
    headers: cursor === undefined ? [] : [CURSOR_HEADER, cursor],
    body: allObjects(site, options),
  });
};

const BOUNDS: PageBounds = { limit: 20, max: 50 };

const search: Handler = async (request, response, site) => {
  const collections = collectionsOf(site, request);
  const words = { limit: queryText(request, 'limit'), offset: queryText(request, 'offset') };
  const { limit, offset: sent } = pageOf(words, BOUNDS);
  const offset = Math.min(sent, MAX_OFFSET);
  const shape = shapeRequest(shapeWords(request));
  const asked = { q: queryText(request, 'q') ?? '', collections, limit, offset, shape };
  // The palette asks with each word that is typed, and gives up the question before.
  const signal = cancelled(response);
  const partial = queryFlag(request, 'partial') ? await wordsThere(site, collections, signal) : undefined;
  const options = { ...asked, mayRead: objectReader(site, request), signal, without: partial?.without };
  const { total, data, corrected, closest } = await site.queries.inAll(() => searchFolder(site, options), {
    signal,
    isPartial: partial !== undefined,
  });
  response.setHeader('X-Total-Count', total);
  response.setHeader('Link', pageLinks(request.originalUrl, { limit, offset }, total));
  sendJson(request, response, {
    data,
    total,
    limit,
    offset,
    ...(corrected !== undefined && { corrected }),
    ...(closest && { closest }),
    ...(partial && { partial: partial.progress }),
  });
};

const row = routesTagged('Objects');

export const allObjectRoutes: readonly Route[] = [
  row.get('/objects.ndjson', 'open', stream, {
    id: 'api.objects.all',
    summary: 'All objects of all collections, one per line',
    fails: [401, 403, 404],
    parameters: ['watched', 'idsOfOne', ...SHAPE],
    output: file('application/x-ndjson'),
    hasPerspectives: true,
  }),
  row.get('/search', 'open', search, {
    id: 'api.search',
    summary: 'Objects of all collections by words, the best first',
    fails: [401, 403, 404],
    parameters: ['searched', 'watched', 'foundLimit', 'offset', 'partial', ...SHAPE],
    output: FOUND_IN_FOLDER,
  }),
];
