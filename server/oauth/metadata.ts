/** Discovery documents (RFC 8414, RFC 9728) and the `WWW-Authenticate` header that refers to them (RFC 6750). */
import { OAUTH_SCOPES } from '../contract/oauth.js';
import type { JsonObject } from '../contract/values.js';

/** Paths below the issuer, as specified. */
export const PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  jwks: '/.well-known/jwks.json',
  resource: '/.well-known/oauth-protected-resource',
  mcp: '/mcp',
} as const;

/** `/.well-known/oauth-authorization-server`. */
export function serverMetadata(issuer: string, { registration }: { registration: boolean }): JsonObject {
  return {
    issuer,
    authorization_endpoint: issuer + PATHS.authorize,
    token_endpoint: issuer + PATHS.token,
    revocation_endpoint: issuer + PATHS.revoke,
    ...(registration ? { registration_endpoint: issuer + PATHS.register } : {}),
    jwks_uri: issuer + PATHS.jwks,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    scopes_supported: [...OAUTH_SCOPES],
    authorization_response_iss_parameter_supported: true,
  };
}

/** `/.well-known/oauth-protected-resource`, of the whole server or of `/mcp` alone. */
export function resourceMetadata(issuer: string, name: string, { mcp }: { mcp: boolean }): JsonObject {
  const scopes = mcp ? OAUTH_SCOPES : OAUTH_SCOPES.filter((scope) => scope.startsWith('cms:'));
  return {
    resource: mcp ? issuer + PATHS.mcp : issuer,
    authorization_servers: [issuer],
    scopes_supported: [...scopes],
    bearer_methods_supported: ['header'],
    resource_name: name,
  };
}

/** The resource of an indicator, in the form used in tokens; undefined for a foreign one. */
export function resourceOf(issuer: string, indicator: string): string | undefined {
  const plain = indicator.endsWith('/') ? indicator.slice(0, -1) : indicator;
  return plain === issuer || plain === issuer + PATHS.mcp ? plain : undefined;
}

/** Whether a token for a resource is valid for a URL: one for `/mcp` is valid only there. */
export function resourceOpens(issuer: string, audience: string, url: string): boolean {
  return audience === issuer || (audience === issuer + PATHS.mcp && isMcp(url));
}

/** Whether a URL is the MCP endpoint. */
export const isMcp = (url: string): boolean => /^\/mcp\/?(?:\?|$)/.test(url);

export type ChallengeError = 'invalid_token' | 'insufficient_scope';

/**
 * The `WWW-Authenticate` of a rejection: no error where no credential was sent (RFC 6750, 3.1), scope and discovery
 * document (RFC 9728, 5.1) while apps can get a token from `issuer`.
 */
export function challenge({
  error,
  scope,
  issuer,
  mcp,
}: {
  error: ChallengeError | undefined;
  scope?: string;
  issuer: string | undefined;
  mcp: boolean;
}): string {
  const parts = [`Bearer realm="${mcp ? 'MCP' : 'Plinth'}"`];
  if (error !== undefined) parts.push(`error="${error}"`);
  if (issuer !== undefined) {
    parts.push(`resource_metadata="${issuer}${PATHS.resource}${mcp ? PATHS.mcp : ''}"`);
    if (scope !== undefined) parts.push(`scope="${scope}"`);
  }
  return parts.join(', ');
}
