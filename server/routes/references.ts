/** References between objects (spec/content.md#references). */

import { mayPass } from '../access/permit.js';
import { renameObject, replaceReferences } from '../content/batch/replace-references.js';
import { listRedirects } from '../content/collections/redirects.js';
import { missingAddresses, missingReferences } from '../content/reading/missing-references.js';
import { described, referringTo } from '../content/reading/references.js';
import * as wire from '../contract/json-schema.js';
import { message } from '../contract/messages/message.js';
import { ID, isLegalId } from '../contract/names.js';
import {
  MISSING_REFERENCES,
  REDIRECTS,
  REFERENCES,
  RENAMED,
  REPLACED,
  type ReferrerList,
} from '../contract/relations.js';
import { invalid } from '../errors.js';
import { fileFinder } from '../files/missing-files.js';
import { collectionAddress, objectAddress } from '../http/address.js';
import { cancelled } from '../http/cancelled.js';
import { ifMatchOf } from '../http/condition.js';
import { pageLinks } from '../http/page-links.js';
import { authorisePart, objectChanger, objectReader } from '../http/permission.js';
import { queryText } from '../http/query.js';
import type { Request } from '../http/request.js';
import { sendJson } from '../http/send.js';
import { checkedBy } from '../openapi/shapes.js';
import { type PageBounds, pageOf } from '../query/page.js';
import type { Site } from '../site.js';
import { authoriseReading, readableCollections, requestedCollections } from './readable.js';
import { type Handler, type Route, routesTagged, type WriteHandler } from './route.js';

const BOUNDS: PageBounds = { limit: 20, max: 100 };

const pageAsked = (request: Request) =>
  pageOf({ limit: queryText(request, 'limit'), offset: queryText(request, 'offset') }, BOUNDS);

/** Whether the caller may change an object, and so gets the number of references to it that it may not read. */
export const mayChange = ({ caller }: Request, collection: string, id: string): boolean =>
  mayPass(caller, { method: 'PATCH', segments: ['collections', collection, id], operation: 'update' });

const referrers: Handler = async (request, response, site: Site) => {
  const [collection, id] = objectAddress(request);
  const { limit, offset } = pageAsked(request);
  const found = await referringTo(site, collection, [id], objectReader(site, request));
  const list: ReferrerList = {
    data: found.rows.slice(offset, offset + limit).map((row) => described(row, found.keys)),
    total: found.rows.length,
    ...(mayChange(request, collection, id) && { hidden: found.hidden }),
    limit,
    offset,
  };
  response.setHeader('X-Total-Count', list.total);
  response.setHeader('Link', pageLinks(request.originalUrl, { limit, offset }, list.total));
  sendJson(request, response, list);
};

const rulesFor = (site: Site, request: Request) => ({
  mayRead: objectReader(site, request),
  hasFile: fileFinder(site),
});

const missing: Handler = async (request, response, site) => {
  const named = requestedCollections(request);
  authoriseReading(site, request.caller, named);
  for (const id of named ?? []) site.collections.get(id);
  const collections = readableCollections(site, request.caller, named);
  const { limit, offset } = pageAsked(request);
  const id = queryText(request, 'id');
  const found = await missingReferences(site, collections, rulesFor(site, request), {
    id,
    looking: { signal: cancelled(response) },
  });
  const total = found.length;
  response.setHeader('X-Total-Count', total);
  response.setHeader('Link', pageLinks(request.originalUrl, { limit, offset }, total));
  sendJson(request, response, { data: found.slice(offset, offset + limit), total, limit, offset });
};

/** Addresses whose targets are looked for in one request. */
const MAX_ADDRESSES = 200;

/** A JSON list of texts. Throws `invalid`. */
function addressesIn(request: Request): string[] {
  try {
    const sent: unknown = JSON.parse(queryText(request, 'addresses') ?? '');
    const isText = (one: unknown): one is string => typeof one === 'string';
    if (Array.isArray(sent) && sent.length <= MAX_ADDRESSES && sent.every(isText)) return sent;
  } catch {
    // The error is thrown below.
  }
  throw invalid(message('parameterInvalid', { name: 'addresses' }), {
    addresses: [message('notListOfTexts', { limit: MAX_ADDRESSES })],
  });
}

const missingTargets: Handler = async (request, response, site) => {
  authoriseReading(site, request.caller, undefined);
  const addresses = [...new Set(addressesIn(request))];
  const found = await missingAddresses(site, addresses, rulesFor(site, request));
  sendJson(request, response, { missing: found });
};

