/** Queries of the admin over all collections: objects by title, and references. */
import type { Request } from 'express';
import { mayPass, permit } from '../access/permit.js';
import { publicOperationsOf } from '../access/public-operations.js';
import type { Scalar } from '../content/model/relation.js';
import { referrersOf, relatedLabels } from '../content/reading/relations.js';
import { MAX_FOUND, searchTitles } from '../content/reading/search-titles.js';
import { isLegalId } from '../contract/names.js';
import { invalid } from '../errors.js';
import { collectionAddress, param } from '../http/address.js';
import { authorisePart } from '../http/permission.js';
import { queryText } from '../http/query.js';
import { sendJson } from '../http/send.js';
import { all, listOf, texts } from '../openapi/json-schema.js';
import { newComponent } from '../openapi/shapes.js';
import type { Site } from '../site.js';
import { type Handler, type Route, routesTagged } from './route.js';

const USUALLY_FOUND = 20;
/** Maximum number of values or ids per request. */
const MAX_VALUES = 500;

/** The read request of a collection. */
const readOf = (site: Site, collection?: string) => ({
  method: 'GET',
  segments: collection === undefined ? ['collections'] : ['collections', collection],
  operation: 'read' as const,
  publicOperations: publicOperationsOf(site, collection),
});

const reading = (site: Site, { caller }: Request) => {
  return (collection: string): boolean =>
    caller.kind === 'owner' || mayPass(caller, readOf(site, collection));
};

const search: Handler = async (request, response, site) => {
  const mayRead = reading(site, request);
  // A caller without read access gets an error instead of an empty result.
  if (!site.collections.all().some(({ settings }) => mayRead(settings.id)))
    permit(request.caller, readOf(site));
  const sent = queryText(request, 'limit');
  const limit = /^\d{1,6}$/.test(sent ?? '') ? Number(sent) : USUALLY_FOUND;
  const most = Math.min(Math.max(limit, 1), MAX_FOUND);
  sendJson(request, response, await searchTitles(site, queryText(request, 'q') ?? '', most, mayRead));
};

const referrers: Handler = async (request, response, site) => {
  const ids = (queryText(request, 'ids') ?? '').split(',').filter((id) => id !== '');
  if (ids.length === 0 || ids.length > MAX_VALUES || !ids.every(isLegalId)) {
    throw invalid('The parameter ids is invalid', {
      ids: [`must be 1 to ${MAX_VALUES} comma-separated ids`],
    });
  }
  const collection = collectionAddress(request);
  sendJson(request, response, await referrersOf(site, collection, ids, reading(site, request)));
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
  throw invalid('The parameter values is invalid', {
    values: [`must be a JSON list of at most ${MAX_VALUES} strings, numbers or booleans`],
  });
}

const labels: Handler = async (request, response, site) => {
  const collection = collectionAddress(request);
  const found = await relatedLabels(
    site,
    collection,
    param(request, 'property'),
    valuesIn(request),
    (segments) =>
      authorisePart(site, request, {
        method: 'GET',
        segments,
        operation: 'read',
        collection: segments[1] ?? '',
      }),
  );
  sendJson(request, response, found);
};

const FOUND_OBJECTS = newComponent(
  'FoundObjects',
  all({ objects: listOf(all(texts('collection', 'id', 'title'))) }),
);
const REFERRERS = newComponent(
  'Referrers',
  all({
    total: { type: 'integer' },
    objects: listOf(all({ ...texts('collection', 'id', 'title'), properties: listOf({ type: 'string' }) })),
  }),
);
const RELATED_LABELS = newComponent(
  'RelatedLabels',
  all({ labels: listOf({ type: 'object' }), missing: listOf({}) }),
);

const row = routesTagged('Objects');

export const relationRoutes: readonly Route[] = [
  row.get('/search/titles', 'open', search, {
    id: 'api.searchTitles',
    summary: 'Find objects of all collections by title or id',
    parameters: ['titleWords', 'foundLimit'],
    output: FOUND_OBJECTS,
  }),
  row.get('/relations/collections/:collection/labels/:property', 'session', labels, {
    id: 'api.relations.labels',
    summary: 'Labels of related objects',
    parameters: ['relationValues'],
    output: RELATED_LABELS,
  }),
  row.get('/relations/collections/:collection/referrers', 'session', referrers, {
    id: 'api.relations.referrers',
    summary: 'Objects with relations to the given ones',
    parameters: ['ids'],
    output: REFERRERS,
  }),
];
