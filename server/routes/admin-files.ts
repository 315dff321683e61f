/** Files of the built admin, compressed where the browser takes that and the build has them so. */
import { join } from 'node:path';
import express, { type Request, type RequestHandler, type Response } from 'express';

/** What the build compresses to (`renderer/encoded-files.config.ts`), the shorter first. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Files whose name carries a hash of their content. */
const HASHED = /[\\/]assets[\\/]/;

/** Files of a folder, which are in this encoding. */
function filesOf(folder: string, encoding?: Encoding): RequestHandler {
  return express.static(folder, {
    index: false,
    redirect: false,
    // A part of compressed bytes cannot be decoded by itself: such a file is always sent whole.
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

/** The shortest encoding the request accepts no less than the file as it is. */
const encodingFor = (request: Request): Encoding | undefined =>
  ENCODINGS.find((encoding) => request.acceptsEncodings(encoding, 'identity') === encoding);

/** Serves the files of a build by their path; what is not there is left to the next handler. */
export function adminFiles(folder: string): RequestHandler {
  const plain = filesOf(folder);
  // express.static serves no path with a dot at the start of a name, so `.encoded` itself has no address.
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
