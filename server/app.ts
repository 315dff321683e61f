/** The app: middleware in the order in which a request must pass it, then the routes in the specification's order. */
import { randomUUID } from 'node:crypto';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import { ANONYMOUS } from './access/caller.js';
import { missing } from './errors.js';
import { identifyCaller } from './http/caller.js';
import { cors } from './http/cors.js';
import { dataFolderGuard } from './http/data-folder-guard.js';
import { errorHandler } from './http/error-response.js';
import { hostGuard, hostNames } from './http/host-guard.js';
import { parseQuery } from './http/query.js';
import { securityHeaders } from './http/security-headers.js';
import { mountAdmin } from './routes/admin-pages.js';
import { collectionRoutes } from './routes/collections.js';
import { importRoutes, starterRoutes } from './routes/import.js';
import { mount, type Route } from './routes/route.js';
import { schemaRoutes } from './routes/schemas.js';
import { sessionRoutes, statusRoutes } from './routes/session.js';
import { trashRoutes } from './routes/trash.js';
import type { Site } from './site.js';

export interface AppOptions {
  /** The address the server listens on; its own name among the hosts it answers for. */
  host: string;
  /** Further hosts, `name` or `name:port`, and origins the user allows. */
  hosts?: readonly string[];
  origins?: readonly string[];
  /** Folder of the built admin. */
  renderer: string;
  log: Logger;
}

/** Routes of the API: served below `/api` and without a prefix. */
export const apiRoutes: readonly Route[] = [
  ...collectionRoutes,
  ...schemaRoutes,
  ...trashRoutes,
  ...statusRoutes,
  ...starterRoutes,
];

/** Routes at the root only. */
export const rootRoutes: readonly Route[] = [...importRoutes, ...sessionRoutes];

/** Makes the app of an open folder. Nothing listens yet. */
export function createApp(site: Site, options: AppOptions): Express {
  const app = express();
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', parseQuery);

  app.use((request: Request, response: Response, next: NextFunction) => {
    request.requestId = randomUUID();
    request.caller = ANONYMOUS;
    response.setHeader('X-Request-Id', request.requestId);
    next();
  });
  app.use(securityHeaders);
  app.use(hostGuard(hostNames(options.host, options.hosts ?? [])));
  app.use(dataFolderGuard(site.store.folderName));
  app.use(cors(options.origins ?? []));
  app.use(identifyCaller(site));

  mount(app, site, ['/api', ''], apiRoutes);
  mount(app, site, [''], rootRoutes);
  mountAdmin(app, site, options.renderer);
  app.get('/', (_request, response) => response.redirect(302, '/admin/'));

  app.use(() => {
    throw missing('There is nothing at this address');
  });
  app.use(errorHandler(options.log));
  return app;
}
