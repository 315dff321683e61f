/** Whether the caller may take a route, decided on the path as the router decoded it. */
import type { Request } from 'express';
import { mayPass, type Operation, permit } from '../access/permit.js';
import { PlinthError } from '../errors.js';
import type { Site } from '../site.js';

/** Who may take a route: everyone, callers with the operation's right, or the owner's session only. */
export type Access = 'open' | 'owner' | Operation;

/** A path pattern as words and parameters, e.g. `/collections/:collection`. */
export type Pattern = readonly ({ word: string } | { param: string })[];

export function patternOf(path: string): Pattern {
  return path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (part.startsWith(':') ? { param: part.slice(1) } : { word: part }));
}

/** The canonical segments of a request: the same with and without the prefix `/api`. */
function segmentsOf(pattern: Pattern, request: Request): string[] {
  return pattern.map((part) => ('word' in part ? part.word : String(request.params[part.param] ?? '')));
}

/** What a collection opens to everyone; nothing for collections there are not, so that their absence stays unseen. */
function publicOperations(site: Site, request: Request) {
  const { collection } = request.params;
  return site.collections.all().find(({ settings }) => settings.id === collection)?.settings.publicOperations;
}

/** Throws `unauthenticated` or `forbidden`. */
export function authorise(site: Site, access: Access, pattern: Pattern, request: Request): void {
  const { caller } = request;
  if (access === 'open' || caller.kind === 'owner') return;
  if (access === 'owner') {
    if (caller.kind === 'key') throw new PlinthError('forbidden', 'Insufficient permissions');
    throw new PlinthError('unauthenticated', 'Authentication required');
  }
  permit(caller, {
    method: request.method,
    segments: segmentsOf(pattern, request),
    operation: access,
    ...(caller.kind === 'anonymous' ? { publicOperations: publicOperations(site, request) ?? [] } : {}),
  });
}

/** Whether the caller may also write the object of this request, and so is shown its private properties. */
export function mayWrite(request: Request, segments: readonly string[]): boolean {
  return ['PATCH', 'PUT'].some((method) =>
    mayPass(request.caller, { method, segments, operation: 'update' }),
  );
}
