/**
 * Files by their address (interface 4.4, input mode 3). Whoever may upload could have this machine ask another for
 * them, so what is asked is checked: web addresses of public hosts only, at every redirect, and the connection goes
 * to the very addresses that were checked, whatever the name means a moment later.
 */
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import mimeTypes from 'mime-types';
import { extensionOf } from '../contract/files.js';
import { invalid, PlinthError } from '../errors.js';
import { isPublicAddress } from './public-address.js';

const REDIRECTS = 5;
const CONNECT_MS = 10_000;
const TOTAL_MS = 60_000;

/** Below this, ports other than those of the web belong to mail, shells and the like. */
const FIRST_FREE_PORT = 1024;
const WEB_PORTS: readonly string[] = ['', '80', '443'];

const REDIRECTING: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface HostAddress {
  address: string;
  family: number;
}

/** Says what the name of a host stands for. */
export type HostLookup = (name: string) => Promise<HostAddress[]>;

export interface FetchOptions {
  /** Hosts (`name` or `name:port`) the user lets be asked wherever they stand. */
  allowedHosts: readonly string[];
  /** As the system says it, unless given. */
  resolve?: HostLookup;
  /** Milliseconds until a connection stands, and until everything is here. */
  patience?: { connect?: number; total?: number };
}

const cannot = (why: string, cause?: unknown) =>
  new PlinthError('invalid', `The file cannot be fetched: ${why}`, cause === undefined ? {} : { cause });

/** A web address. Throws `invalid`. */
export function webAddress(text: unknown, base?: URL): URL {
  if (typeof text !== 'string' || text === '') throw invalid('The address of the file must be a text');
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') {
    throw cannot('its address must begin with http:// or https://');
  }
  if (url.username !== '' || url.password !== '')
    throw cannot('its address must not hold a name or password');
  return url;
}

/** As the system says it. */
export const systemLookup: HostLookup = (name) => lookup(name, { all: true, verbatim: true });

/** The addresses to connect to, each of them checked. Throws `invalid` where one is not public. */
export async function addressesOf(
  url: URL,
  { allowedHosts, resolve = systemLookup }: FetchOptions,
): Promise<HostAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const allowed = allowedHosts.some((one) => [url.host, url.hostname].includes(one.toLowerCase()));
  if (!allowed && !WEB_PORTS.includes(url.port) && Number(url.port) < FIRST_FREE_PORT) {
    throw cannot(`port ${url.port} is not one of the web`);
  }
  const family = isIP(host);
  const addresses = family > 0 ? [{ address: host, family }] : await resolve(host);
  if (addresses.length === 0) throw cannot(`there is no host "${host}"`);
  if (!allowed && addresses.some(({ address }) => !isPublicAddress(address))) {
    throw cannot(`"${host}" is not a public host`);
  }
  return addresses;
}

/** Names the checked addresses, whoever asks for whatever name. */
export const pinnedTo =
  (addresses: readonly HostAddress[]): LookupFunction =>
  (_name, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };

/** Asks one address, without following redirects. */
async function ask(url: URL, options: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const addresses = await addressesOf(url, options);
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? secure : plain)(url, {
      agent: false,
      lookup: pinnedTo(addresses),
      headers: { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'Plinth', Connection: 'close' },
      signal,
    });
    const slow = setTimeout(
      () => request.destroy(cannot('the host does not answer')),
      options.patience?.connect ?? CONNECT_MS,
    );
    const connected = url.protocol === 'https:' ? 'secureConnect' : 'connect';
    request.once('socket', (socket) => socket.once(connected, () => clearTimeout(slow)));
    request.once('close', () => clearTimeout(slow));
    request.once('response', resolve);
    request.once('error', reject);
    request.end();
  });
}

/** The answer behind all redirects. */
async function follow(first: URL, options: FetchOptions, signal: AbortSignal) {
  let url = first;
  for (let hops = 0; hops <= REDIRECTS; hops += 1) {
    const answer = await ask(url, options, signal);
    const { statusCode = 0, headers } = answer;
    if (!REDIRECTING.has(statusCode) || headers.location === undefined) {
      if (statusCode === 200) return { answer, url };
      answer.destroy();
      throw cannot(`the host answered ${statusCode}`);
    }
    answer.destroy();
    url = webAddress(headers.location, url);
  }
  throw cannot(`the host redirects more than ${REDIRECTS} times`);
}

/** The bytes as they were before the host packed them, though it was asked not to. */
function unpacked(answer: IncomingMessage): Readable {
  const coding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (coding === 'identity' || coding === '') return answer;
  const unpack = /^(?:x-)?gzip$/.test(coding)
    ? createGunzip()
    : coding === 'deflate'
      ? createInflate()
      : coding === 'br'
        ? createBrotliDecompress()
        : undefined;
  if (!unpack) {
    answer.destroy();
    throw cannot(`the host packs it as "${coding.slice(0, 40)}"`);
  }
  answer.once('error', (error) => unpack.destroy(error));
  unpack.once('close', () => answer.destroy());
  return answer.pipe(unpack);
}

/** The last name in a path; empty where there is none. */
function lastName(url: URL): string {
  const name = url.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** How the file is called: as the address says, else as the one it led to; with an extension where the type has one. */
function nameOf(asked: URL, found: URL, type: string | undefined): string {
  const names = [lastName(asked), lastName(found)];
  const named = names.find((name) => extensionOf(name) !== '');
  if (named !== undefined) return named;
  const extension = type === undefined ? false : mimeTypes.extension(type);
  const stem = names.find((name) => name !== '') ?? 'file';
  return extension === false ? stem : `${stem}.${extension}`;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  ECONNREFUSED: 'the host refuses the connection',
  ECONNRESET: 'the host broke off',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ERR_STREAM_PREMATURE_CLOSE: 'the host broke off',
};

/** What went wrong on the way, in words; errors of this side stay what they are. */
function asFetchError(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof PlinthError) return error;
  if (signal.aborted) return cannot('it takes too long', error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = REASONS[code];
  if (known !== undefined) return cannot(known, error);
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code))
    return cannot('the certificate of the host is not sound', error);
  return /^(?:HPE_|Z_|ERR_BROTLI|EPROTO|ETIMEDOUT|ERR_HTTP)/.test(code)
    ? cannot('the host answers nonsense', error)
    : error;
}

/**
 * Fetches a file: `take` has its bytes as they come and says how many they were. Throws `invalid` for an address that
 * is none, is not public or does not give a file, and whatever `take` throws.
 */
export async function fetchUrl(
  address: unknown,
  take: (content: Readable) => Promise<number>,
  options: FetchOptions,
): Promise<{ name: string; size: number }> {
  const asked = webAddress(address);
  const signal = AbortSignal.timeout(options.patience?.total ?? TOTAL_MS);
  try {
    const late = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    // Looking up a name cannot be broken off; nobody waits for it longer than for the rest.
    const { answer, url } = await Promise.race([follow(asked, options, signal), late]);
    const content = unpacked(answer);
    try {
      const size = await take(content);
      if (size === 0) throw cannot('the host sent nothing');
      return { name: nameOf(asked, url, answer.headers['content-type']), size };
    } finally {
      answer.destroy();
    }
  } catch (error) {
    throw asFetchError(error, signal);
  }
}
