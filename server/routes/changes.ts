/** What has changed since a cursor (spec/events.md#cursors): in the folder, and in a list. */

import { Yielder } from '../async/yielder.js';
import { etagOf } from '../content/answers/answer.js';
import { revOf } from '../content/answers/rev.js';
import { changedRows, type ListSelection, revisionsOf } from '../content/changes/changed-objects.js';
import type { ChangedObject } from '../content/changes/cursors.js';
import { unknownNames } from '../content/core/unknown-names.js';
import { readableBytes } from '../content/reading/find-rows.js';
import { paginationOf, queryParts } from '../content/reading/query.js';
import { bracketFilter, searchFrom } from '../content/search/query-params.js';
import { shapeRequest } from '../content/shaping/shape-request.js';
import { shapedTexts } from '../content/shaping/shaped-page.js';
import { docsOf, idOfStatus } from '../contract/error-ids.js';
import * as wire from '../contract/json-schema.js';
import { message } from '../contract/messages/message.js';
import type { JsonObject } from '../contract/values.js';
import { CURSOR_HEADER } from '../contract/wire.js';
import { invalid } from '../errors.js';
import { objectReader } from '../http/permission.js';
import { listQuery, queryParams, queryText, shapeWords } from '../http/query.js';
import type { Request, Response } from '../http/request.js';
import { sendAnswer, sendJson } from '../http/send.js';
import { sendStream } from '../http/send-stream.js';
import { NO_FILTER } from '../query/criteria.js';
import { LIST_BOUNDS, type PageBounds, pageOf, QUERY_BOUNDS } from '../query/page.js';
import type { Site } from '../site.js';
import { authoriseReading, mayRead, readableCollections, requestedCollections } from './readable.js';
import { type Handler, type Route, routesTagged } from './route.js';

const BOUNDS: PageBounds = { limit: 500, max: 1000 };

const EXPIRED = message('changesTooOld');

/** Throws `invalid` for the folder as it was at a time: it has no cursors. */
export function rejectPast({ perspective }: Site, name = 'since'): void {
  if (perspective?.at === undefined) return;
  throw invalid(message('parameterInvalid', { name }), { [name]: [message('notSentWithAt')] });
}

/** 410 with a list instead of what has changed. `list`: JSON texts. */
async function sendTooOld(
  request: Request,
  response: Response,
  cursor: string,
  list: AsyncIterable<object>,
): Promise<void> {
  const id = idOfStatus(410);
  const head = JSON.stringify({
    error: { code: 410, type: id, message: EXPIRED.text, ...EXPIRED.onWire(), docs: docsOf(id) },
    cursor,
  });
  async function* body() {
    let piece = `${head.slice(0, -1)},"data":[`;
    let first = true;
    for await (const item of list) {
      piece += (first ? '' : ',') + JSON.stringify(item);
      first = false;
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
    yield `${piece}]}`;
  }
  const headers = [CURSOR_HEADER, cursor];
  const type = 'application/json; charset=utf-8';
  await sendStream(request, response, { status: 410, type, headers, body: body() });
}

const PIECE = 64 * 1024;

interface ChangedList {
  readonly selection: Omit<ListSelection, 'published'>;
  readonly limit: number;
  /** Chooses properties of an object. */
  readonly finish?: ((object: JsonObject) => JsonObject) | undefined;
  /** The name of the objects in the body, and its figures. */
  readonly name: 'objects' | 'data';
  figures(total: number, count: number): object;
}

/** The cursor of an answer about a collection; none of the past. */
export const cursorOf = (
  { perspective, cursors }: Site,
  collection: string,
): string | undefined | Promise<string> =>
  perspective?.at !== undefined
    ? undefined
    : (cursors.cursorFor(collection) ?? cursors.firstCursorFor(collection));

/** As `sendChanges`, of a list. */
export function sendListChanges(...[request, response, site, collection]: Sending): Promise<void> {
  const { filter, any, search, ...words } = listQuery(request);
  const { limit } = pageOf(words, LIST_BOUNDS);
  return sendChanges(request, response, site, collection, {
    selection: { filter: bracketFilter(filter, any), search: searchFrom(search) },
    limit,
    name: 'objects',
    figures: (total, found) => ({ collection, total, count: found, limit, offset: 0 }),
  });
}

/** As `sendChanges`, of a query. */
export function sendQueryChanges(...[request, response, site, collection]: Sending): Promise<void> {
  const words = queryParams(request);
  const { limit } = pageOf(words, QUERY_BOUNDS);
  return sendChanges(request, response, site, collection, {
    ...queryParts(words),
    limit,
    name: 'data',
    figures: (total, found) => ({ pagination: paginationOf(total, found, { limit, offset: 0 }) }),
  });
}

type Sending = [request: Request, response: Response, site: Site, collection: string];

/** Sends what of a list has changed since the cursor in the query. */
async function sendChanges(
  request: Request,
  response: Response,
  site: Site,
  collection: string,
  { selection: criteria, limit, finish, name, figures }: ChangedList,
): Promise<void> {
  rejectPast(site);
  const since = queryText(request, 'since') ?? '';
  if (request.query.state !== undefined) {
    throw invalid(message('parameterInvalid', { name: 'state' }), {
      state: [message('notCombinedWithSince')],
    });
  }
  const shape = shapeRequest(shapeWords(request));
  const selection = { ...criteria, published: shape?.published === true };
  const changes = await changedRows(site, collection, selection, { since, limit });
  if (!changes) {
    const cursor = await site.cursors.firstCursorFor(collection);
    await sendTooOld(request, response, cursor, revisionsOf(site, collection, selection));
    return;
  }
  const { rows, collectionIndex, total, deleted, cursor, more } = changes;
  const answers = await readableBytes(site, collection, collectionIndex, rows);
  const shaping = { shape, mayRead: objectReader(site, request) };
  const page = await shapedTexts(site, site.collections.get(collection), answers, shaping, finish);
  const warnings = [...new Set([...unknownNames(site, collection, request.query), ...page.warnings])];
  const head = JSON.stringify({ ...figures(total, page.objects.length), deleted, cursor, more });
  const bytes = Buffer.from(`${head.slice(0, -1)},"${name}":[${page.objects.map(String).join()}]}`);
  const headers = ['X-Total-Count', String(total), CURSOR_HEADER, cursor];
  sendAnswer(request, response, { bytes, etag: etagOf(bytes), warnings }, 200, headers);
}

/** The entries about objects the caller may read, with their revisions. */
async function shown(site: Site, { caller }: Request, changed: readonly ChangedObject[]): Promise<object[]> {
  const yielder = new Yielder();
  const entries: object[] = [];
  for (const { collection, id, at } of changed) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    if (!mayRead(site, caller, ['collections', collection, id])) continue;
    const collectionIndex = site.collections.has(collection)
      ? await site.store.catalogue.collectionIndex(collection)
      : undefined;
    const row = collectionIndex?.get(id);
    const rev = collectionIndex && row && revOf(collectionIndex, row);
    const time = new Date(at).toISOString();
    const gone = collectionIndex?.problem(id) ? { deleted: true, damaged: true } : { deleted: true };
    entries.push({ collection, id, at: time, ...(rev === undefined ? gone : { rev }) });
  }
  return entries;
}

