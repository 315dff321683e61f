/** Authorization of a route, based on the path as the router decoded it. */

import type { Caller } from '../access/caller.js';
import { mayPass, type Operation, permit } from '../access/permit.js';
import { publicOperationsOf } from '../access/public-operations.js';
import { mayEdit } from '../access/role-rights.js';
import type { SessionUser } from '../contract/access.js';
import { message } from '../contract/messages/message.js';
import { isJsonObject } from '../contract/values.js';
import { missing, PlinthError } from '../errors.js';
import type { Site } from '../site.js';
import { queryText } from './query.js';
import type { Request } from './request.js';

/**
 * Who has access to a route: everyone, callers with the right of the operation, or sessions only: any, those that edit,
 * those of the owner and admins.
 */
export type Access = 'open' | 'session' | 'editor' | 'owner' | Operation;

/** A path pattern as words and parameters, e.g. `/collections/:collection`; `*path` means one segment or more. */
export type Pattern = readonly ({ word: string } | { param: string } | { rest: string })[];

export function patternOf(path: string): Pattern {
  return path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => {
      if (part.startsWith('*')) return { rest: part.slice(1) };
      return part.startsWith(':') ? { param: part.slice(1) } : { word: part };
    });
}

/** A segment as decoded by the router. Throws `missing` for an invalid one. */
function named(segment: unknown): string {
  const text = String(segment ?? '');
  if (text === '.' || text === '..') throw missing(message('notFound'));
  return text;
}

/** The canonical segments of a request: the same with and without the prefix `/api`. Throws `missing`. */
function segmentsOf(pattern: Pattern, request: Request): string[] {
  const segments: string[] = [];
  // A plain loop: every request of a key passes here.
  for (const part of pattern) {
    if ('word' in part) {
      segments.push(part.word);
      continue;
    }
    const value: unknown = request.params['rest' in part ? part.rest : part.param];
    if (Array.isArray(value)) segments.push(...value.map(named));
    else segments.push(named(value));
  }
  return segments;
}

/** Authorizes sessions of users other than the owner. Throws `unauthenticated` or `forbidden`. */
function authoriseSession(access: 'owner' | 'editor' | 'session', caller: Caller): void {
  if (caller.kind === 'anonymous')
    throw new PlinthError('unauthenticated', message('authenticationRequired'));
  if (caller.kind !== 'user') throw new PlinthError('forbidden', message('permissionsInsufficient'));
  const { role } = caller.session.user;
  if (access === 'session' || (access === 'editor' && mayEdit(role))) return;
  throw new PlinthError('forbidden', message('roleForbidden', { role }));
}

/** The signed-in user. Throws `unauthenticated` for callers without a session. */
export function sessionUser({ caller }: Request): Readonly<SessionUser> {
  if ('session' in caller) return caller.session.user;
  throw new PlinthError('unauthenticated', message('authenticationRequired'));
}

/** Throws `unauthenticated` or `forbidden` unless the caller has access to the route. */
export function authorise(site: Site, access: Access, pattern: Pattern, request: Request): void {
  const { caller } = request;
  if (access === 'open' || caller.kind === 'owner') return;
  if (access === 'owner' || access === 'editor' || access === 'session') {
    authoriseSession(access, caller);
    return;
  }
  const { collection } = request.params;
  permit(caller, {
    method: request.method,
    segments: segmentsOf(pattern, request),
    operation: access,
    suggested: request.suggested === true,
    ...(caller.kind !== 'key' ? { publicOperations: publicOperationsOf(site, collection) } : {}),
  });
}

/**
 * Throws `unauthenticated` or `forbidden` unless the caller may read the collection, or the object of it, that the
 * request names in its path or its parameters.
 */
export function authoriseNamed(site: Site, request: Request): void {
  const nameOf = (word: string) =>
    named(request.params.collection === undefined ? queryText(request, word) : request.params[word]);
  const [collection, id] = [nameOf('collection'), nameOf('id')];
  if (collection === '') return;
  permit(request.caller, {
    method: 'GET',
    segments: ['collections', collection, ...(id === '' ? [] : [id])],
    operation: 'read',
    publicOperations: publicOperationsOf(site, collection),
  });
}

/**
 * A clone also writes to the collection in its body, and shows what it copies. Throws `unauthenticated` or `forbidden`
 * unless the caller is authorized for both; an invalid body is left to the operation.
 */
export function authoriseClone(site: Site, request: Request, source: string, id: string): void {
  const { caller } = request;
  const body: unknown = request.body;
  const named = isJsonObject(body) ? body : {};
  const target = typeof named.collection === 'string' ? named.collection : source;
  const copies = target !== source || (typeof named.id === 'string' && named.id !== id);
  if (caller.kind !== 'anonymous') {
    if (!copies) return;
    const suggested = request.suggested === true;
    permit(caller, {
      method: request.method,
      segments: ['collections', target],
      operation: 'create',
      suggested,
    });
  } else {
    const needs = (collection: string) => ({
      method: request.method,
      segments: ['collections', collection],
      publicOperations: publicOperationsOf(site, collection),
    });
    permit(caller, { ...needs(source), operation: 'read' });
    permit(caller, { ...needs(target), operation: 'create' });
  }
}

/**
 * Whether the caller would be authorized for a part of this request as a separate request, with the method and
 * canonical segments of that one. Throws `unauthenticated` or `forbidden`.
 */
export function authorisePart(
  site: Site,
  { caller, suggested = false }: Request,
  part: { method: string; segments: readonly string[]; operation: Operation; collection: string },
): void {
  permit(caller, { ...part, suggested, publicOperations: publicOperationsOf(site, part.collection) });
}

/** Tells which objects the caller could read with requests of their own. */
export const objectReader =
  (site: Site, { caller }: Request) =>
  (collection: string, id: string): boolean =>
    mayPass(caller, {
      method: 'GET',
      segments: ['collections', collection, id],
      operation: 'read',
      publicOperations: publicOperationsOf(site, collection),
    });

/** Tells which objects the caller could change with requests of their own. */
export const objectChanger =
  (site: Site, { caller, suggested = false }: Request) =>
  (collection: string, id: string): boolean =>
    mayPass(caller, {
      method: 'PATCH',
      segments: ['collections', collection, id],
      operation: 'update',
      suggested,
      publicOperations: publicOperationsOf(site, collection),
    });

/** Whether the caller can also write the object of this request, and therefore sees its private properties. */
export function mayWrite({ caller }: Pick<Request, 'caller'>, segments: readonly string[]): boolean {
  return ['PATCH', 'PUT'].some((method) => mayPass(caller, { method, segments, operation: 'update' }));
}
