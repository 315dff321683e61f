/** Many changes in one request, all or nothing. */
import type { Request } from 'express';
import { publicOperationsOf } from '../access/public-operations.js';
import { changeAtomically } from '../content/batch/batch.js';
import {
  type BatchOperation,
  MAX_OPERATIONS,
  placeOf,
  readBatch,
} from '../content/batch/batch-operations.js';
import { message } from '../contract/messages/message.js';
import type { JsonObject } from '../contract/values.js';
import { PlinthError } from '../errors.js';
import { prefersMerge } from '../http/condition.js';
import { authorisePart, mayWrite } from '../http/permission.js';
import { queryFlag } from '../http/query.js';
import { sendJson } from '../http/send.js';
import { all, choice, count, id, listOf, open, orNull, some, text, texts } from '../json-schema.js';
import { schemaRef } from '../openapi/schema-component.js';
import { bringing, newComponent } from '../openapi/shapes.js';
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

const operationOn = (names: readonly string[], properties: JsonObject, ...required: string[]): JsonObject =>
  some(
    { operation: choice(...names), collection: id, ifMatch: text, ...properties },
    'operation',
    'collection',
    ...required,
  );

/** The server takes the id from `data` as well; clients need one place for it. */
const OPERATIONS = {
  CreateOperation: operationOn(['create'], { id: orNull(text), data: open }, 'data'),
  ChangeOperation: operationOn(['replace', 'patch'], { id, data: open }, 'id', 'data'),
  DeleteOperation: operationOn(['delete'], { id }, 'id'),
};
const BATCH_OPERATIONS_LIST = {
  ...listOf({ anyOf: Object.keys(OPERATIONS).map(schemaRef) }),
  minItems: 1,
  maxItems: MAX_OPERATIONS,
};
const BATCH = bringing(OPERATIONS, newComponent('Batch', all({ operations: BATCH_OPERATIONS_LIST })));
const BATCH_RESULTS = newComponent(
  'BatchResults',
  all({
    count,
    results: listOf(
      some(texts('operation', 'collection', 'id', 'etag', 'trash'), 'operation', 'collection', 'id'),
    ),
  }),
);

const row = routesTagged('Objects');

export const batchRoutes: readonly Route[] = [
  row.post('/batch', 'open', batch, {
    id: 'api.batch',
    summary: 'Many changes, all or none',
    fails: [401, 403, 412],
    changes: true,
    parameters: ['dryRun', 'prefer'],
    input: BATCH,
    output: BATCH_RESULTS,
  }),
];