const folder: Handler = async (request, response, site) => {
  rejectPast(site);
  const named = requestedCollections(request);
  authoriseReading(site, request.caller, named);
  const readable = readableCollections(site, request.caller, named);
  const since = queryText(request, 'since');
  if (since === undefined) {
    const cursor = await site.cursors.firstCursorFor(...readable);
    return sendPage(request, response, { data: [], cursor, more: false });
  }
  const { limit } = pageOf({ limit: queryText(request, 'limit') }, BOUNDS);
  const page = await site.cursors.since(since, { ...(named && { collections: [...named] }), limit });
  if (page) {
    const { cursor, more } = page;
    return sendPage(request, response, { data: await shown(site, request, page.changed), cursor, more });
  }
  const cursor = await site.cursors.firstCursorFor(...readable);
  return sendTooOld(request, response, cursor, revisionsOfAll(site, request, readable));
};

/** Collection, id and revision of all objects the caller may read. */
async function* revisionsOfAll(site: Site, { caller }: Request, collections: readonly string[]) {
  for (const collection of collections) {
    if (!site.collections.has(collection)) continue;
    for await (const { id, rev } of revisionsOf(site, collection, EVERYTHING)) {
      if (mayRead(site, caller, ['collections', collection, id])) yield { collection, id, rev };
    }
  }
}

const EVERYTHING: ListSelection = { filter: NO_FILTER, published: false };

function sendPage(
  request: Request,
  response: Response,
  page: { data: readonly object[]; cursor: string; more: boolean },
): void {
  response.setHeader(CURSOR_HEADER, page.cursor);
  sendJson(request, response, page);
}

const row = routesTagged('Server');

const CHANGES = wire.named(
  'FolderChanges',
  wire.all({
    data: wire.listOf(
      wire.all(wire.texts('collection', 'id', 'at'), {
        rev: wire.text,
        ...wire.each(wire.bool, ['deleted', 'damaged']),
      }),
    ),
    cursor: wire.text,
    more: wire.bool,
  }),
);
const REVISIONS = wire.named(
  'Revisions',
  wire.all(
    {
      cursor: wire.text,
      data: wire.listOf(wire.all(wire.texts('id', 'rev'), wire.texts('collection'))),
    },
    { error: wire.some({ code: wire.count, ...wire.texts('id', 'message', 'docs') }) },
  ),
);

/** The answer to a cursor that is too old. */
export const TOO_OLD = {
  description: 'The cursor is too old: ids and revisions of all objects.',
  output: REVISIONS,
};

export const changeRoutes: readonly Route[] = [
  row.get('/changes', 'open', folder, {
    id: 'api.changes',
    summary: 'Objects that have changed since a cursor',
    fails: [401, 403, 404],
    parameters: ['watched', 'since', 'changeLimit'],
    hasPerspectives: true,
    output: CHANGES,
    others: { 410: TOO_OLD },
  }),
];
