/** Queries of the admin over all collections: objects by title, and references. */

import type { Scalar } from '../content/model/relation.js';
import { described, referringTo } from '../content/reading/references.js';
import { relatedLabels } from '../content/reading/relations.js';
import { MAX_FOUND, searchTitles } from '../content/reading/search-titles.js';
import { message } from '../contract/messages/message.js';
import { FOUND_OBJECTS, REFERRERS, RELATED_LABELS, type ReferrerSummary } from '../contract/relations.js';
import { invalid } from '../errors.js';
import { collectionAddress, param } from '../http/address.js';
import { cancelled } from '../http/cancelled.js';
import { authorisePart, objectReader } from '../http/permission.js';
import { queryIds, queryText } from '../http/query.js';
import type { Request } from '../http/request.js';
import { sendJson } from '../http/send.js';
import { authoriseReading, readableCollections, requestedCollections } from './readable.js';
import { mayChange } from './references.js';
import { type Handler, type Route, routesTagged } from './route.js';

const USUALLY_FOUND = 20;
/** How many referring objects are described; all are counted. */
const MAX_NAMED = 20;
/** Maximum number of values per request. */
const MAX_VALUES = 500;

const search: Handler = async (request, response, site) => {
  const named = requestedCollections(request);
  // A caller without read access gets an error instead of an empty result.
  authoriseReading(site, request.caller, named);
  for (const id of named ?? []) site.collections.get(id);
  const sent = queryText(request, 'limit');
  const limit = /^\d{1,6}$/.test(sent ?? '') ? Number(sent) : USUALLY_FOUND;
  const most = Math.min(Math.max(limit, 1), MAX_FOUND);
  const asked = {
    q: queryText(request, 'q') ?? '',
    limit: most,
    collections: readableCollections(site, request.caller, named),
    // Each letter that is typed brings another question, which gives up the one before.
    signal: cancelled(response),
  };
  sendJson(request, response, await searchTitles(site, asked, objectReader(site, request)));
};

const referrers: Handler = async (request, response, site) => {
  const ids = queryIds(request, { some: true }) ?? [];
  const collection = collectionAddress(request);
  const { rows, hidden, keys } = await referringTo(site, collection, ids, objectReader(site, request));
  const objects = rows.slice(0, MAX_NAMED).map((one) => described(one, keys));
  const told = ids.every((id) => mayChange(request, collection, id)) ? hidden : 0;
  sendJson(request, response, { total: rows.length, hidden: told, objects } satisfies ReferrerSummary);
};

/** A JSON list of strings, numbers and booleans. Throws `invalid`. */
function valuesIn(request: Request): Scalar[] {
  try {
    const values: unknown = JSON.parse(queryText(request, 'values') ?? '');
    const scalar = (one: unknown): one is Scalar => ['string', 'number', 'boolean'].includes(typeof one);
    if (Array.isArray(values) && values.length <= MAX_VALUES && values.every(scalar)) return values;
  } catch {
    // The error is thrown below.
  }
  throw invalid(message('parameterInvalid', { name: 'values' }), {
    values: [message('notListOfScalars', { limit: MAX_VALUES })],
  });
}

const labels: Handler = async (request, response, site) => {
  const collection = collectionAddress(request);
  const found = await relatedLabels(site, collection, param(request, 'property'), valuesIn(request), {
    mayRead: (segments) =>
      authorisePart(site, request, {
        method: 'GET',
        segments,
        operation: 'read',
        collection: segments[1] ?? '',
      }),
    isInvalid: (target, row) => site.health.invalid.has(target, row),
  });
  sendJson(request, response, found);
};

const row = routesTagged('Objects');

export const relationRoutes: readonly Route[] = [
  row.get('/search/titles', 'open', search, {
    id: 'api.searchTitles',
    summary: 'Find objects of all collections by title or id',
    fails: [401, 403, 404],
    parameters: ['titleWords', 'foundLimit', 'watched'],
    output: FOUND_OBJECTS,
  }),
  row.get('/relations/collections/:collection/labels/:property', 'session', labels, {
    id: 'api.relations.labels',
    summary: 'Labels of related objects',
    hasPerspectives: true,
    parameters: ['relationValues'],
    output: RELATED_LABELS,
  }),
  row.get('/relations/collections/:collection/referrers', 'session', referrers, {
    id: 'api.relations.referrers',
    summary: 'Objects that refer to the given ones',
    parameters: ['ids'],
    output: REFERRERS,
  }),
];
