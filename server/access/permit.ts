/** The single authorization check for all callers (spec/access.md#callers). */
import type { Role } from '../contract/access.js';
import { AUTOMATIONS } from '../contract/automations.js';
import { type Message, message } from '../contract/messages/message.js';
import type { OAuthScope, TokenAccess } from '../contract/oauth.js';
import type { PublicOperation } from '../contract/objects.js';
import { PlinthError } from '../errors.js';
import type { Caller } from './caller.js';
import { roleOpens } from './role-rights.js';
import { coversMethod, coversPath } from './scopes.js';
import { suggests } from './suggests.js';

export type Operation = PublicOperation | 'manage';

/** The scope a token needs for an operation. */
const NEEDED_SCOPE: Readonly<Record<Operation, OAuthScope>> = {
  read: 'cms:read',
  create: 'cms:write',
  update: 'cms:write',
  delete: 'cms:write',
  manage: 'cms:admin',
};

/** Whether a token has a scope; `cms:admin` includes reading and writing. */
const hasScope = ({ scopes }: TokenAccess, scope: OAuthScope): boolean =>
  scopes.includes(scope) || (scope.startsWith('cms:') && scopes.includes('cms:admin'));

/** Whether a token opens an operation at an address, given as decoded segments without `api`. */
function tokenOpens(token: TokenAccess, { operation, segments, suggested }: Need): boolean {
  // Who may only suggest has a scope for it.
  if (!suggested && !hasScope(token, NEEDED_SCOPE[operation])) return false;
  const { role } = token.user;
  if (suggested) return roleOpens('editor', operation, segments);
  const manages = role === 'owner' || role === 'admin';
  if (!manages) return roleOpens(role, operation, segments);
  // Without `cms:admin` an app works on objects only, whatever the role of its user.
  return token.scopes.includes('cms:admin') || roleOpens('editor', operation, segments);
}

export interface Need {
  method: string;
  /** Decoded segments of the path without `api`, as the router matched them. */
  segments: readonly string[];
  operation: Operation;
  /** The public operations of the addressed collection. */
  publicOperations?: readonly PublicOperation[];
  /** What is changed is a suggestion of the caller, and nothing that is live. */
  suggested?: boolean;
}

/** Routes of keys, users, sessions and the admin: no API key has access, so that no key can create another. */
const OWNER_ONLY: ReadonlySet<string> = new Set(['apikeys', 'users', 'oauth', 'settings', 'admin']);

/** Managing a single collection or schema requires a key for all of them, because settings decide who else can read. */
const MANAGED_WHOLE: ReadonlySet<string> = new Set(['collections', 'schemas']);

/** Never allowed for automations, whatever their scope: permissions, and the automations themselves. */
const NOT_FOR_AUTOMATIONS: ReadonlySet<string> = new Set([...OWNER_ONLY, 'automations', 'trust', 'import']);

const unauthenticated = (reason: Message) => new PlinthError('unauthenticated', reason);
const forbidden = (reason: Message) => new PlinthError('forbidden', reason);

/** The collection of a path. */
const collectionIn = ([first, second]: readonly string[]): string | undefined =>
  first === 'collections' || first === 'upload' ? second : undefined;

/** Automations are code: changing one is more than changing content. */
const writesAutomation = ({ method, segments }: Need): boolean =>
  collectionIn(segments) === AUTOMATIONS && !coversMethod(['GET'], method);

/**
 * Returns if the caller is authorized, else throws: `unauthenticated` without credentials for what is not public,
 * `forbidden` for a key outside its scope or a user whose role does not allow it (`unauthenticated` below
 * `/automations`, as specified).
 */
export function permit(caller: Caller, asked: Need): void {
  if (caller.kind === 'owner') return;
  const onlySuggests = suggests(caller);
  if (onlySuggests && asked.operation !== 'read') permitSuggestion(asked);
  const requested = asked.suggested && !onlySuggests ? { ...asked, suggested: false } : asked;
  // A collection can be public; code that runs on this machine cannot.
  const need = writesAutomation(requested) ? { ...requested, publicOperations: [] } : requested;
  if (caller.kind === 'anonymous') {
    const open: readonly string[] = need.publicOperations ?? [];
    if (open.includes(need.operation)) return;
    throw unauthenticated(message('authenticationRequired'));
  }
  if (caller.kind === 'user') {
    permitUser(need.suggested ? 'editor' : caller.session.user.role, need);
    return;
  }
  if (caller.kind === 'token') {
    permitToken(caller.token, need);
    return;
  }
  const [first = ''] = need.segments;
  if (caller.kind === 'automation') {
    const barred = NOT_FOR_AUTOMATIONS.has(first) || collectionIn(need.segments) === AUTOMATIONS;
    const { methods, paths } = caller.scopes;
    if (!barred && coversMethod(methods, need.method) && coversPath(paths, need.segments)) return;
    throw forbidden(message('automationForbidden', { id: caller.id }));
  }
  if (OWNER_ONLY.has(first)) throw forbidden(message('apiKeyCannot'));
  const { methods, paths } = caller.key.scopes;
  if (writesAutomation(need) && !coversPath(paths, [AUTOMATIONS, ...need.segments.slice(2, 3)])) {
    throw forbidden(message('apiKeyNeedsAutomations'));
  }
  const whole = need.operation === 'manage' && MANAGED_WHOLE.has(first);
  const address = whole ? [first] : need.segments;
  if (coversMethod(methods, need.method) && coversPath(paths, address)) return;
  if (first === 'automations') throw unauthenticated(message('apiKeyNotForAutomation'));
  throw forbidden(message('permissionsInsufficient'));
}

function permitUser(role: Role, { operation, segments, publicOperations = [] }: Need): void {
  if (publicOperations.some((open) => open === operation) || roleOpens(role, operation, segments)) return;
  if (segments[0] === 'automations') throw unauthenticated(message('roleNeedsAutomations'));
  throw forbidden(message('roleForbidden', { role }));
}

function permitToken(token: TokenAccess, need: Need): void {
  const { operation, publicOperations = [] } = need;
  if (publicOperations.some((open) => open === operation)) return;
  const [first = ''] = need.segments;
  if (first === 'automations') throw unauthenticated(message('automationsNeedKey'));
  if (!OWNER_ONLY.has(first) && !writesAutomation(need) && tokenOpens(token, need)) return;
  throw forbidden(message('permissionsInsufficient'));
}

/** Throws `forbidden` for what cannot be suggested. Automations are code: what changes or starts one is no suggestion. */
function permitSuggestion(need: Need): void {
  const ofObject =
    need.segments[0] === 'collections' && need.operation !== 'manage' && !writesAutomation(need);
  if (need.suggested && ofObject) return;
  if (need.segments[0] === 'automations') throw unauthenticated(message('onlySuggests'));
  throw forbidden(message('onlySuggests'));
}

/** Whether a caller would be authorized; used to decide what a response shows. */
export function mayPass(caller: Caller, need: Need): boolean {
  try {
    permit(caller, need);
    return true;
  } catch (error) {
    if (error instanceof PlinthError) return false;
    throw error;
  }
}
