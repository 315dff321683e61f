/** One operation of the document, from its route, its row and the objects it is about. */
import type { CollectionSettings } from '../contract/objects.js';
import type { JsonObject } from '../contract/values.js';
import type { OperationRow } from './operation.js';
import { PARAMETERS, PATH_WORDS } from './parameters.js';
import type { ObjectShape } from './shapes.js';

interface OperationRoute {
  method: string;
  path: string;
  access: string;
}

/** Present for the operations of one collection. */
interface Owner {
  settings?: CollectionSettings;
}

const KEYS: JsonObject[] = [{ apiKey: [] }, { bearer: [] }, { apiKeyInQuery: [] }];
const SESSION: JsonObject = { session: [] };

/** Who may call. An empty requirement means nobody needs to say who they are. */
function securityOf({ access }: OperationRoute, { settings }: Owner): JsonObject[] {
  if (access === 'open') return [{}, ...KEYS, SESSION];
  if (['owner', 'editor', 'session'].includes(access)) return [SESSION];
  const open = settings?.publicOperations.some((operation) => operation === access) === true;
  return [...(open ? [{}] : []), ...KEYS, SESSION];
}

const pathParameters = (path: string): JsonObject[] =>
  [...path.matchAll(/[:*](\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: PATH_WORDS[name] ?? `The ${name}.`,
    schema: name === 'amount' ? { type: 'number' } : { type: 'string' },
  }));

const error = (name: string): JsonObject => ({ $ref: `#/components/responses/${name}` });

/** What can go wrong with a request of this form. */
function errorsOf({ method, path, access }: OperationRoute, row: OperationRow): JsonObject {
  const writes = method !== 'GET' && method !== 'HEAD';
  if (row.errors) return { default: error(row.errors) };
  return {
    ...((writes || row.takes) && { 400: error(row.uploads ? 'UploadRefused' : 'BadRequest') }),
    ...(row.uploads && { 413: error('UploadRefused') }),
    ...(row.sendsFile && row.takes?.includes('range') && { 416: error('NoSuchRange') }),
    ...((access !== 'open' || row.takes?.includes('pwd')) && {
      401: error(row.sendsFile ? 'PasswordNeeded' : 'Unauthenticated'),
      403: error(row.sendsFile ? 'PasswordNeeded' : 'Forbidden'),
    }),
    ...(path.includes('/:') && { 404: error('Missing') }),
    ...(row.takes?.includes('ifMatch') && { 412: error('Changed') }),
    ...(writes && { 422: error('Invalid') }),
    default: error('Failed'),
  };
}

/** Where addresses of objects begin. */
const OBJECT = /^\/collections\/[^/]+\/:id/;
const MOVED = 'The id is written otherwise: the same request goes to the address in Location.';

const text = { schema: { type: 'string' } };
/** Headers of an answer beside its body. */
function headersOf({ method }: OperationRoute, row: OperationRow): JsonObject | undefined {
  const headers = {
    ...(row.takes?.includes('ifNoneMatch') && { ETag: text }),
    ...(row.takes?.includes('offset') && {
      'X-Total-Count': { schema: { type: 'integer' } },
      Link: { ...text, description: 'Addresses of the first, previous, next and last page.' },
    }),
    ...(method === 'DELETE' && row.status === 204 && { 'X-Trash-Id': text }),
  };
  return Object.keys(headers).length > 0 ? headers : undefined;
}

/** Statuses of success beside the usual one. */
function otherAnswers({ others = {}, sendsFile, takes }: OperationRow, shape: ObjectShape): JsonObject {
  const answers: JsonObject = {};
  for (const [status, { what, answer }] of Object.entries(others)) {
    answers[status] = { description: what, ...(answer && { content: answer(shape) }) };
  }
  if (sendsFile && takes?.includes('pwd'))
    answers[302] = { description: 'To the page a browser signs in at.' };
  return answers;
}

/** The operation as the document has it. */
export function operationOf(
  route: OperationRoute,
  row: OperationRow,
  shape: ObjectShape,
  owner: Owner,
): JsonObject {
  const { settings } = owner;
  const last = row.id.slice(row.id.lastIndexOf('.') + 1);
  const takes = (row.takes ?? []).map((name) => PARAMETERS[name]);
  const parameters = [...pathParameters(route.path), ...takes];
  const headers = headersOf(route, row);
  const success: JsonObject = {
    description: row.summary,
    ...(headers && { headers }),
    ...(row.answer && { content: row.answer(shape) }),
  };
  return {
    operationId: settings ? `${settings.id}.${last}` : row.id,
    tags: [settings ? settings.id : row.tag],
    summary: settings ? `${settings.name}: ${row.summary}` : row.summary,
    ...(parameters.length > 0 && { parameters }),
    ...(row.body && { requestBody: { required: row.bodyOptional !== true, content: row.body(shape) } }),
    responses: {
      [row.status ?? 200]: success,
      ...otherAnswers(row, shape),
      ...(row.takes?.includes('range') && {
        206: { ...success, description: 'The part that was asked for.' },
      }),
      ...((row.takes?.includes('ifNoneMatch') || row.sendsFile || route.method === 'HEAD') && {
        304: { description: 'Nothing has changed.' },
      }),
      ...(OBJECT.test(route.path) && { 308: { description: MOVED, headers: { Location: text } } }),
      ...errorsOf(route, row),
    },
    security: securityOf(route, owner),
  };
}
