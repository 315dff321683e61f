/** Serves the pages of a site as they were built last, on 127.0.0.1, as a host would (spec/preview.md#published-pages). */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import express, { type RequestHandler } from 'express';
import { isWithin, realPlace } from '../store/disk/places.js';

export interface BuiltPages {
  /** Real path of the folder. */
  output: string;
  /** Path at which it is published, with a slash at its end. */
  base: string;
}

const EXTENSIONS = ['', '.html', '/index.html'];

function filesOf({ output, base }: BuiltPages): RequestHandler {
  const pages = express.Router();
  const missing: RequestHandler = (_request, response) => {
    if (!isInside(output, '404.html')) {
      response.sendStatus(404);
      return;
    }
    response.status(404).sendFile('404.html', { root: output }, (error) => {
      if (error && !response.headersSent) response.sendStatus(404);
    });
  };
  pages.use(base, (request, response, next) => {
    if (isInside(output, request.path)) next();
    else missing(request, response, next);
  });
  pages.use(base, express.static(output, { extensions: ['html'], cacheControl: false, etag: false }));
  pages.use(missing);
  return pages;
}

/** Whether a path leads to nothing outside a folder, also through links. */
function isInside(folder: string, path: string): boolean {
  try {
    const place = join(folder, decodeURIComponent(path));
    return EXTENSIONS.every((extension) => isWithin(realPlace(`${place}${extension}`), folder));
  } catch {
    return false;
  }
}

export class PublishedPages {
  readonly #server: Server;
  #shown: { key: string; files: RequestHandler } | undefined;

  private constructor() {
    const app = express().disable('x-powered-by');
    app.use((request, response, next) => {
      // A page of another site that points its name at this machine gets nothing.
      if (`http://${request.headers.host}` !== this.address) response.sendStatus(403);
      else if (this.#shown) this.#shown.files(request, response, next);
      else response.sendStatus(404);
    });
    this.#server = createServer(app);
  }

  static async open(): Promise<PublishedPages> {
    const pages = new PublishedPages();
    pages.#server.listen(0, '127.0.0.1');
    await once(pages.#server, 'listening');
    return pages;
  }

  get address(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  /** The pages that are served from now on; undefined: none. */
  show(built: BuiltPages | undefined): void {
    const key = JSON.stringify(built);
    if (!built) this.#shown = undefined;
    else if (this.#shown?.key !== key) this.#shown = { key, files: filesOf(built) };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    if (this.#server.listening) await once(this.#server, 'close');
  }
}