const rename: WriteHandler<typeof RENAME> = async (request, response, site) => {
  const [collection, id] = objectAddress(request);
  const part = (method: string, operation: 'create' | 'delete', ...below: string[]) =>
    authorisePart(site, request, {
      method,
      operation,
      collection,
      segments: ['collections', collection, ...below],
    });
  part('POST', 'create');
  part('DELETE', 'delete', id);
  const { id: to, references = true, redirect = true } = request.body;
  const mayChange = objectChanger(site, request);
  const ifMatch = ifMatchOf(request);
  sendJson(
    request,
    response,
    await renameObject(site, { collection, id, to, references, redirect, ifMatch, mayChange }),
  );
};

const MAX_IDS = 500;

const replace: WriteHandler<typeof REPLACE_REQUEST> = async (request, response, site) => {
  const collection = collectionAddress(request);
  const { ids, to, remove = false } = request.body;
  if (!ids.every(isLegalId)) {
    throw invalid(message('nameInvalid', { name: 'ids' }), {
      ids: [message('notIdsFromOne', { limit: MAX_IDS })],
    });
  }
  if (to !== null && !isLegalId(to))
    throw invalid(message('nameInvalid', { name: 'to' }), { to: [message('notIdOrNull')] });
  for (const id of ids) {
    const segments = ['collections', collection, id];
    const way = remove ? (['DELETE', 'delete'] as const) : (['GET', 'read'] as const);
    authorisePart(site, request, { method: way[0], operation: way[1], segments, collection });
  }
  const mayChange = objectChanger(site, request);
  const asked = { collection, ids: [...new Set(ids)], to, remove, mayChange };
  sendJson(request, response, await replaceReferences(site, asked));
};

const redirects: Handler = async (request, response, site) => {
  const named = requestedCollections(request);
  authoriseReading(site, request.caller, named);
  for (const id of named ?? []) site.collections.get(id);
  const collections = readableCollections(site, request.caller, named);
  const found = await listRedirects(site, collections, objectReader(site, request));
  sendJson(request, response, { redirects: found });
};

const row = routesTagged('Objects');

const MISSING_ADDRESSES = wire.named(
  'MissingAddresses',
  wire.all({ missing: wire.listOf(wire.all(wire.texts('address', 'target'))) }),
);

const FLAGS = { references: wire.bool, redirect: wire.bool };
/** What is wrong with the id is answered with 422. */
const RENAME = checkedBy(
  wire.some({ id: wire.anything, ...FLAGS }),
  wire.named('RenameObjectRequest', wire.all({ id: wire.text }, FLAGS)),
);
const REPLACE_REQUEST = wire.named(
  'ReplaceReferencesRequest',
  wire.all(
    { ids: { ...wire.listOf(ID), minItems: 1, maxItems: MAX_IDS }, to: wire.orNull(ID) },
    { remove: wire.bool },
  ),
);

export const referenceRoutes: readonly Route[] = [
  row.post('/collections/:collection/:id/rename', 'update', rename, {
    id: 'api.objects.rename',
    summary: 'Give an object another id; references to it follow',
    changes: true,
    parameters: ['ifMatch'],
    input: RENAME,
    output: RENAMED,
  }),
  row.post('/references/collections/:collection/replace', 'open', replace, {
    id: 'api.references.replace',
    summary: 'Replace or remove references to objects, and remove the objects',
    fails: [401, 403],
    changes: true,
    decides: 'A key may be for some objects only: each id in the body is looked at.',
    input: REPLACE_REQUEST,
    output: REPLACED,
  }),
  row.get('/redirects', 'open', redirects, {
    id: 'api.redirects',
    summary: 'Former ids of objects, and the ids they have now',
    fails: [401, 403, 404],
    parameters: ['watched'],
    output: REDIRECTS,
  }),
  row.get('/references/collections/:collection/:id', 'open', referrers, {
    id: 'api.references.list',
    summary: 'Objects that refer to an object',
    fails: [401, 403],
    parameters: ['limit', 'offset'],
    output: REFERENCES,
  }),
  row.get('/references/missing', 'open', missing, {
    id: 'api.references.missing',
    summary: 'References to objects and files that do not exist',
    fails: [401, 403, 404],
    parameters: ['watched', 'referringId', 'limit', 'offset'],
    output: MISSING_REFERENCES,
  }),
  row.get('/references/addresses', 'open', missingTargets, {
    id: 'api.references.addresses',
    summary: 'Which addresses lead to objects and files that do not exist',
    fails: [401, 403],
    parameters: ['addresses'],
    output: MISSING_ADDRESSES,
  }),
];
