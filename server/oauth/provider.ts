/**
 * The configuration of `oidc-provider`: OAuth 2.1 with the minimum of OpenID it requires. The order of checks, and
 * which errors may be told to an address, are where authorization servers go wrong, so a certified library does it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AdapterFactory, Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isOverTls } from '../access/over-tls.js';
import { hashOf, sameSecret } from '../access/secrets.js';
import { DEFAULT_SCOPES, OAUTH_SCOPES } from '../contract/oauth.js';
import { isScope, scopesOf } from './client-request.js';
import { ERROR_PAGE_POLICY, errorPage } from './error-page.js';
import type { OAuthLibrary } from './library.js';
import { PATHS, resourceOf } from './metadata.js';
import type { SigningKey } from './signing-key.js';

const MINUTE = 60;
const CODE_LIFETIME = 10 * MINUTE;
/** How long a request waits for a decision. */
const REQUEST_LIFETIME = 30 * MINUTE;

const COOKIES = {
  session: 'plinth_oauth_session',
  interaction: 'plinth_oauth_consent',
  resume: 'plinth_oauth_resume',
} as const;

export interface ProviderOptions {
  issuer: string;
  key: SigningKey;
  adapter: AdapterFactory;
  /** Seconds. */
  accessLifetime: number;
  refreshLifetime: number;
  /** Whether a user still exists. */
  hasUser: (id: string) => boolean;
  onServerError: (error: unknown) => void;
  /** Called after the reuse of a code or refresh token; its grant has been revoked. */
  onReplay: (clientId: string | undefined) => void;
}

/** Creates the provider of an issuer. */
export function makeProvider(library: OAuthLibrary, options: ProviderOptions): Provider {
  const provider = new library.Provider(options.issuer, configuration(library, options));
  provider.Client.prototype.compareClientSecret = function (sent: string) {
    return this.clientSecret !== undefined && sameSecret(hashOf(sent), this.clientSecret);
  };
  provider.on('server_error', (_ctx, error) => options.onServerError(error));
  provider.onerror = options.onServerError;
  provider.on('grant.revoked', ({ oidc }) => {
    if (oidc.route === 'token') options.onReplay(oidc.client?.clientId);
  });
  provider.use(async (ctx, next) => {
    // Only affects cookies: the library would trust all forwarded headers, also for URLs.
    if (isOverTls(ctx.headers)) Object.defineProperty(ctx.request, 'secure', { value: true });
    if (ctx.path === PATHS.authorize) ctx.query = { ...ctx.query, scope: requestedScope(ctx.query.scope) };
    await next();
  });
  return provider;
}

/** The requested scopes: default ones if there are none, and no unknown ones beside known ones. */
function requestedScope(scope: string | string[] | undefined): string | string[] {
  if (scope === undefined || scope === '') return DEFAULT_SCOPES.join(' ');
  if (Array.isArray(scope)) return scope;
  return scopesOf(scope).join(' ') || scope;
}

function configuration(
  { errors, policy }: OAuthLibrary,
  { issuer, key, adapter, accessLifetime, refreshLifetime, hasUser }: ProviderOptions,
): Configuration {
  const off = { enabled: false };
  return {
    adapter,
    jwks: { keys: [key.privateJwk] },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    responseTypes: ['code'],
    scopes: [],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    issueRefreshToken: () => true,
    expiresWithSession: () => false,
    extraTokenClaims: (_ctx, token) => ('grantId' in token ? { gid: token.grantId } : undefined),
    findAccount: (_ctx, id) => (hasUser(id) ? { accountId: id, claims: () => ({ sub: id }) } : undefined),
    features: {
      devInteractions: off,
      dPoP: off,
      pushedAuthorizationRequests: off,
      rpInitiatedLogout: off,
      userinfo: off,
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, _client, oneOf) => oneOf ?? issuer,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, indicator) => {
          const audience = resourceOf(issuer, indicator);
          if (audience === undefined) {
            throw new errors.InvalidTarget(`resource must be ${issuer} or ${issuer}${PATHS.mcp}`);
          }
          return {
            audience,
            scope: OAUTH_SCOPES.join(' '),
            accessTokenFormat: 'jwt',
            accessTokenTTL: accessLifetime,
            jwt: { sign: { alg: 'RS256' } },
          };
        },
      },
    },
    interactions: {
      policy: prompts({ errors, policy }),
      url: (_ctx, { uid }) => `/admin/oauth/consent/${uid}`,
    },
    // A page can exchange its own code: its origin must be one of the client's redirect URIs.
    clientBasedCORS: (_ctx, origin, client) =>
      (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin),
    cookies: { names: COOKIES },
    routes: {
      authorization: PATHS.authorize,
      token: PATHS.token,
      revocation: PATHS.revoke,
      jwks: PATHS.jwks,
    },
    ttl: {
      AccessToken: accessLifetime,
      AuthorizationCode: CODE_LIFETIME,
      Interaction: REQUEST_LIFETIME,
      RefreshToken: refreshLifetime,
      Session: REQUEST_LIFETIME,
      // Until its code is exchanged; after that it lasts as long as its newest refresh token.
      Grant: CODE_LIFETIME + accessLifetime,
      IdToken: accessLifetime,
    },
    renderError,
  };
}

/** Every request requires consent: the user comes from Plinth's own session. */
function prompts({ errors, policy: { Check, Prompt, base } }: Pick<OAuthLibrary, 'errors' | 'policy'>) {
  const policy = base();
  policy.clear();
  policy.add(
    new Prompt(
      { name: 'login', requestable: true },
      new Check('scopes', 'None of the scopes is known', 'invalid_scope', ({ oidc }) => {
        const { scope, resource } = oidc.params ?? {};
        if (Array.isArray(resource)) throw new errors.InvalidTarget('only one resource can be requested');
        if (typeof scope === 'string' && scope.split(' ').every(isScope)) return false;
        throw new errors.InvalidScope('none of these scopes exists', String(scope));
      }),
    ),
  );
  policy.add(
    new Prompt(
      { name: 'consent', requestable: true },
      new Check('asked', 'The user must approve the request', 'consent_required', ({ oidc }) => {
        return oidc.result?.consent?.grantId === undefined;
      }),
    ),
  );
  return policy;
}

function renderError(
  ctx: KoaContextWithOIDC,
  out: { error: string; error_description?: string | undefined },
) {
  ctx.type = 'html';
  ctx.set('Content-Security-Policy', ERROR_PAGE_POLICY);
  ctx.body = errorPage(out.error, out.error_description);
}

/** Passes requests to the library. It has no sessions of its own: each request carries the consenting user. */
export function handlerOf(provider: Provider) {
  const handle = provider.callback();
  return (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { cookie } = request.headers;
    if (cookie !== undefined) {
      const kept = cookie.split(/;\s*/).filter((pair) => !pair.startsWith(`${COOKIES.session}=`));
      request.headers.cookie = kept.join('; ');
    }
    return handle(request, response);
  };
}
