/** Objects of all collections at once: as a stream, and by words (spec/queries.md#all-objects). */
import type { Request } from 'express';
import { allObjects } from '../content/reading/all-objects.js';
import { shapeRequest } from '../content/shaping/shape-request.js';
import { CURSOR_HEADER } from '../contract/wire.js';
import { callerNow } from '../http/caller.js';
import { objectReader } from '../http/permission.js';
import { shapeWords } from '../http/query.js';
import { sendStream } from '../http/send-stream.js';
import { SHAPE } from '../openapi/parameters.js';
import { file } from '../openapi/shapes.js';
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

const stream: Handler = async (request, response, site) => {
  const collections = collectionsOf(site, request);
  const shape = shapeRequest(shapeWords(request));
  // Before the first object is read: a change during the stream is after it.
  const cursor = site.at === undefined ? await site.cursors.firstCursorFor(...collections) : undefined;
  const goesOn = () => callerNow(site, request) !== undefined;
  const options = { collections, shape, mayRead: objectReader(site, request), goesOn, cursor };
  await sendStream(request, response, {
    type: 'application/x-ndjson; charset=utf-8',
    headers: cursor === undefined ? [] : [CURSOR_HEADER, cursor],
    body: allObjects(site, options),
  });
};

const row = routesTagged('Objects');

export const allObjectRoutes: readonly Route[] = [
  row.get('/objects.ndjson', 'open', stream, {
    id: 'api.objects.all',
    summary: 'All objects of all collections, one per line',
    parameters: ['watched', ...SHAPE],
    output: file('application/x-ndjson'),
    hasPast: true,
  }),
];
