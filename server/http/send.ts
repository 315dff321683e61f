/** Sends responses: bytes with an ETag, 304, JSON, or no body. */

import { type Answer, etagOf } from '../content/answers/answer.js';
import type { Versions } from '../content/answers/versions.js';
import { withWarnings } from '../content/answers/warnings.js';
import { MERGED_HEADER, WARNINGS_HEADER } from '../contract/wire.js';
import { finalizeHeaders } from './pipeline.js';
import { isCurrent, type Validators } from './range.js';
import type { Request, Response } from './request.js';

/** Cached by the client and revalidated each time. Private: the content depends on the caller. */
export const CACHE_CONTROL = 'private, no-cache';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Maximum number of names in a header. */
const MAX_NAMES = 50;

/** Maximum length of such a header: clients and proxies reject responses whose headers are too long. */
const MAX_NAMES_LENGTH = 4000;

/** Names of properties in a header: comma-separated, percent-encoded where necessary, as many as there is room for. */
function namesValue(names: readonly string[]): string {
  let value = '';
  for (const name of names.slice(0, MAX_NAMES)) {
    const text = encodeURIComponent(Buffer.from(name.slice(0, 200)).toString());
    const part = text.replace(/%5B|%5D|%3A/g, decodeURIComponent);
    if (value.length + part.length > MAX_NAMES_LENGTH) break;
    value += value === '' ? part : `, ${part}`;
  }
  return value;
}

/** The warning header for names, as name and value in turn; nothing for none. */
export const warningHeader = (names: readonly string[]): string[] => namesHeader(WARNINGS_HEADER, names);

/** A header with names; nothing for none. */
export const namesHeader = (header: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [header, namesValue(names)];

/** Starts a response with the common headers and its own, written in one call if none is set yet. */
export function begin(
  request: Request,
  response: Response,
  status: number,
  headers: readonly string[],
): void {
  const all = request.answerHeaders ?? [];
  request.answerHeaders = undefined;
  for (const header of headers) all.push(header);
  response.writeHead(status, all);
}

/** As `begin`, for responses whose own headers override common ones. */
export function beginReplacing(
  request: Request,
  response: Response,
  status: number,
  headers: readonly string[],
): void {
  const isOwn = (at: number) => headers.includes(request.answerHeaders?.[at - (at % 2)] ?? '');
  request.answerHeaders = request.answerHeaders?.filter((_, at) => !isOwn(at));
  begin(request, response, status, headers);
}

/** Sends 304 without a body when `validators` of a GET or HEAD match; false when the body has to be sent. */
export function sentNotModified(
  request: Request,
  response: Response,
  validators: Validators,
  headers: readonly string[],
  beginWith = begin,
): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (!reads || !isCurrent(request.headers, validators)) return false;
  beginWith(request, response, 304, headers);
  response.end();
  return true;
}

/** Sends bytes, JSON unless `type` is another media type with its charset, or 304. `headers`: names and values in turn. */
export function sendAnswer(
  request: Request,
  response: Response,
  { bytes, etag, warnings, merged, type = JSON_TYPE }: Answer & { type?: string },
  status = 200,
  headers: readonly string[] = [],
): void {
  const own = [...headers, 'Cache-Control', CACHE_CONTROL, 'ETag', etag];
  if (warnings) own.push(...warningHeader(warnings));
  if (merged) own.push('Preference-Applied', 'merge', MERGED_HEADER, namesValue(merged));
  if (sentNotModified(request, response, { etag }, own)) return;
  own.push('Content-Type', type, 'Content-Length', String(bytes.length));
  begin(request, response, status, own);
  response.end(bytes);
}

/** Sends a text that is not JSON, with an ETag of its content. `type`: media type with its charset. */
export function sendText(request: Request, response: Response, type: string, text: string): void {
  const bytes = Buffer.from(text);
  sendAnswer(request, response, { bytes, etag: etagOf(bytes), type });
}

/** Sends a value as JSON, with an ETag of its content and the names of properties to warn about. */
export function sendJson(
  request: Request,
  response: Response,
  value: unknown,
  status = 200,
  warnings: readonly string[] = [],
): void {
  const bytes = Buffer.from(JSON.stringify(value));
  sendAnswer(request, response, withWarnings({ bytes, etag: etagOf(bytes) }, warnings), status);
}

/** As `sendJson`, and remembers the version, so that a later conflict can name the changed properties. `merged`: see `Answer`. */
export function sendVersion(
  { versions }: { versions: Versions },
  request: Request,
  response: Response,
  value: object,
  status = 200,
  merged?: readonly string[],
): void {
  const bytes = Buffer.from(JSON.stringify(value));
  const answer = { bytes, etag: etagOf(bytes) };
  versions.remember(answer);
  sendAnswer(request, response, merged ? { ...answer, merged } : answer, status);
}

/** A response without a body: 204, or a redirect whose location is set. */
export function sendNothing(response: Response, status: 204 | 308 = 204): void {
  finalizeHeaders(response.req, response);
  response.setHeader('Cache-Control', CACHE_CONTROL);
  response.statusCode = status;
  response.end();
}

/** 204, with the id of the trash entry of what was deleted. */
export function sendTrashed(response: Response, entry: { id: string }): void {
  response.setHeader('X-Trash-Id', entry.id);
  sendNothing(response);
}
