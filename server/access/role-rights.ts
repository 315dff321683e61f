/** Permissions of roles (decision 100): editors work on objects and their files, viewers read. */

import type { Role } from '../contract/access.js';
import { AUTOMATIONS } from '../contract/automations.js';
import type { PublicOperation } from '../contract/objects.js';

type Operation = PublicOperation | 'manage';

/** Owner and admin are authorized before roles are checked. */
const RIGHTS: Readonly<Record<Role, readonly Operation[]>> = {
  owner: [],
  admin: [],
  editor: ['create', 'read', 'update', 'delete'],
  viewer: ['read'],
};

/** Everything a site consists of: objects, schemas, and what is derived from them. */
const OPEN: ReadonlySet<string> = new Set([
  'collections',
  'schemas',
  'report',
  'export',
  'views',
  'events',
  'upload',
  'links',
  'openapi.json',
]);

/** The collection of a path: its first segment, or the one after the operation's name. */
function collectionOf([first, second, third]: readonly string[]): string | undefined {
  if (first === 'collections' || first === 'upload') return second;
  return second === 'collections' ? third : undefined;
}

/** Whether a role works on objects and files. */
export const mayEdit = (role: Role): boolean => role !== 'viewer';

/** Whether a role allows an operation on a path, given as decoded segments without `api`. */
export function roleOpens(role: Role, operation: Operation, segments: readonly string[]): boolean {
  if (segments.some((segment) => segment === '.' || segment === '..')) return false;
  // Automations are code, and their records may contain secrets of others.
  if (collectionOf(segments) === AUTOMATIONS) return false;
  return OPEN.has(segments[0] ?? '') && RIGHTS[role].includes(operation);
}
