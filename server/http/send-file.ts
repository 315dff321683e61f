/** Sends files or ranges of them, with reused buffers. */

import { message } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';
import { tagOfFile } from '../files/find.js';
import type { ReadBuffers } from '../store/disk/read-buffers.js';
import type { OpenFile } from '../store/types/files.js';
import { fileContentPolicy, fileDisposition } from './disposition.js';
import { servedRange } from './range.js';
import type { Request, Response } from './request.js';
import { beginReplacing, sentNotModified } from './send.js';

/** Sends the bytes from `start` to `end`, inclusive; resolves when all are sent or the client has disconnected. */
async function pump(
  { file, buffers }: SentFile,
  response: Response,
  { start, end }: { start: number; end: number },
): Promise<void> {
  /** Two buffers, the second only for larger files: one is filled while the other is sent. */
  const taken: Buffer[] = [];
  const sent: Promise<void>[] = [];
  const left = new Promise<void>((resolve) => response.once('close', resolve));
  try {
    for (let at = start, turn = 0; at <= end; turn = 1 - turn) {
      await Promise.race([sent[turn], left]);
      if (response.destroyed) return;
      taken[turn] ??= buffers.take();
      const buffer = taken[turn]?.subarray(0, end - at + 1) ?? Buffer.alloc(0);
      const read = await file.read(buffer, at);
      // The file was truncated since it was opened: the client must not take the part for the whole.
      if (read === 0) {
        response.destroy();
        return;
      }
      at += read;
      const piece = buffer.subarray(0, read);
      sent[turn] = new Promise((resolve) => {
        if (at > end) response.end(piece, resolve);
        else response.write(piece, () => resolve());
      });
    }
    if (sent.length === 0) response.end();
    await Promise.race([Promise.all(sent), left]);
  } finally {
    // After a disconnect the socket may still hold bytes, so these buffers are not reused.
    const free = !response.destroyed || response.writableFinished;
    for (const buffer of taken) free ? buffers.release(buffer) : buffers.discard(buffer);
  }
}

/** An open file and its buffers. */
export interface SentFile {
  file: OpenFile;
  buffers: ReadBuffers;
}

export interface FileAnswer {
  /** Media type of the response. */
  type: string;
  /** File name for saving. */
  name: string;
  disposition: 'attachment' | 'inline';
  /** Whether range requests are supported. */
  ranges: boolean;
  cacheControl: string;
  /** Headers that control which pages can embed it; by default only those of this origin. */
  sharing?: readonly string[];
}

/**
 * Sends an open file and closes it: whole, a range (206), 304, or 416 for an unsatisfiable range. Resolves to whether
 * the beginning of the file was sent.
 */
export async function sendFile(
  request: Request,
  response: Response,
  sent: SentFile,
  answer: FileAnswer,
): Promise<boolean> {
  const { file } = sent;
  try {
    const modified = new Date(file.mtimeMs);
    const etag = tagOfFile(file);
    const headers = [
      ...['ETag', etag, 'Last-Modified', modified.toUTCString()],
      ...['Cache-Control', answer.cacheControl, 'X-Robots-Tag', 'noindex, nofollow'],
      ...['Content-Security-Policy', fileContentPolicy(answer.type)],
      ...(answer.sharing ?? []),
      ...(answer.ranges ? ['Accept-Ranges', 'bytes'] : []),
    ];
    if (sentNotModified(request, response, { etag, modified }, headers, beginReplacing)) return false;
    const { range, 'if-range': ifRange } = answer.ranges && request.method === 'GET' ? request.headers : {};
    const served = servedRange(
      { range, 'if-range': Array.isArray(ifRange) ? ifRange[0] : ifRange },
      file.size,
      { etag, modified },
    );
    if (served === 'unsatisfiable') {
      response.setHeader('Content-Range', `bytes */${file.size}`);
      throw new PlinthError('range', message('rangeOutside'));
    }
    const { start, end, partial } = served;
    headers.push('Content-Type', answer.type, 'Content-Length', String(end - start + 1));
    headers.push('Content-Disposition', fileDisposition(answer.disposition, answer.name, answer.type));
    if (partial) headers.push('Content-Range', `bytes ${start}-${end}/${file.size}`);
    beginReplacing(request, response, partial ? 206 : 200, headers);
    if (request.method === 'HEAD') {
      response.end();
      return false;
    }
    await pump(sent, response, served);
    return start === 0;
  } finally {
    await file.close();
  }
}
