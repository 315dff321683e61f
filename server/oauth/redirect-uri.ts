/** Which addresses a program may have browsers sent back to. */

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const MAX_LENGTH = 2000;

/** The rule an address breaks; undefined for a sound one. Requests must later repeat it to the letter. */
export function redirectUriProblem(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || uri.length > MAX_LENGTH || !URL.canParse(uri))
    return 'must be an absolute URL';
  // Anything a browser would read in another way than it is written.
  if (/[^\x21-\x7e]|[\\*]/.test(uri)) return 'must not contain spaces, backslashes or wildcards';
  if (uri.includes('#')) return 'must not have a fragment';
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== '' || password !== '') return 'must not contain a user name';
  const loopback = LOOPBACK.has(hostname);
  if (protocol === 'https:' && !loopback) return undefined;
  if (protocol === 'http:' && loopback) return undefined;
  return 'must begin with https://, or with http:// for an app on this machine (localhost, 127.0.0.1, [::1])';
}
