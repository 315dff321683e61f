/** The built admin (decision 1): pages and hashed assets below `/admin/`. */
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { missing } from '../errors.js';
import type { Site } from '../site.js';
import { redeemLink } from './session.js';

const NOT_BUILT =
  'The admin is not built yet. Run "npm run build" in the checkout, then reload this page. The API is being served.\n';

/** Files whose name carries a hash of their content. */
const HASHED = /[\\/]assets[\\/]/;

/** Mounts the admin. `folder` is where the build lies; without a build its pages say so in a sentence. */
export function mountAdmin(router: Router, site: Site, folder: string): void {
  router.get('/admin', (request, response) => {
    const mark = request.url.indexOf('?');
    response.redirect(308, `/admin/${mark < 0 ? '' : request.url.slice(mark)}`);
  });
  router.get('/admin/', redeemLink(site));
  router.use(
    '/admin/',
    express.static(folder, {
      index: false,
      redirect: false,
      setHeaders: (response, path) =>
        response.setHeader(
          'Cache-Control',
          HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    }),
  );
  router.get('/admin/{*page}', page(folder));
}

/** Every page address shows the one page of the admin, which finds its way by the address itself. */
function page(folder: string) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const last = request.path.slice(request.path.lastIndexOf('/') + 1);
    if (last.includes('.') || /\.\.|%/.test(request.path)) throw missing('There is no such page');
    const options = { root: folder, cacheControl: false, headers: { 'Cache-Control': 'no-cache' } };
    response.sendFile('index.html', options, (error?: Error) => {
      if (error === undefined || response.headersSent) return;
      if (!('status' in error) || error.status !== 404) return next(error);
      response.status(503).set('Cache-Control', 'no-store').type('text/plain').send(NOT_BUILT);
    });
  };
}
