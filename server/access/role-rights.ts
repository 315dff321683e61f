/** What roles open (decision 100): editors work on objects and their files, viewers read. */

import type { Role } from '../contract/access.js';
import { AUTOMATIONS } from '../contract/automations.js';
import type { PublicOperation } from '../contract/objects.js';

type Operation = PublicOperation | 'manage';

/** Owner and admin pass before anybody asks for their rights. */
const RIGHTS: Readonly<Record<Role, readonly Operation[]>> = {
  owner: [],
  admin: [],
  editor: ['create', 'read', 'update', 'delete'],
  viewer: ['read'],
};

/** Everything a site is made of: its objects, its schemas, and what is derived of them. */
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

/** The collection an address lies in; it stands first, or after the word for what is done with it. */
function collectionOf([first, second, third]: readonly string[]): string | undefined {
  if (first === 'collections' || first === 'upload') return second;
  return second === 'collections' ? third : undefined;
}

/** Whether a role works on objects and files. */
export const mayEdit = (role: Role): boolean => role !== 'viewer';

/** Whether a role opens an operation at an address, given as decoded segments without `api`. */
export function roleOpens(role: Role, operation: Operation, segments: readonly string[]): boolean {
  if (segments.some((segment) => segment === '.' || segment === '..')) return false;
  // Automations are programs, and what they are made of may hold secrets of others.
  if (collectionOf(segments) === AUTOMATIONS) return false;
  return OPEN.has(segments[0] ?? '') && RIGHTS[role].includes(operation);
}
