/** What is asked of a new client, by the owner or by the program itself. */
import { OAUTH_SCOPES, type OAuthClientRequest, type OAuthScope } from '../contract/oauth.js';
import type { ErrorDetails } from '../contract/wire.js';
import { failed } from '../errors.js';
import { redirectUriProblem } from './redirect-uri.js';

const MAX_NAME_LENGTH = 100;
const MOST_URIS = 10;

/** Whether a text is one of our scopes. */
export const isScope = (value: unknown): value is OAuthScope => OAUTH_SCOPES.some((scope) => scope === value);

/** The scopes of a text, each once, in the order in which we list them; what is none of ours is left out. */
export function scopesOf(text: string | undefined): OAuthScope[] {
  const named = new Set(text?.split(' '));
  return OAUTH_SCOPES.filter((scope) => named.has(scope));
}

/** What is wrong with redirect URIs; undefined for a sound list. */
export function redirectUrisProblem(uris: unknown): string | undefined {
  if (!Array.isArray(uris) || uris.length === 0) return 'must be a list of URLs';
  if (uris.length > MOST_URIS) return `must have at most ${MOST_URIS} URLs`;
  for (const uri of uris) {
    const problem = redirectUriProblem(uri);
    if (problem !== undefined) return `${JSON.stringify(uri).slice(0, 200)} ${problem}`;
  }
  return undefined;
}

/** What is wrong with a name; undefined for a sound one. Signs nobody sees could make one name look like another. */
export function nameProblem(name: unknown): string | undefined {
  if (typeof name !== 'string' || name.trim() === '') return 'must not be empty';
  if (name.trim().length > MAX_NAME_LENGTH) return `must have at most ${MAX_NAME_LENGTH} characters`;
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name) ? 'must have no invisible characters' : undefined;
}

/** Checks a client the owner makes. Throws `validation` with every problem at once. */
export function checkClientRequest(asked: Readonly<Record<string, unknown>>): OAuthClientRequest {
  const { name, redirectUris, scopes, confidential = false } = asked;
  const problems: ErrorDetails = {};
  const wrong = { name: nameProblem(name), redirectUris: redirectUrisProblem(redirectUris) };
  for (const [field, problem] of Object.entries(wrong))
    if (problem !== undefined) problems[field] = [problem];
  const listed: unknown[] = Array.isArray(scopes) ? scopes : [];
  if (listed.length === 0 || !listed.every(isScope)) {
    problems.scopes = [`must be a list of ${OAUTH_SCOPES.join(', ')}`];
  }
  if (typeof confidential !== 'boolean') problems.confidential = ['must be true or false'];
  if (Object.keys(problems).length > 0) throw failed(problems);
  return {
    name: String(name).trim(),
    redirectUris: [...new Set(Array.isArray(redirectUris) ? redirectUris.map(String) : [])],
    scopes: OAUTH_SCOPES.filter((scope) => listed.includes(scope)),
    confidential: confidential === true,
  };
}
