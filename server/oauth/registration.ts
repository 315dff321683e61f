/** Dynamic client registration (RFC 7591): public clients only, off by default. */
import { DEFAULT_SCOPES, OAUTH_SCOPES, type OAuthClientRequest } from '../contract/oauth.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { nameProblem, redirectUrisProblem, scopesOf } from './client-request.js';
import type { ClientRecord } from './clients.js';

/** An error in the format of RFC 7591. */
export interface RegistrationError {
  error: 'invalid_redirect_uri' | 'invalid_client_metadata';
  error_description: string;
}

/** The validated metadata of an app. Unknown metadata is dropped, as the RFC requires. */
export function readRegistration(body: unknown): OAuthClientRequest | RegistrationError {
  if (!isJsonObject(body)) return wrong('the body must be an object');
  const { redirect_uris: uris, client_name: name = 'Unnamed app', scope } = body;
  const problem = redirectUrisProblem(uris);
  if (problem !== undefined) {
    return { error: 'invalid_redirect_uri', error_description: `redirect_uris ${problem}` };
  }
  const misnamed = nameProblem(name) ?? claimProblem(String(name));
  if (misnamed !== undefined) return wrong(`client_name ${misnamed}`);
  const lists = [
    ['grant_types', ['authorization_code', 'refresh_token']],
    ['response_types', ['code']],
  ] as const;
  for (const [field, known] of lists) {
    const listed: unknown = body[field] ?? known;
    if (!Array.isArray(listed) || !listed.every((item) => known.some((one) => one === item))) {
      return wrong(`${field} must be a list of ${known.join(', ')}`);
    }
  }
  if ((body.token_endpoint_auth_method ?? 'none') !== 'none') {
    return wrong('token_endpoint_auth_method must be none: apps that register themselves get no secret');
  }
  if (scope !== undefined && typeof scope !== 'string') return wrong('scope must be text');
  // Without a scope, the smallest one is granted.
  const scopes = scope === undefined ? [...DEFAULT_SCOPES] : scopesOf(scope);
  if (scopes.length === 0) return wrong(`scope must contain at least one of ${OAUTH_SCOPES.join(', ')}`);
  return {
    name: String(name).trim(),
    redirectUris: [...new Set(Array.isArray(uris) ? uris.map(String) : [])],
    scopes,
    confidential: false,
  };
}

/** Letters that look like those of our name. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '1': 'l',
  '!': 'l',
  '|': 'l',
  і: 'i',
  ı: 'i',
  р: 'p',
  һ: 'h',
  т: 't',
};

/** A self-registered app must not pass for Plinth or for a verified app. */
function claimProblem(name: string): string | undefined {
  const plain = [...name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()]
    .map((letter) => LOOKALIKES[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}]/gu, '');
  const claims = /p[il]inth/.test(plain) || /off?ic[il]a[il]|verified/.test(plain);
  return claims ? 'must not claim to be Plinth, official or verified' : undefined;
}

const wrong = (text: string): RegistrationError => ({
  error: 'invalid_client_metadata',
  error_description: text,
});

/** The 201 response of a registration. */
export function registrationAnswer({ id, name, redirectUris, scopes, created }: ClientRecord): JsonObject {
  return {
    client_id: id,
    client_id_issued_at: Math.floor(Date.parse(created) / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: scopes.join(' '),
  };
}
