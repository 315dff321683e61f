/** Callers whose changes are suggestions: nothing they write is live (spec/access.md#suggesting). */
import type { Role } from '../contract/access.js';
import type { TokenAccess } from '../contract/oauth.js';
import type { Caller } from './caller.js';

const roleSuggests = (role: Role): boolean => role === 'viewer';

const WRITES = ['cms:write', 'cms:admin'] as const;

/** An app suggests where it may not write, or its user may only suggest. */
function tokenSuggests({ scopes, user }: TokenAccess): boolean {
  const writes = WRITES.some((scope) => scopes.includes(scope));
  return roleSuggests(user.role)
    ? writes || scopes.includes('cms:suggest')
    : !writes && scopes.includes('cms:suggest');
}

/** Whether all that a caller changes is a suggestion. */
export function suggests(caller: Caller): boolean {
  switch (caller.kind) {
    case 'key':
      return caller.key.scopes.suggests === true;
    case 'automation':
      return caller.scopes.suggests === true;
    case 'user':
      return roleSuggests(caller.session.user.role);
    case 'token':
      return tokenSuggests(caller.token);
    case 'owner':
    case 'anonymous':
      return false;
  }
}
