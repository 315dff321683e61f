/** `ctx.fetch`: HTTP requests of handlers, with the same checks as fetching files from URLs. */
import type { IncomingMessage } from 'node:http';
import { Message, message } from '../contract/messages/message.js';
import type { JsonValue } from '../contract/values.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { invalid, PlinthError } from '../errors.js';
import { requestGuarded, type WebRequest, webAddress } from '../files/guarded-request.js';

const TIMEOUT_MS = 30_000;
/** Largest body of a response, in bytes: it is passed into the sandbox as JSON. */
const MAX_BYTES = 512 * 1024;
const MAX_HEADERS = 50;

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Headers that belong to the connection, not to the handler. */
const OWN: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'keep-alive',
  'proxy-authorization',
  'accept-encoding',
]);
const SECRET = ['authorization', 'cookie', 'x-api-key'];

interface FetchRequest extends WebRequest {
  method: string;
  headers: Record<string, string>;
}

/** Whether a text is valid in a header. */
const fits = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text) && text.length <= 8000;

function headersOf(sent: JsonValue | undefined): Record<string, string> {
  if (sent === undefined || sent === null) return {};
  if (!isJsonObject(sent)) throw invalid(message('fetchHeadersNeedObject'));
  const entries = Object.entries(sent).slice(0, MAX_HEADERS);
  const headers: Record<string, string> = Object.create(null);
  for (const [name, value] of entries) {
    const lower = name.toLowerCase();
    if (!/^[!#$%&'*+.^_`|~\w-]{1,100}$/.test(name) || !fits(String(value))) {
      throw invalid(message('fetchHeaderInvalid', { name: name.slice(0, 100) }));
    }
    if (!OWN.has(lower)) headers[lower] = String(value);
  }
  return headers;
}

function fetchRequestOf(address: JsonValue | undefined, options: JsonValue | undefined): FetchRequest {
  const { method = 'GET', headers, body } = isJsonObject(options) ? options : {};
  const verb = String(method).toUpperCase();
  if (!METHODS.has(verb)) throw invalid(message('fetchMethodUnknown', { method: verb.slice(0, 20) }));
  const bare = verb === 'GET' || verb === 'HEAD' || body === undefined || body === null;
  const target = { url: webAddress(address), method: verb, headers: headersOf(headers) };
  if (bare) return { ...target, body: undefined };
  if (typeof body === 'string') return { ...target, body };
  return {
    ...target,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...target.headers },
  };
}

/** The request after a redirect, as in browsers: credentials are not sent to another host. */
function redirected(target: FetchRequest, url: URL, status: number): FetchRequest {
  const headers = { ...target.headers };
  if (url.origin !== target.url.origin) for (const name of SECRET) delete headers[name];
  const keeps = status === 307 || status === 308 || target.method === 'GET' || target.method === 'HEAD';
  if (keeps) return { ...target, url, headers };
  delete headers['content-type'];
  return { url, headers, method: 'GET', body: undefined };
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > MAX_BYTES) {
      answer.destroy();
      throw new PlinthError('tooLarge', message('fetchTooLarge', { limit: MAX_BYTES / 1024 }));
    }
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}

function headersIn(answer: IncomingMessage): JsonObject {
  const entries = Object.entries(answer.headers).filter(([name]) => name !== 'set-cookie');
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/** Sends a request of a handler and returns status, headers and the body as text. Throws `invalid`, `tooLarge`. */
export async function fetchFor(
  [address, options]: readonly JsonValue[],
  allowedHosts: readonly string[],
): Promise<JsonObject> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const first = fetchRequestOf(address, options);
    const { answer, target } = await requestGuarded(first, redirected, { allowedHosts }, signal);
    const status = answer.statusCode ?? 0;
    return { status, url: target.url.href, headers: headersIn(answer), body: await textOf(answer) };
  } catch (error) {
    throw asFetchError(error, signal);
  }
}

/** The error message for the author of the handler. */
function asFetchError(error: unknown, signal: AbortSignal): PlinthError {
  if (error instanceof PlinthError) {
    const { key, values } = error.reason;
    return new PlinthError(
      error.kind,
      key === 'fileNotFetched' ? new Message('fetchNotSent', values) : error.reason,
    );
  }
  if (signal.aborted) return invalid(message('requestTimedOut'));
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return invalid(message('fetchFailed', { code }));
}
