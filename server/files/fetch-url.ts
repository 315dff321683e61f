/** Files by their address (spec/files.md#by-address): fetched under the guard of `guarded-request.ts`. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import mimeTypes from 'mime-types';
import { extensionOf } from '../contract/files.js';
import { PlinthError } from '../errors.js';
import { cannot, type HostLookup, requestGuarded, webAddress } from './guarded-request.js';

const CONNECT_MS = 10_000;
const TOTAL_MS = 60_000;

export interface FetchOptions {
  /** Hosts (`name` or `name:port`) that are allowed even if they are not public. */
  allowedHosts: readonly string[];
  /** By default the DNS lookup of the system. */
  resolve?: HostLookup;
  /** Timeouts in milliseconds: for the connection, and for the whole request. */
  timeouts?: { connect?: number; total?: number };
}

/** The file's answer, and the address it came from. */
async function answerOf(first: URL, { allowedHosts, resolve, timeouts }: FetchOptions, signal: AbortSignal) {
  const { answer, target } = await requestGuarded(
    { url: first, headers: { accept: '*/*' } },
    (before, url) => ({ ...before, url }),
    { allowedHosts, ...(resolve && { resolve }), connectWithin: timeouts?.connect ?? CONNECT_MS },
    signal,
  );
  if (answer.statusCode === 200) return { answer, url: target.url };
  answer.destroy();
  throw cannot(`the host responded with ${answer.statusCode}`);
}

/** The decoded bytes, for hosts that compress although they were asked not to. */
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
    throw cannot(`the host uses the encoding "${coding.slice(0, 40)}", which is not supported`);
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

/** The file's name: from the requested URL, else from the final one; with an extension where the type has one. */
function nameOf(requestedUrl: URL, found: URL, type: string | undefined): string {
  const names = [lastName(requestedUrl), lastName(found)];
  const named = names.find((name) => extensionOf(name) !== '');
  if (named !== undefined) return named;
  const extension = type === undefined ? false : mimeTypes.extension(type);
  const stem = names.find((name) => name !== '') ?? 'file';
  return extension === false ? stem : `${stem}.${extension}`;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host name cannot be resolved at the moment',
  ECONNREFUSED: 'the host refused the connection',
  ECONNRESET: 'the host closed the connection',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ERR_STREAM_PREMATURE_CLOSE: 'the host closed the connection',
};

/** Network errors in words; other errors stay unchanged. */
function asFetchError(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof PlinthError) return error;
  if (signal.aborted) return cannot('the request timed out', error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = REASONS[code];
  if (known !== undefined) return cannot(known, error);
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code))
    return cannot('the certificate of the host is not valid', error);
  return /^(?:HPE_|Z_|ERR_BROTLI|EPROTO|ETIMEDOUT|ERR_HTTP)/.test(code)
    ? cannot('the host sent an invalid HTTP response', error)
    : error;
}

/**
 * Fetches a file: `take` receives the bytes as a stream and returns how many they were. Throws `invalid` for a URL
 * that is not valid, is not public or does not return a file, and what `take` throws.
 */
export async function fetchUrl(
  address: unknown,
  take: (content: Readable) => Promise<number>,
  options: FetchOptions,
): Promise<{ name: string; size: number }> {
  const requestedUrl = webAddress(address);
  const signal = AbortSignal.timeout(options.timeouts?.total ?? TOTAL_MS);
  try {
    const late = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    // A DNS lookup cannot be aborted, so it shares the timeout of the rest.
    const { answer, url } = await Promise.race([answerOf(requestedUrl, options, signal), late]);
    const content = unpacked(answer);
    try {
      const size = await take(content);
      if (size === 0) throw cannot('the host sent no data');
      return { name: nameOf(requestedUrl, url, answer.headers['content-type']), size };
    } finally {
      answer.destroy();
    }
  } catch (error) {
    throw asFetchError(error, signal);
  }
}
