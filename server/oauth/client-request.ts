/** Requests for a new client, by the owner or by the app itself. */
import { type Details, message, rule } from '../contract/messages/message.js';
import { CLIENT_LIMITS, OAUTH_SCOPES, type OAuthClientRequest, type OAuthScope } from '../contract/oauth.js';
import { failed } from '../errors.js';

/** Rules for redirect URIs. */

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const MAX_LENGTH = 2000;

/** The problem of a URI; undefined for a valid one. Requests must later repeat it exactly. */
function redirectUriProblem(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || uri.length > MAX_LENGTH || !URL.canParse(uri))
    return 'must be an absolute URL';
  // Characters that browsers would normalize.
  if (/[^\x21-\x7e]|[\\*]/.test(uri)) return 'must not contain spaces, backslashes or wildcards';
  if (uri.includes('#')) return 'must not have a fragment';
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== '' || password !== '') return 'must not contain a user name';
  const loopback = LOOPBACK.has(hostname);
  if (protocol === 'https:' && !loopback) return undefined;
  if (protocol === 'http:' && loopback) return undefined;
  return 'must begin with https://, or with http:// for an app on this machine (localhost, 127.0.0.1, [::1])';
}

/** Whether a text is one of our scopes. */
export const isScope = (value: unknown): value is OAuthScope => OAUTH_SCOPES.some((scope) => scope === value);

/** The known scopes in a text, each once, in our order; unknown ones are dropped. */
export function scopesOf(text: string | undefined): OAuthScope[] {
  const named = new Set(text?.split(' '));
  return OAUTH_SCOPES.filter((scope) => named.has(scope));
}

/** The problem of a list of redirect URIs; undefined for a valid one. */
export function redirectUrisProblem(uris: unknown): string | undefined {
  if (!Array.isArray(uris) || uris.length === 0) return 'must be a list of URLs';
  if (uris.length > CLIENT_LIMITS.redirectUris) return `must have at most ${CLIENT_LIMITS.redirectUris} URLs`;
  for (const uri of uris) {
    const problem = redirectUriProblem(uri);
    if (problem !== undefined) return `${JSON.stringify(uri).slice(0, 200)} ${problem}`;
  }
  return undefined;
}

/** The problem of a name; undefined for a valid one. Invisible characters could make two names look the same. */
export function nameProblem(name: unknown): string | undefined {
  if (typeof name !== 'string' || name.trim() === '') return 'must not be empty';
  if (name.trim().length > CLIENT_LIMITS.name) return `must have at most ${CLIENT_LIMITS.name} characters`;
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name) ? 'must have no invisible characters' : undefined;
}

/** Validates a client created by the owner. Throws `validation` with every problem at once. */
export function checkClientRequest(request: Readonly<Record<string, unknown>>): OAuthClientRequest {
  const { name, redirectUris, scopes, confidential = false } = request;
  const problems: Details = {};
  const wrong = { name: nameProblem(name), redirectUris: redirectUrisProblem(redirectUris) };
  for (const [field, problem] of Object.entries(wrong))
    if (problem !== undefined) problems[field] = [rule(problem)];
  const listed: unknown[] = Array.isArray(scopes) ? scopes : [];
  if (listed.length === 0 || !listed.every(isScope)) {
    problems.scopes = [message('notListOf', { choices: OAUTH_SCOPES.join(', ') })];
  }
  if (typeof confidential !== 'boolean') problems.confidential = [message('notBoolean')];
  if (Object.keys(problems).length > 0) throw failed(problems);
  return {
    name: String(name).trim(),
    redirectUris: [...new Set(Array.isArray(redirectUris) ? redirectUris.map(String) : [])],
    scopes: OAUTH_SCOPES.filter((scope) => listed.includes(scope)),
    confidential: confidential === true,
  };
}
