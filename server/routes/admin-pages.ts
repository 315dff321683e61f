/** The built admin (decision 1): pages and hashed assets below `/admin/`. */
import { parseCookie } from 'cookie';
import type { RequestHandler, Router } from 'express';
import { LANGUAGE_COOKIE, LANGUAGES } from '../contract/languages.js';
import { message } from '../contract/messages/message.js';
import { missing } from '../errors.js';
import type { Request } from '../http/request.js';
import type { Site } from '../site.js';
import { adminFiles } from './admin-files.js';
import { redeemLink } from './session.js';

const NOT_BUILT =
  'The admin is not built yet. Run "npm run build" in the checkout, then reload this page. The API is being served.\n';

/** Mounts the addresses that lead to the admin, among them the one-time link. */
export function mountEntrance(router: Router, site: Site): void {
  router.get('/', (_request, response) => response.redirect(302, '/admin/'));
  router.get('/admin', (request, response) => {
    const mark = request.url.indexOf('?');
    response.redirect(308, `/admin/${mark < 0 ? '' : request.url.slice(mark)}`);
  });
  router.get('/admin/', redeemLink(site));
}

/** Mounts the pages. `folder` is the folder of the build; without a build they show an explanation. */
export function mountPages(router: Router, folder: string): void {
  const files = adminFiles(folder);
  router.use('/admin/', files);
  router.get('/admin/{*page}', page(files));
}

const OFFERED = LANGUAGES.map(({ tag }) => tag);

/** The language that was chosen in the admin, else the first one that the browser asks for. */
function languageFor(request: Request): string {
  const chosen = parseCookie(request.headers.cookie ?? '')[LANGUAGE_COOKIE] ?? '';
  // Tests choose one that is not offered.
  return /^[a-z]{2}(?:-[A-Z]{2})?$/.test(chosen) ? chosen : request.acceptsLanguages(OFFERED) || 'en';
}

/** Every page URL returns the single page of the admin, which does the routing. */
function page(files: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const last = request.path.slice(request.path.lastIndexOf('/') + 1);
    if (last.includes('.') || /\.\.|%/.test(request.path)) throw missing(message('pageMissing'));
    const { url } = request;
    response.vary('Cookie, Accept-Language');
    const notBuilt = (error?: unknown): void => {
      request.url = url;
      if (error === undefined) {
        response.status(503).set('Cache-Control', 'no-store').type('text/plain').send(NOT_BUILT);
      } else next(error);
    };
    // A build without this language, and every build for English, has the page without a tag.
    request.url = `/index.${languageFor(request)}.html`;
    files(request, response, (error?: unknown) => {
      request.url = '/index.html';
      if (error === undefined) files(request, response, notBuilt);
      else notBuilt(error);
    });
  };
}
