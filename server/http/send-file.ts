/** Bytes of a file on their way: read into buffers that are used again, whole or in part. */
import type { Request, Response } from 'express';
import { PlinthError } from '../errors.js';
import type { OpenFile } from '../store/store.js';
import { fileContentPolicy, fileDisposition } from './disposition.js';
import { settleHeaders } from './entrance.js';
import { isCurrent, servedRange } from './range.js';

/** Large enough that calls cost nothing beside the copying. */
const CHUNK = 512 * 1024;
/** Buffers kept for the next file. */
const SPARE = 16;

/** Buffers nobody reads into at the moment. */
const spare: Buffer[] = [];
const take = (): Buffer => spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK);
const giveBack = (buffer: Buffer): void => {
  if (spare.length < SPARE) spare.push(buffer);
};

/** Sends bytes from `start` to `end`, both in it; resolves when all are sent or the client has left. */
async function pump(file: OpenFile, response: Response, start: number, end: number): Promise<void> {
  const buffers = [take(), take()] as const;
  const sent: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()];
  const left = new Promise<void>((resolve) => response.once('close', resolve));
  let turn: 0 | 1 = 0;
  try {
    for (let at = start; at <= end; turn = turn === 0 ? 1 : 0) {
      await Promise.race([sent[turn], left]);
      if (response.destroyed) return;
      const buffer = buffers[turn];
      const wanted = Math.min(CHUNK, end - at + 1);
      const read = await file.read(wanted === CHUNK ? buffer : buffer.subarray(0, wanted), at);
      // Cut short by somebody since it was opened: the client must not take the part for the whole.
      if (read === 0) {
        response.destroy();
        return;
      }
      at += read;
      sent[turn] = new Promise((resolve) => {
        response.write(buffer.subarray(0, read), () => resolve());
      });
    }
    await Promise.race([Promise.all(sent), left]);
    if (!response.destroyed) response.end();
  } finally {
    // Whoever left may leave bytes behind that the socket still holds; such buffers are not used again.
    if (!response.destroyed || response.writableFinished) for (const buffer of buffers) giveBack(buffer);
  }
}

export interface FileAnswer {
  /** Media type as it is sent. */
  type: string;
  /** Name the file is saved under. */
  name: string;
  disposition: 'attachment' | 'inline';
  /** Parts may be asked for. */
  ranges: boolean;
  cacheControl: string;
  /** Pages of other origins may show it. */
  shared: boolean;
}

/**
 * Sends an open file and closes it: whole, in part (206), 304, or 416 for a part there is not. Resolves to whether
 * the beginning of the file was sent.
 */
export async function sendFile(
  request: Request,
  response: Response,
  file: OpenFile,
  answer: FileAnswer,
): Promise<boolean> {
  try {
    const modified = new Date(file.mtimeMs);
    const etag = `"${file.size.toString(36)}-${Math.floor(file.mtimeMs * 1000).toString(36)}-${file.ino.toString(36)}"`;
    settleHeaders(request, response);
    response.setHeader('ETag', etag);
    response.setHeader('Last-Modified', modified.toUTCString());
    response.setHeader('Cache-Control', answer.cacheControl);
    response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    response.setHeader('Content-Security-Policy', fileContentPolicy(answer.type));
    if (answer.shared) response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    if (answer.ranges) response.setHeader('Accept-Ranges', 'bytes');
    response.statusCode = 200;
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (reads && isCurrent(request.headers, { etag, modified })) {
      response.statusCode = 304;
      response.end();
      return false;
    }
    const headers = answer.ranges && request.method === 'GET' ? request.headers : {};
    const { range, 'if-range': ifRange } = headers;
    const served = servedRange(
      { range, 'if-range': Array.isArray(ifRange) ? ifRange[0] : ifRange },
      file.size,
      { etag, modified },
    );
    if (served === 'unsatisfiable') {
      response.setHeader('Content-Range', `bytes */${file.size}`);
      throw new PlinthError('range', 'The file has no such part');
    }
    const { start, end, partial } = served;
    response.setHeader('Content-Type', answer.type);
    response.setHeader('Content-Disposition', fileDisposition(answer.disposition, answer.name, answer.type));
    response.setHeader('Content-Length', end - start + 1);
    if (partial) {
      response.statusCode = 206;
      response.setHeader('Content-Range', `bytes ${start}-${end}/${file.size}`);
    }
    if (request.method === 'HEAD') {
      response.end();
      return false;
    }
    await pump(file, response, start, end);
    return start === 0;
  } finally {
    await file.close();
  }
}
