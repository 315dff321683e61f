/** Short answers that are no JSON. */
import type { Request, Response } from 'express';
import { etagOf } from '../content/answers/answer.js';
import { CACHE_CONTROL, matchesNone } from './send.js';

/** Sends a text, tagged by its content; 304 when a GET already has it. `type`: media type with its charset. */
export function sendText(request: Request, response: Response, type: string, text: string): void {
  const bytes = Buffer.from(text);
  const etag = etagOf(bytes);
  response.setHeader('Cache-Control', CACHE_CONTROL);
  response.setHeader('ETag', etag);
  if (matchesNone(request.headers['if-none-match'], etag)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}
