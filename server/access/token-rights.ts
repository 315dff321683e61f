/** What bearer tokens open (decision 95): what their scopes say, within what whoever let the program in may do. */
import type { OAuthScope, TokenAccess } from '../contract/oauth.js';
import type { PublicOperation } from '../contract/objects.js';
import { roleOpens } from './role-rights.js';

type Operation = PublicOperation | 'manage';

const NEEDED: Readonly<Record<Operation, OAuthScope>> = {
  read: 'cms:read',
  create: 'cms:write',
  update: 'cms:write',
  delete: 'cms:write',
  manage: 'cms:admin',
};

/** Whether a token has a scope; `cms:admin` includes reading and writing. */
export const hasScope = ({ scopes }: TokenAccess, scope: OAuthScope): boolean =>
  scopes.includes(scope) || (scope.startsWith('cms:') && scopes.includes('cms:admin'));

/** Whether a token opens an operation at an address, given as decoded segments without `api`. */
export function tokenOpens(token: TokenAccess, operation: Operation, segments: readonly string[]): boolean {
  if (!hasScope(token, NEEDED[operation])) return false;
  const { role } = token.user;
  const manages = role === 'owner' || role === 'admin';
  if (!manages) return roleOpens(role, operation, segments);
  // Without `cms:admin` a program works on objects only, whoever let it in.
  return token.scopes.includes('cms:admin') || roleOpens('editor', operation, segments);
}
