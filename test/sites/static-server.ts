/** A plain server of static files, as hosts of websites are: nothing is rewritten, and what is missing is 404.html. */
import { readFile, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join, normalize } from 'node:path';
import mime from 'mime-types';

export interface StaticSite {
  url: string;
  /** Paths that were asked for and do not exist. */
  missing: string[];
  close(): Promise<void>;
}

async function fileAt(folder: string, path: string): Promise<string | undefined> {
  const place = join(folder, normalize(`/${decodeURIComponent(path)}`));
  for (const file of path.endsWith('/') ? [join(place, 'index.html')] : [place]) {
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile()) return file;
  }
  return undefined;
}

export async function serveStatic(folder: string): Promise<StaticSite> {
  const missing: string[] = [];
  const server: Server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = await fileAt(folder, pathname);
    if (file === undefined) missing.push(pathname);
    const shown = file ?? join(folder, '404.html');
    const type = mime.contentType(shown.slice(shown.lastIndexOf('.'))) || 'application/octet-stream';
    const bytes = await readFile(shown).catch(() => 'not found');
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': type });
    response.end(bytes);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    missing,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
