/** One operation of the document, generated from the row of its route and its collection. */
import { TRANSACTION_HEADER } from '../contract/changes.js';
import type { CollectionSettings } from '../contract/objects.js';
import type { JsonObject } from '../contract/values.js';
import { CURSOR_HEADER, MERGED_HEADER } from '../contract/wire.js';
import type { Operation } from './operation.js';
import { PARAMETERS, PATH_WORDS } from './parameters.js';
import { contentOf, type ObjectShape } from './shapes.js';

/** The part of a route used in the document. */
export interface DescribedRoute extends Operation {
  method: string;
  /** As the route table writes it, without a prefix. */
  path: string;
  /** Who has access: `open`, a kind of session, or an operation on content. */
  access: string;
}

/** Present for the operations of one collection. */
interface Owner {
  settings?: CollectionSettings;
}

const KEYS: JsonObject[] = [{ apiKey: [] }, { bearer: [] }, { apiKeyInQuery: [] }];
const SESSION: JsonObject = { session: [] };

/** The security requirements. An empty one means that no credentials are needed. */
function securityOf({ access }: DescribedRoute, { settings }: Owner): JsonObject[] {
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

const FAILURES = {
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'Missing',
  409: 'Clash',
  412: 'Changed',
} as const;

/** The error responses of a request. */
function errorsOf(route: DescribedRoute): JsonObject {
  const { method, path, access, parameters } = route;
  const writes = method !== 'GET' && method !== 'HEAD';
  if (route.errors) return { default: error(route.errors) };
  return {
    ...((writes || parameters) && { 400: error(route.uploads ? 'UploadRefused' : 'BadRequest') }),
    ...(route.uploads && { 413: error('UploadRefused') }),
    ...(route.sendsFile && parameters?.includes('range') && { 416: error('NoSuchRange') }),
    ...((access !== 'open' || parameters?.includes('pwd')) && {
      401: error(route.sendsFile ? 'PasswordNeeded' : 'Unauthenticated'),
      403: error(route.sendsFile ? 'PasswordNeeded' : 'Forbidden'),
    }),
    ...(path.includes('/:') && { 404: error('Missing') }),
    ...(parameters?.includes('prefer') && { 409: error('Clash') }),
    ...(parameters?.includes('ifMatch') && { 412: error('Changed') }),
    ...(writes && { 422: error('Invalid') }),
    // Reading the past needs a right of its own.
    ...(parameters?.includes('asOf') && !route.sendsFile && { 403: error('Forbidden') }),
    ...Object.fromEntries((route.fails ?? []).map((status) => [status, error(FAILURES[status])])),
    default: error('Failed'),
  };
}

/** Where addresses of objects begin. */
const OBJECT = /^\/collections\/[^/]+\/:id/;
const MOVED = 'The id has another spelling: send the same request to the URL in Location.';

const text = { schema: { type: 'string' } };
/** Response headers. */
function headersOf({ method, parameters, status, changes }: DescribedRoute): JsonObject | undefined {
  const headers = {
    ...(parameters?.includes('ifNoneMatch') && { ETag: text }),
    ...(parameters?.includes('offset') && {
      'X-Total-Count': { schema: { type: 'integer' } },
      Link: { ...text, description: 'URLs of the first, previous, next and last page.' },
    }),
    ...(parameters?.includes('since') && {
      [CURSOR_HEADER]: { ...text, description: 'Cursor for `since`: what changes after this answer.' },
    }),
    ...(parameters?.includes('prefer') && {
      'Preference-Applied': { ...text, description: '`merge`, if the change was merged.' },
      [MERGED_HEADER]: { ...text, description: 'Properties that others had changed since.' },
    }),
    ...(changes && {
      [TRANSACTION_HEADER]: { ...text, description: 'Id of the transaction of the changes.' },
    }),
    ...(method === 'DELETE' && status === 204 && { 'X-Trash-Id': text }),
  };
  return Object.keys(headers).length > 0 ? headers : undefined;
}

/** Other success statuses. */
function otherAnswers({ others = {}, sendsFile, parameters }: Operation, shape: ObjectShape): JsonObject {
  const answers: JsonObject = {};
  for (const [status, { description, output }] of Object.entries(others)) {
    answers[status] = { description, ...(output && { content: contentOf(output)(shape) }) };
  }
  if (sendsFile && parameters?.includes('pwd'))
    answers[302] = { description: 'Redirect to the sign-in page.' };
  return answers;
}

/** The operation object of the document. */
export function operationOf(route: DescribedRoute, shape: ObjectShape, { settings }: Owner): JsonObject {
  const { id, tag, summary, parameters = [], input, inputOptional = false } = route;
  const named = [...parameters, ...(route.changes ? ['transaction' as const] : [])];
  const described = [...pathParameters(route.path), ...named.map((name) => PARAMETERS[name])];
  const headers = headersOf(route);
  const success: JsonObject = {
    description: summary,
    ...(headers && { headers }),
    ...(route.output && { content: route.output(shape) }),
  };
  return {
    operationId: settings ? `${settings.id}.${id.slice(id.lastIndexOf('.') + 1)}` : id,
    tags: [settings ? settings.id : tag],
    summary: settings ? `${settings.name}: ${summary}` : summary,
    ...(described.length > 0 && { parameters: described }),
    ...(input && { requestBody: { required: !inputOptional, content: input(shape) } }),
    responses: {
      [route.status ?? 200]: success,
      ...otherAnswers(route, shape),
      ...(parameters.includes('range') && {
        206: { ...success, description: 'The requested range.' },
      }),
      ...((parameters.includes('ifNoneMatch') || route.sendsFile || route.method === 'HEAD') && {
        304: { description: 'Not modified.' },
      }),
      ...(OBJECT.test(route.path) && { 308: { description: MOVED, headers: { Location: text } } }),
      ...errorsOf(route),
    },
    security: securityOf(route, { settings }),
  };
}
