/** Which addresses a program may have browsers sent back to. */

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const MAX_LENGTH = 2000;

/** The rule an address breaks; undefined for a sound one. Requests must later repeat it to the letter. */
export function redirectUriProblem(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || uri.length > MAX_LENGTH || !URL.canParse(uri))
    return 'must be a whole address';
  // Anything a browser would read in another way than it is written.
  if (/[^\x21-\x7e]|[\\*]/.test(uri)) return 'must be written without spaces, backslashes and wildcards';
  if (uri.includes('#')) return 'must have no fragment';
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== '' || password !== '') return 'must name no user';
  const loopback = LOOPBACK.has(hostname);
  if (protocol === 'https:' && !loopback) return undefined;
  if (protocol === 'http:' && loopback) return undefined;
  return 'must begin with https://, or with http:// for a program on this machine (localhost, 127.0.0.1, [::1])';
}
