/** Queries and the index of a collection (spec/queries.md). Mounted before the routes of objects. */
import { create } from 'content-disposition';
import { etagOf } from '../content/answers/answer.js';
import { textBytes } from '../content/core/json-text.js';
import { unknownNames } from '../content/core/unknown-names.js';
import {
  type LongIndex,
  listIndex,
  rebuildIndex,
  type WholeIndex,
} from '../content/reading/index-listing.js';
import { queryObjects, queryPage } from '../content/reading/query.js';
import { queryCsv, queryHtml } from '../content/reading/query-formats.js';
import * as wire from '../contract/json-schema.js';
import { CURSOR_HEADER } from '../contract/wire.js';
import { collectionAddress } from '../http/address.js';
import { nextPage } from '../http/next-page.js';
import { pageLinks } from '../http/page-links.js';
import { objectReader } from '../http/permission.js';
import { queryChoice, queryParams } from '../http/query.js';
import type { Request, Response } from '../http/request.js';
import { sendAnswer } from '../http/send.js';
import { sendStream } from '../http/send-stream.js';
import { setWarnings, warnOfNames } from '../http/warn.js';
import { QUERY_FORMATS, SELECTION, SHAPE } from '../openapi/parameters.js';
import { either, file, queriedObjects } from '../openapi/shapes.js';
import type { Page } from '../query/page.js';
import { cursorOf, sendQueryChanges, TOO_OLD } from './changes.js';
import { type Handler, type Route, routesTagged } from './route.js';

/** `X-Total-Count` and `Link` as for lists, and the headers of the reference system. */
function pageHeaders(request: Request, response: Response, page: Page & { total: number }): void {
  const { limit, offset, total } = page;
  response.setHeader('X-Total-Count', total);
  response.setHeader('Link', pageLinks(request.originalUrl, page, total));
  response.setHeader('X-Total', total);
  response.setHeader('X-Limit', limit);
  response.setHeader('X-Offset', offset);
  response.setHeader('X-Has-More', String(offset + limit < total));
}

const query: Handler = async (request, response, site) => {
  const collection = collectionAddress(request);
  const format = queryChoice(request, 'format', QUERY_FORMATS) ?? 'json';
  const words = queryParams(request);
  if (request.query.since !== undefined && format === 'json') {
    await sendQueryChanges(request, response, site, collection);
    return;
  }
  const mayRead = objectReader(site, request);
  const unknown = unknownNames(site, collection, words);
  const cursor = await cursorOf(site, collection);
  if (cursor) response.setHeader(CURSOR_HEADER, cursor);
  if (format === 'json') {
    const answer = await queryObjects(site, collection, words, mayRead);
    pageHeaders(request, response, answer);
    const warnings = [...new Set([...unknown, ...(answer.warnings ?? [])])];
    sendAnswer(request, response, { ...answer, warnings });
    return;
  }
  const page = await queryPage(site, collection, words, mayRead);
  pageHeaders(request, response, page);
  setWarnings(response, [...new Set([...unknown, ...page.warnings])]);
  const send = async (type: string, parts: Iterable<string>) => {
    const bytes = await textBytes(parts);
    sendAnswer(request, response, { bytes, etag: etagOf(bytes), type });
  };
  if (format === 'csv') {
    response.setHeader('Content-Disposition', create(`collection-${collection}.csv`));
    await send('text/csv; charset=utf-8', queryCsv(page));
  } else {
    const next = nextPage(request.originalUrl, page, page.total);
    await send('text/html; charset=utf-8', queryHtml(page, next));
  }
};

const index: Handler = async (request, response, site) => {
  const collection = collectionAddress(request);
  const words = queryParams(request);
  warnOfNames(site, response, collection, words);
  await sendIndex(request, response, await listIndex(site, collection, words));
};

/** A body, if there is one, is not looked at. */
const rebuild: Handler = async (request, response, site) =>
  sendIndex(request, response, await rebuildIndex(site, collectionAddress(request), queryParams(request)));

async function sendIndex(request: Request, response: Response, index: WholeIndex | LongIndex): Promise<void> {
  if ('bytes' in index) {
    response.setHeader('X-Total-Count', index.total);
    sendAnswer(request, response, index);
  } else {
    await sendStream(request, response, { ...index, type: 'application/json; charset=utf-8' });
  }
}

const COLLECTION = '/collections/:collection';

const INDEX = wire.named(
  'Index',
  wire.all(
    { objects: wire.listOf(wire.open) },
    { collection: wire.text, count: wire.count, rebuilt: wire.bool },
  ),
);

const row = routesTagged('Objects');

export const queryRoutes: readonly Route[] = [
  row.get(`${COLLECTION}/query`, 'read', query, {
    id: 'api.objects.query',
    summary: 'Objects that match, with chosen properties',
    parameters: [
      ...SELECTION,
      ...SHAPE,
      'state',
      'limit',
      'offset',
      'partial',
      'since',
      'format',
      'ifNoneMatch',
    ],
    others: { 410: TOO_OLD },
    output: either(queriedObjects, file('text/csv', 'text/html')),
    perCollection: true,
  }),
  row.get(`${COLLECTION}/index`, 'read', index, {
    id: 'api.objects.index',
    summary: 'The indexed properties of all objects that match',
    parameters: [...SELECTION, 'published', 'state', 'indexed', 'partLimit', 'offset', 'ifNoneMatch'],
    output: INDEX,
    perCollection: true,
  }),
  row.put(`${COLLECTION}/index`, 'update', rebuild, {
    id: 'api.objects.rebuildIndex',
    summary: 'Rebuild the index from the files',
    parameters: SELECTION,
    output: INDEX,
    perCollection: true,
  }),
];
