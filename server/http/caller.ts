/**
 * Authenticates requests (spec/access.md#callers): an access token, an API key in one of three places, or a session. An
 * invalid token or key is rejected; it never falls back to other credentials of the request.
 */

import { ANONYMOUS, type Caller, signedIn } from '../access/caller.js';
import { carriesToken, type Session } from '../access/sessions.js';
import { CSRF_HEADER } from '../contract/access.js';
import { message } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';
import { looksLikeToken } from '../oauth/access-token.js';
import type { Site } from '../site.js';
import { isMcpPath } from './mcp-path.js';
import { clientAddress, isSameOrigin } from './origin.js';
import type { Request } from './request.js';
import type {} from './request-state.js';
import { sessionCookie } from './session-cookie.js';

/** The credential after `Bearer`, valid or not; undefined when there is none. */
function sentBearer({ headers: { authorization } }: Request): string | undefined {
  if (authorization === undefined || !/^bearer(?:\s|$)/i.test(authorization)) return undefined;
  return authorization.slice('bearer'.length).trim();
}

const AUTOMATION = /^\/automations(?:[/?]|$)/;

/** The API key of a request; undefined when there is none. Header first, then query. */
function sentKey(request: Request): string | undefined {
  const header = request.headers['x-api-key'];
  if (header !== undefined) return String(header);
  // URLs of automations are shared with others, so a key in one is ignored.
  if (!request.url.includes('api_key') || AUTOMATION.test(request.url)) return undefined;
  const parameter: unknown = request.query.api_key;
  if (parameter === undefined) return undefined;
  return typeof parameter === 'string' ? parameter : '';
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a writing request comes from our own page: CSRF token, same origin where one is named, not cross-site. */
function isFromOurPage(request: Request, session: Session): boolean {
  if (!carriesToken(session, request.headers[CSRF_HEADER])) return false;
  return isSameOrigin(request);
}

/** The token's grant, client and user are checked with every request. Throws `unauthenticated`. */
function tokenCaller(site: Site, request: Request, bearer: string): Caller {
  const token = site.oauth.find(bearer, request.url);
  if (token) return { kind: 'token', token };
  request.answerHeaders?.push('WWW-Authenticate', site.oauth.challenge('invalid_token', request.url));
  throw new PlinthError('unauthenticated', message('accessTokenInvalid'));
}

/**
 * MCP clients get a hint on how to authenticate; a key that the edition does not allow counts as none
 * (spec/mcp.md#admission).
 */
function keyCaller(site: Site, request: Request, raw: string): Caller {
  const mcp = isMcpPath(request.url);
  try {
    const key = site.keys.find(raw);
    if (!key || (site.keys.isLocal(key) && !mcp)) {
      throw new PlinthError('unauthenticated', message('apiKeyInvalid'));
    }
    site.keys.touch(key);
    return { kind: 'key', key };
  } catch (error) {
    if (!mcp || !(error instanceof PlinthError)) throw error;
    if (error.kind === 'forbidden') return ANONYMOUS;
    request.answerHeaders?.push('WWW-Authenticate', site.oauth.challenge('invalid_token', request.url));
    throw error;
  }
}

/** Sets `request.caller`. Throws `unauthenticated` for a bad key, `forbidden` for a session write without proof. */
export function callerOf(site: Site, request: Request): Caller {
  const bearer = sentBearer(request);
  // The form of the credential decides whether it is a token or a key; neither is tried as the other.
  if (bearer !== undefined && looksLikeToken(bearer)) return tokenCaller(site, request, bearer);
  const raw = bearer ?? sentKey(request);
  if (raw !== undefined) {
    return keyCaller(site, request, raw);
  }
  const cookie = sessionCookie(request);
  const session = cookie === undefined ? undefined : site.sessions.find(cookie, clientAddress(request, site));
  if (!session) return ANONYMOUS;
  if (!SAFE_METHODS.has(request.method) && !isFromOurPage(request, session)) {
    throw new PlinthError('forbidden', message('csrfInvalid'));
  }
  return signedIn(session);
}

/**
 * Authenticates a long-running request again; undefined when it would be rejected now. Does not count as a use of the
 * session or key.
 */
export function callerNow(site: Site, request: Request): Caller | undefined {
  const { caller } = request;
  if ('session' in caller) return site.sessions.isActive(caller.session.id) ? caller : undefined;
  if (caller.kind === 'anonymous') return caller;
  if (caller.kind === 'token') {
    const token = site.oauth.find(sentBearer(request) ?? '', request.url);
    return token && { kind: 'token', token };
  }
  try {
    const key = site.keys.find(sentKey(request) ?? '');
    return key ? { kind: 'key', key } : undefined;
  } catch (error) {
    // The folder is no longer trusted, or its edition has no keys.
    if (error instanceof PlinthError) return undefined;
    throw error;
  }
}
