/** Streams long responses, generated at the pace of the client. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create } from 'content-disposition';
import type { Request, Response } from './request.js';
import { begin, CACHE_CONTROL, sentNotModified } from './send.js';

export interface StreamAnswer {
  /** Default: 200. */
  status?: number;
  /** Media type with its charset. */
  type: string;
  /** Other headers: names and values in turn. */
  headers?: readonly string[];
  /** Name of the file a browser saves; absent: shown inline. */
  filename?: string;
  /** Strong ETag of the response, quoted; absent when it is not known in advance. */
  etag?: string;
  /** Number of objects, if known in advance. */
  total?: number;
  /** How many objects are left out because their files cannot be read. */
  skipped?: number;
  body: AsyncIterable<string | Uint8Array>;
}

/**
 * Sends a body while it is generated, or 304 without generating it. Resolves when all is sent or the client has
 * disconnected; if generating fails, the connection is aborted, so that a part is not taken for the whole, and the
 * promise rejects.
 */
export async function sendStream(request: Request, response: Response, answer: StreamAnswer): Promise<void> {
  const headers = ['Cache-Control', CACHE_CONTROL, ...(answer.headers ?? [])];
  if (answer.etag !== undefined) {
    headers.push('ETag', answer.etag);
    if (sentNotModified(request, response, { etag: answer.etag }, headers)) return;
  }
  headers.push('Content-Type', answer.type);
  if (answer.filename !== undefined) headers.push('Content-Disposition', create(answer.filename));
  if (answer.total !== undefined) headers.push('X-Total-Count', String(answer.total));
  if (answer.skipped) headers.push('X-Skipped-Count', String(answer.skipped));
  begin(request, response, answer.status ?? 200, headers);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  try {
    await pipeline(Readable.from(answer.body, { objectMode: false }), response);
  } catch (error) {
    if (!hasLeft(error)) throw error;
  }
}

/** The client disconnected early: not an error. */
function hasLeft(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'].includes(String(error.code));
}
