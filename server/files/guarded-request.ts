/**
 * HTTP requests to URLs from users: files by URL, and `ctx.fetch` of automations. Only web URLs of public hosts and
 * of allowed hosts are requested, at every redirect, and the connection uses the very addresses that were checked,
 * whatever the name resolves to a moment later. `fetch` cannot be told which address to connect to, so `node:http` is
 * used.
 */
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { message } from '../contract/messages/message.js';
import { invalid, PlinthError } from '../errors.js';
import { isPublicAddress } from './public-address.js';

const REDIRECTS = 5;

/** Below this, ports other than those of the web belong to mail, shells and the like. */
const FIRST_FREE_PORT = 1024;
const WEB_PORTS: readonly string[] = ['', '80', '443'];

const REDIRECTING: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface HostAddress {
  address: string;
  family: number;
}

/** Resolves a host name. */
export type HostLookup = (name: string) => Promise<HostAddress[]>;

export interface GuardOptions {
  /** Hosts (`name` or `name:port`) that are allowed even if they are not public. */
  allowedHosts: readonly string[];
  /** By default the DNS lookup of the system. */
  resolve?: HostLookup;
  /** Timeout of the connection in milliseconds; by default only the signal limits it. */
  connectWithin?: number;
}

export interface WebRequest {
  url: URL;
  method?: string;
  /** Beside those of the connection. */
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

export const cannot = (why: string, cause?: unknown) =>
  new PlinthError(
    'invalid',
    message('fileNotFetched', { reason: why }),
    cause === undefined ? {} : { cause },
  );

/** A web address. Throws `invalid`. */
export function webAddress(text: unknown, base?: URL): URL {
  if (typeof text !== 'string' || text === '') throw invalid(message('fileUrlNeedsText'));
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') {
    throw cannot('its URL must begin with http:// or https://');
  }
  if (url.username !== '' || url.password !== '')
    throw cannot('its URL must not contain a user name or password');
  return url;
}

/** The DNS lookup of the system. */
export const systemLookup: HostLookup = (name) => lookup(name, { all: true, verbatim: true });

/** The addresses to connect to, each of them checked. Throws `invalid` where one is not public. */
async function addressesOf(
  url: URL,
  { allowedHosts, resolve = systemLookup }: GuardOptions,
): Promise<HostAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const allowed = allowedHosts.some((one) => [url.host, url.hostname].includes(one.toLowerCase()));
  if (!allowed && !WEB_PORTS.includes(url.port) && Number(url.port) < FIRST_FREE_PORT) {
    throw cannot(`port ${url.port} is not allowed`);
  }
  const family = isIP(host);
  const addresses = family > 0 ? [{ address: host, family }] : await resolve(host);
  if (addresses.length === 0) throw cannot(`there is no host "${host}"`);
  if (!allowed && addresses.some(({ address }) => !isPublicAddress(address))) {
    throw cannot(`"${host}" is not a public host`);
  }
  return addresses;
}

/** A lookup that always returns the checked addresses. */
const pinnedTo =
  (addresses: readonly HostAddress[]): LookupFunction =>
  (_name, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };

/** Asks one address, without following redirects. */
async function ask(
  { url, method = 'GET', headers, body }: WebRequest,
  options: GuardOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const lookup = pinnedTo(await addressesOf(url, options));
  const all = {
    'user-agent': 'Plinth',
    ...headers,
    'accept-encoding': 'identity',
    connection: 'close',
    // Node leaves it out of a DELETE.
    ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:';
    const request = (isSecure ? secure : plain)(url, { agent: false, lookup, method, headers: all, signal });
    if (options.connectWithin !== undefined) {
      const slow = setTimeout(
        () => request.destroy(cannot('the host does not respond')),
        options.connectWithin,
      );
      const connected = isSecure ? 'secureConnect' : 'connect';
      request.once('socket', (socket) => socket.once(connected, () => clearTimeout(slow)));
      request.once('close', () => clearTimeout(slow));
    }
    request.once('response', resolve);
    request.once('error', reject);
    request.end(body);
  });
}

/**
 * The response after all redirects, and its request. `redirected` makes the next request of a redirect. Throws
 * `invalid` for what is not allowed.
 */
export async function requestGuarded<T extends WebRequest>(
  first: T,
  redirected: (target: T, url: URL, status: number) => T,
  options: GuardOptions,
  signal: AbortSignal,
): Promise<{ answer: IncomingMessage; target: T }> {
  let target = first;
  for (let hops = 0; hops <= REDIRECTS; hops += 1) {
    const answer = await ask(target, options, signal);
    const { statusCode = 0, headers } = answer;
    if (!REDIRECTING.has(statusCode) || headers.location === undefined) return { answer, target };
    answer.destroy();
    target = redirected(target, webAddress(headers.location, target.url), statusCode);
  }
  throw cannot(`the host redirects more than ${REDIRECTS} times`);
}
