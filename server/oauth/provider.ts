/**
 * The configuration of `oidc-provider`: OAuth 2.1 with the minimum of OpenID it requires. The order of checks, and
 * which errors may be told to an address, are where authorization servers go wrong, so a certified library does it.
 */

import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AdapterFactory, Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isOverTls } from '../access/over-tls.js';
import { hashOf, sameSecret } from '../access/secrets.js';
import { DEFAULT_SCOPES, OAUTH_SCOPES } from '../contract/oauth.js';
import { isScope, scopesOf } from './client-request.js';
import type { OAuthLibrary } from './library.js';
import { PATHS, resourceOf } from './metadata.js';
import type { SigningKey } from './signing-key.js';

/** The page for invalid authorization requests, which must not be redirected to a client (OAuth 2.1, 4.1.2.1). */
const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:1rem;box-sizing:border-box;
font:1rem/1.55 "Inter Variable",Inter,system-ui,sans-serif;background:light-dark(#faf9f7,#191816);color:light-dark(#221f1b,#e8e6e2)}
main{box-sizing:border-box;width:100%;max-width:28rem;padding:2rem;border:1px solid light-dark(#e9e6e1,#33312e);border-radius:.75rem;
background:light-dark(#fff,#1f1e1c);overflow-wrap:anywhere}
h1{margin:0 0 .75rem;font-size:1.375rem;line-height:1.3}p{margin:.5rem 0}code{font-size:.9375rem}`;

const HASH = createHash('sha256').update(STYLE).digest('base64');

/** Only this page's style can load, and it cannot be framed. */
const ERROR_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The page of an error. */
function errorPage(error: string, description: string | undefined): string {
  const detail = description === undefined ? '' : `<p>${escaped(description)}</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Authorization failed – Plinth</title><style>${STYLE}</style></head>
<body><main><h1>Authorization failed</h1>
<p>An app sent you here to request access, but its request is invalid. No access was granted. Go back to the app and try again, or report this error to its developer:</p>
<p><code>${escaped(error)}</code></p>${detail}</main></body></html>
`;
}

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
