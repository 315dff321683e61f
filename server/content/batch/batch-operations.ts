/** The body of a batch, checked for its shape before anything is looked up. */
import type { Suggestion } from '../../contract/changes.js';
import { type Details, message, rule } from '../../contract/messages/message.js';
import { isLegalId } from '../../contract/names.js';
import type { ObjectDocument, SentProperties } from '../../contract/objects.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { failed, invalid, PlinthError } from '../../errors.js';
import type { Stamp } from '../../store/types/stamp.js';
import { sentObject } from '../core/body.js';

/** Max operations of one batch. */
export const MAX_OPERATIONS = 1000;

const BATCH_OPERATIONS = ['create', 'replace', 'patch', 'delete'] as const;
export type BatchOperationName = (typeof BATCH_OPERATIONS)[number];

/** Makes the copy of another object of the collection; what is sent does not count. Not part of requests. */
export type MakeCopy = (source: ObjectDocument) => ObjectDocument;
/** The properties to send, by the current version; undefined for no change. An object that is gone is left out. */
export type Rewrite = (current: ObjectDocument) => SentProperties | undefined;

export type BatchOperation = {
  /** Place in the body. */
  at: number;
  collection: string;
  ifMatch?: string;
  /** Of the file that the operation was worked out from. Not part of requests. */
  made?: Stamp | undefined;
  /** Suggestions that are in the change. Not part of requests. */
  suggestions?: readonly Suggestion[] | undefined;
} & (
  | {
      operation: 'create';
      id?: string;
      sent: SentProperties;
      copyOf?: string;
      make?: MakeCopy;
      /** Values that are stored as they are, beside what is sent. Not part of requests. */
      stored?: JsonObject;
      /** Throws where it must not be created. Not part of requests. */
      check?: () => unknown;
    }
  | {
      operation: 'replace' | 'patch';
      id: string;
      sent: SentProperties;
      rewrite?: Rewrite;
      /** A rewrite of an object that is gone is an error. Not part of requests. */
      required?: true;
    }
  | {
      operation: 'delete';
      id: string;
      /** Throws where the current version must not be removed. Not part of requests. */
      check?: (current: ObjectDocument) => unknown;
    }
);

/** How details name an operation, or a property in its data. */
export const placeOf = (at: number, property?: string): string =>
  property === undefined ? `operations[${at}]` : `operations[${at}].data.${property}`;

const isName = (value: unknown): value is BatchOperationName =>
  BATCH_OPERATIONS.some((name) => name === value);

function operationOf(item: JsonValue, at: number, problems: Details): BatchOperation | undefined {
  const add = (key: string, problem: string) => {
    problems[`${placeOf(at)}${key}`] = [rule(problem)];
  };
  if (!isJsonObject(item)) {
    add('', 'must be an object');
    return undefined;
  }
  const { operation, collection, data, ifMatch } = item;
  const creates = operation === 'create';
  if (!isName(operation)) add('.operation', `must be one of ${BATCH_OPERATIONS.join(', ')}`);
  if (typeof collection !== 'string' || !isLegalId(collection))
    add('.collection', 'must be a collection’s id');
  if (operation !== 'delete' && !isJsonObject(data)) add('.data', 'must be an object');
  if (ifMatch !== undefined && typeof ifMatch !== 'string') add('.ifMatch', 'must be the text of an ETag');
  const { sent, id: inData } = isJsonObject(data) ? sentObject(data) : { sent: {}, id: undefined };
  const id = item.id ?? inData;
  if (item.id !== undefined && item.id !== null && inData !== undefined && inData !== item.id) {
    add('.data.id', 'differs from the id of the operation');
  }
  if (creates ? id !== undefined && typeof id !== 'string' : typeof id !== 'string' || !isLegalId(id)) {
    add('.id', creates ? 'must be text' : 'must be the id of an object');
  }
  if (!isName(operation) || typeof collection !== 'string') return undefined;
  const common = { at, collection, ...(typeof ifMatch === 'string' && { ifMatch }) };
  if (operation === 'create') {
    return { ...common, operation, sent, ...(typeof id === 'string' && id !== '' && { id }) };
  }
  if (typeof id !== 'string') return undefined;
  return operation === 'delete' ? { ...common, operation, id } : { ...common, operation, id, sent };
}

/**
 * Reads `{operations: [{operation, collection, id?, data?, ifMatch?}]}`. Throws `invalid` for a body of another
 * shape, `tooLarge` for too many operations, `validation` with every problem by its place.
 */
export function readBatch(body: unknown): BatchOperation[] {
  const items = isJsonObject(body) ? body.operations : undefined;
  if (!Array.isArray(items) || items.length === 0) {
    throw invalid(message('batchEmpty'), {
      operations: [message('notListFilled')],
    });
  }
  if (items.length > MAX_OPERATIONS) {
    throw new PlinthError('tooLarge', message('batchLimit', { limit: MAX_OPERATIONS }));
  }
  const problems: Details = {};
  const operations = items.map((item, at) => operationOf(item, at, problems));
  if (Object.keys(problems).length > 0) throw failed(problems, message('batchProblems'));
  return operations.filter((operation) => operation !== undefined);
}
