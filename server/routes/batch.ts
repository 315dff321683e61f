/** Many changes in one request, all or nothing. */

import { publicOperationsOf } from '../access/public-operations.js';
import { changeAtomically } from '../content/batch/batch.js';
import {
  type BatchOperation,
  MAX_OPERATIONS,
  placeOf,
  readBatch,
} from '../content/batch/batch-operations.js';
import * as wire from '../contract/json-schema.js';
import { message } from '../contract/messages/message.js';
import { ID } from '../contract/names.js';
import type { JsonObject } from '../contract/values.js';
import { PlinthError } from '../errors.js';
import { prefersMerge } from '../http/condition.js';
import { authorisePart, mayWrite } from '../http/permission.js';
import { queryFlag } from '../http/query.js';
import type { Request } from '../http/request.js';
import { sendJson } from '../http/send.js';
import { unchecked } from '../openapi/shapes.js';
import type { Site } from '../site.js';
import { type Route, routesTagged, type WriteHandler } from './route.js';

/** The equivalent request of each operation. */
const AS_REQUEST = {
  create: { method: 'POST', operation: 'create' },
  replace: { method: 'PUT', operation: 'update' },
  patch: { method: 'PATCH', operation: 'update' },
  delete: { method: 'DELETE', operation: 'delete' },
} as const;

/** A batch requires the right to each of its operations; the rejection names the missing one. */
function authoriseAll(site: Site, request: Request, operations: readonly BatchOperation[]): void {
  for (const operation of operations) {
    const { at, collection, id } = operation;
    const creates = operation.operation === 'create';
    const segments = ['collections', collection, ...(creates || id === undefined ? [] : [id])];
    try {
      authorisePart(site, request, { ...AS_REQUEST[operation.operation], segments, collection });
    } catch (error) {
      if (!(error instanceof PlinthError)) throw error;
      throw new PlinthError(error.kind, message('batchOperation', { reason: error.message, index: at }), {
        cause: error,
      });
    }
  }
}

const batch: WriteHandler = async (request, response, site) => {
  if (
    request.caller.kind === 'anonymous' &&
    !site.collections.all().some(({ settings }) => isOpen(site, settings.id))
  ) {
    throw new PlinthError('unauthenticated', message('authenticationRequired'));
  }
  const operations = readBatch(request.body);
  authoriseAll(site, request, operations);
  const dryRun = queryFlag(request, 'dryRun');
  const isWriter = (collection: string, id: string) => mayWrite(request, ['collections', collection, id]);
  const merge = prefersMerge(request) ? { isWriter } : undefined;
  const results = await changeAtomically(site, operations, { dryRun, merge });
  const lost = results.flatMap(({ warnings = [] }, at) => warnings.map((name) => placeOf(at, name)));
  sendJson(request, response, { count: results.length, results }, 200, lost);
};

const isOpen = (site: Site, collection: string): boolean =>
  publicOperationsOf(site, collection).some((operation) => operation !== 'read');

const operationOn = <P extends Record<string, JsonObject>>(
  names: readonly string[],
  required: P,
  optional = {},
) =>
  wire.all(
    { operation: wire.choice(...names), collection: ID, ...required },
    { ifMatch: wire.text, ...optional },
  );

/** The server takes the id from `data` as well; clients need one place for it. */
const OPERATIONS = [
  wire.named('CreateOperation', operationOn(['create'], { data: wire.open }, { id: wire.orNull(wire.text) })),
  wire.named('ChangeOperation', operationOn(['replace', 'patch'], { id: ID, data: wire.open })),
  wire.named('DeleteOperation', operationOn(['delete'], { id: ID })),
];
const BATCH = wire.named(
  'Batch',
  wire.all({ operations: { ...wire.listOf({ anyOf: OPERATIONS }), minItems: 1, maxItems: MAX_OPERATIONS } }),
);
const BATCH_RESULTS = wire.named(
  'BatchResults',
  wire.all({
    count: wire.count,
    results: wire.listOf(wire.all(wire.texts('operation', 'collection', 'id'), wire.texts('etag', 'trash'))),
  }),
);

const row = routesTagged('Objects');

export const batchRoutes: readonly Route[] = [
  row.post('/batch', 'open', batch, {
    id: 'api.batch',
    summary: 'Many changes, all or none',
    fails: [401, 403, 412],
    changes: true,
    inSets: true,
    parameters: ['dryRun', 'prefer'],
    input: unchecked(BATCH),
    output: BATCH_RESULTS,
  }),
];
