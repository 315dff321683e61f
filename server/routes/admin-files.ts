/** Static files of the built admin, with Brotli if the browser accepts it and the build has the file so. */
import { basename, join } from 'node:path';
import express, { type RequestHandler } from 'express';

/** Files with a content hash in their name. */
const HASHED = /[\\/]assets[\\/]/;
const FOREVER = 'public, max-age=31536000, immutable';

/** Files of a folder, which are all as they are or all compressed. */
function filesOf(folder: string, encoding?: 'br'): RequestHandler {
  return express.static(folder, {
    index: false,
    redirect: false,
    // A range of compressed bytes cannot be decoded: such a file is always sent whole.
    acceptRanges: encoding === undefined,
    setHeaders: (response, path, stat: { size: number; mtimeMs: number }) => {
      response.setHeader('Cache-Control', HASHED.test(path) ? FOREVER : 'no-cache');
      response.vary('Accept-Encoding');
      if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
      // With the name: the pages of two languages have one address, and may have one size and time.
      const version = `${stat.size.toString(16)}-${Math.floor(stat.mtimeMs).toString(16)}`;
      response.setHeader('ETag', `W/"${basename(path)}-${version}-${encoding ?? 'plain'}"`);
    },
  });
}

/** Serves the files of a build by their path; missing ones are left to the next handler. */
export function adminFiles(folder: string): RequestHandler {
  const plain = filesOf(folder);
  // Written by the build (`renderer/compressed-files.config.ts`); names with a leading dot have no URL.
  const compressed = filesOf(join(folder, '.brotli'), 'br');
  return (request, response, next) => {
    // Accepted with at least the quality of the plain file.
    if (request.acceptsEncodings('br', 'identity') !== 'br') return plain(request, response, next);
    compressed(request, response, (error?: unknown) =>
      error ? next(error) : plain(request, response, next),
    );
  };
}
