/** Rules for redirect URIs. */

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const MAX_LENGTH = 2000;

/** The problem of a URI; undefined for a valid one. Requests must later repeat it exactly. */
export function redirectUriProblem(uri: unknown): string | undefined {
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
