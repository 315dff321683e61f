/** Answers: bytes with an ETag, 304 before anything is sent, JSON, nothing. */
import type { Request, Response } from 'express';
import { type Answer, etagOf } from '../content/answers/answer.js';
import type { Versions } from '../content/answers/versions.js';
import { withWarnings } from '../content/answers/warnings.js';
import { WARNINGS_HEADER } from '../contract/wire.js';
import { settleHeaders } from './entrance.js';
import { isCurrent, type Validators } from './range.js';

/** Kept by the client, asked for again each time. Private: what is shown depends on who asks. */
export const CACHE_CONTROL = 'private, no-cache';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Most names one header carries. */
const MOST_WARNINGS = 50;

/** Names of properties as a header carries them: separated by commas, what no name has percent-encoded. */
const warningsValue = (names: readonly string[]): string =>
  names
    .slice(0, MOST_WARNINGS)
    .map((name) =>
      encodeURIComponent(Buffer.from(name.slice(0, 200)).toString()).replace(/%5B|%5D/g, decodeURIComponent),
    )
    .join(', ');

/** The header that warns of names, as name and value in turn; nothing for none. */
export const warningHeader = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : [WARNINGS_HEADER, warningsValue(names)];

/** Begins an answer: the headers of every answer and its own, written in one go where none is set yet. */
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

/** As `begin`, for answers whose own headers take the place of those every answer has. */
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

/** Sends 304 without a body when a GET or HEAD already has what `validators` name; false when it has to be sent. */
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
  { bytes, etag, release, warnings, type = JSON_TYPE }: Answer & { type?: string },
  status = 200,
  headers: readonly string[] = [],
): void {
  const own = [...headers, 'Cache-Control', CACHE_CONTROL, 'ETag', etag];
  if (warnings) own.push(...warningHeader(warnings));
  if (sentNotModified(request, response, { etag }, own)) {
    release?.();
    return;
  }
  own.push('Content-Type', type, 'Content-Length', String(bytes.length));
  begin(request, response, status, own);
  // Told when the system has taken the bytes, and not at all when they were lost on the way.
  response.end(bytes, release);
}

/** Sends a text that is no JSON, tagged by its content. `type`: media type with its charset. */
export function sendText(request: Request, response: Response, type: string, text: string): void {
  const bytes = Buffer.from(text);
  sendAnswer(request, response, { bytes, etag: etagOf(bytes), type });
}

/** Sends a value as JSON, tagged by its content; with the names of properties to warn of. */
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

/** As `sendJson`, and remembered, so that a later change of it can be told what has changed since. */
export function sendVersion(
  { versions }: { versions: Versions },
  request: Request,
  response: Response,
  value: object,
  status = 200,
): void {
  const bytes = Buffer.from(JSON.stringify(value));
  const answer = { bytes, etag: etagOf(bytes) };
  versions.remember(answer);
  sendAnswer(request, response, answer, status);
}

/** An answer without a body: 204, or a redirection whose address is set. */
export function sendNothing(response: Response, status: 204 | 308 = 204): void {
  settleHeaders(response.req, response);
  response.setHeader('Cache-Control', CACHE_CONTROL);
  response.statusCode = status;
  response.end();
}

/** 204, with the entry under which the trash keeps what was deleted. */
export function sendTrashed(response: Response, entry: { id: string }): void {
  response.setHeader('X-Trash-Id', entry.id);
  sendNothing(response);
}
