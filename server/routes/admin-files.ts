/**
 * Static files of the built admin, compressed if the browser accepts it and the build has compressed ones. Packages
 * have scripts and styles as Brotli only, and the server makes the other forms when they are asked for.
 */
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import express, { type Request, type RequestHandler } from 'express';
import { filesBelow } from '../store/host/resources.js';

/** Encodings of the build (`renderer/encoded-files.config.ts`), shortest first. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Files with a content hash in their name. */
const HASHED = /[\\/]assets[\\/]/;
const FOREVER = 'public, max-age=31536000, immutable';

const decompressed = promisify(brotliDecompress);
const gzipped = promisify(gzip);

/** Files of a folder that have this encoding. */
function filesOf(folder: string, encoding?: Encoding): RequestHandler {
  return express.static(folder, {
    index: false,
    redirect: false,
    // A range of compressed bytes cannot be decoded: such a file is always sent whole.
    acceptRanges: encoding === undefined,
    setHeaders: (response, path, stat: { size: number; mtimeMs: number }) => {
      response.setHeader('Cache-Control', HASHED.test(path) ? FOREVER : 'no-cache');
      response.vary('Accept-Encoding');
      if (encoding === undefined) return;
      response.setHeader('Content-Encoding', encoding);
      const version = `${stat.size.toString(16)}-${Math.floor(stat.mtimeMs).toString(16)}`;
      response.setHeader('ETag', `W/"${version}-${encoding}"`);
    },
  });
}

/** Scripts and styles that are there as Brotli only, as they are or as gzip. They are few: browsers keep them. */
function filesFromBrotli(folder: string): RequestHandler {
  const bytesOf = filesBelow(folder);
  return async (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const reading = isRead && HASHED.test(request.path) ? bytesOf(request.path.slice(1)) : undefined;
    if (reading === undefined) return next();
    try {
      const bytes = await decompressed(await reading);
      const asGzip = encodingFor(request) === 'gzip';
      const body = asGzip ? await gzipped(bytes) : bytes;
      if (asGzip) response.setHeader('Content-Encoding', 'gzip');
      response.type(extname(request.path));
      response.setHeader('Cache-Control', FOREVER);
      // The name has a hash of the content.
      response.setHeader('ETag', `W/"${basename(request.path)}${asGzip ? '-gzip' : ''}"`);
      response.vary('Accept-Encoding');
      response.send(body);
    } catch (error) {
      next(error);
    }
  };
}

/** The shortest encoding the request accepts with at least the quality of the plain file. */
const encodingFor = (request: Request): Encoding | undefined =>
  ENCODINGS.find((encoding) => request.acceptsEncodings(encoding, 'identity') === encoding);

/** Serves the files of a build by their path; missing ones are left to the next handler. */
export function adminFiles(folder: string): RequestHandler {
  const found = [
    filesOf(folder),
    filesOf(join(folder, '.plain')),
    filesFromBrotli(join(folder, '.encoded', 'br')),
  ];
  // express.static does not serve names with a leading dot, so `.encoded` itself has no URL.
  const encoded = {
    br: filesOf(join(folder, '.encoded', 'br'), 'br'),
    gzip: filesOf(join(folder, '.encoded', 'gzip'), 'gzip'),
  };
  return (request, response, next) => {
    const encoding = encodingFor(request);
    const handlers = [...(encoding === undefined ? [] : [encoded[encoding]]), ...found];
    const step = (at: number): void => {
      const handler = handlers[at];
      if (handler) handler(request, response, (error?: unknown) => (error ? next(error) : step(at + 1)));
      else next();
    };
    step(0);
  };
}
