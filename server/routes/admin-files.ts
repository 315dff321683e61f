/** Static files of the built admin, compressed if the browser accepts it and the build has compressed ones. */
import { join } from 'node:path';
import express, { type Request, type RequestHandler, type Response } from 'express';

/** Encodings of the build (`renderer/encoded-files.config.ts`), shortest first. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Files with a content hash in their name. */
const HASHED = /[\\/]assets[\\/]/;

/** Files of a folder that have this encoding. */
function filesOf(folder: string, encoding?: Encoding): RequestHandler {
  return express.static(folder, {
    index: false,
    redirect: false,
    // A range of compressed bytes cannot be decoded: such a file is always sent whole.
    acceptRanges: encoding === undefined,
    setHeaders: (response, path, stat: { size: number; mtimeMs: number }) => {
      response.setHeader(
        'Cache-Control',
        HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      response.vary('Accept-Encoding');
      if (encoding === undefined) return;
      response.setHeader('Content-Encoding', encoding);
      const version = `${stat.size.toString(16)}-${Math.floor(stat.mtimeMs).toString(16)}`;
      response.setHeader('ETag', `W/"${version}-${encoding}"`);
    },
  });
}

/** The shortest encoding the request accepts with at least the quality of the plain file. */
const encodingFor = (request: Request): Encoding | undefined =>
  ENCODINGS.find((encoding) => request.acceptsEncodings(encoding, 'identity') === encoding);

/** Serves the files of a build by their path; missing ones are left to the next handler. */
export function adminFiles(folder: string): RequestHandler {
  const plain = filesOf(folder);
  // express.static does not serve names with a leading dot, so `.encoded` itself has no URL.
  const encoded = {
    br: filesOf(join(folder, '.encoded', 'br'), 'br'),
    gzip: filesOf(join(folder, '.encoded', 'gzip'), 'gzip'),
  };
  return (request, response: Response, next) => {
    const encoding = encodingFor(request);
    if (encoding === undefined) return plain(request, response, next);
    return encoded[encoding](request, response, (error?: unknown) =>
      error === undefined ? plain(request, response, next) : next(error),
    );
  };
}
