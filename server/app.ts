/** The app: middleware in the order in which a request must pass it, then the routes in the specification's order. */
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { message } from './contract/messages/message.js';
import { missing } from './errors.js';
import { accessLog } from './http/access-log.js';
import { limitBodies } from './http/body.js';
import { callerOf } from './http/caller.js';
import { cors } from './http/cors.js';
import { dataFolderGuard } from './http/data-folder-guard.js';
import { errorHandler, failure } from './http/error-response.js';
import { folderOfPage, folderStands } from './http/folder-guard.js';
import { hostGuard, hostNames } from './http/host-guard.js';
import type { FastPath } from './http/node-server.js';
import { assignRequestIds, pipeline, pipelineMiddleware } from './http/pipeline.js';
import { limitRate } from './http/rate-limit.js';
import type { Request } from './http/request.js';
import { securityHeaders } from './http/security-headers.js';
import { logRefusal } from './http/security-log.js';
import { lazy } from './on-demand.js';
import type { MountedRoute } from './openapi/document.js';
import { mountEntrance, mountPages } from './routes/admin-pages.js';
import { allObjectRoutes } from './routes/all-objects.js';
import { automationRoutes, webhookRoutes } from './routes/automations.js';
import { backupRoutes } from './routes/backups.js';
import { batchRoutes } from './routes/batch.js';
import { changeSetRoutes } from './routes/change-sets.js';
import { changeRoutes } from './routes/changes.js';
import { collectionRoutes } from './routes/collections.js';
import { conflictRoutes } from './routes/conflicts.js';
import { deckItemRoutes } from './routes/deck-items.js';
import { mountDocs } from './routes/docs-pages.js';
import { downloadRoutes } from './routes/downloads.js';
import { editorUploadRoutes } from './routes/editor-uploads.js';
import { embeddedFileRoutes } from './routes/embedded-files.js';
import { eventRoutes } from './routes/events.js';
import { exportRoutes } from './routes/exports.js';
import { fastPath } from './routes/fast-path.js';
import { fileHistoryRoutes } from './routes/file-history.js';
import { fileRoutes } from './routes/files.js';
import { healthRoutes } from './routes/health.js';
import { historyRoutes } from './routes/history.js';
import { imageRoutes } from './routes/imageworks.js';
import { importRoutes, starterRoutes, unfinishedImportRoutes } from './routes/import.js';
import { keyRoutes } from './routes/keys.js';
import { linkRoutes } from './routes/links.js';
import { mcpRoutes } from './routes/mcp.js';
import { meantAddress } from './routes/meant.js';
import { mediaRoutes } from './routes/media.js';
import { mount, type ReadyRoute } from './routes/mount.js';
import { moveRoutes } from './routes/moves.js';
import { oauthAdminRoutes, oauthRoutes } from './routes/oauth.js';
import { openApiRoutes } from './routes/openapi.js';
import { overviewRoutes } from './routes/overview.js';
import { presenceRoutes } from './routes/presence.js';
import { previewRoutes } from './routes/preview.js';
import { propertyRoutes } from './routes/properties.js';
import { queryRoutes } from './routes/queries.js';
import { referenceRoutes } from './routes/references.js';
import { relationRoutes } from './routes/relations.js';
import { reportRoutes } from './routes/reports.js';
import type { Route } from './routes/route.js';
import { RouteMatcher } from './routes/route-matcher.js';
import { schemaRoutes } from './routes/schemas.js';
import { sessionRoutes, statusRoutes } from './routes/session.js';
import { sessionListRoutes } from './routes/sessions.js';
import { settingsRoutes } from './routes/settings.js';
import { signInRoutes } from './routes/sign-in.js';
import { siteRoutes } from './routes/sites.js';
import { sourceImportRoutes } from './routes/source-imports.js';
import { temporaryKeyRoutes } from './routes/temporary-keys.js';
import { transferRoutes } from './routes/transfer.js';
import { trashRoutes } from './routes/trash.js';
import { trustRoutes } from './routes/trust.js';
import { unsavedRoutes } from './routes/unsaved.js';
import { userRoutes } from './routes/users.js';
import { viewRoutes } from './routes/views.js';
import { HOSTS, ORIGINS } from './settings/access.js';
import { fromSettings, settingValue } from './settings/read.js';
import type { Site } from './site.js';

export interface AppOptions {
  /** The address the server listens on; an allowed Host name. */
  host: string;
  /** Folder of the built admin. */
  renderer: string;
  /** Folder of the built documentation. */
  docs: string;
  log: Logger;
}

/** Routes of the API: served below `/api` and without a prefix. */
export const apiRoutes: readonly Route[] = [
  ...queryRoutes,
  ...collectionRoutes,
  ...referenceRoutes,
  ...moveRoutes,
  ...fileHistoryRoutes,
  ...historyRoutes,
  ...changeSetRoutes,
  ...conflictRoutes,
  ...propertyRoutes,
  ...deckItemRoutes,
  ...fileRoutes,
  ...editorUploadRoutes,
  ...schemaRoutes,
  ...reportRoutes,
  ...exportRoutes,
  ...viewRoutes,
  ...batchRoutes,
  ...linkRoutes,
  ...mediaRoutes,
  ...healthRoutes,
  ...relationRoutes,
  ...overviewRoutes,
  ...keyRoutes,
  ...temporaryKeyRoutes,
  ...automationRoutes,
  ...trustRoutes,
  ...oauthAdminRoutes,
  ...userRoutes,
  ...settingsRoutes,
  ...backupRoutes,
  ...siteRoutes,
  ...trashRoutes,
  ...eventRoutes,
  ...changeRoutes,
  ...allObjectRoutes,
  ...unsavedRoutes,
  ...presenceRoutes,
  ...previewRoutes,
  ...statusRoutes,
  ...starterRoutes,
  ...unfinishedImportRoutes,
  ...openApiRoutes(() => allRoutes),
];

/** Routes at the root only. */
export const rootRoutes: readonly Route[] = [
  ...importRoutes,
  ...transferRoutes,
  ...sourceImportRoutes,
  ...embeddedFileRoutes,
  ...downloadRoutes,
  ...imageRoutes,
  ...webhookRoutes,
  ...sessionRoutes,
  ...oauthRoutes,
  ...signInRoutes,
  ...sessionListRoutes,
  ...mcpRoutes,
];

/** The whole table, for documentation and checks. */
const allRoutes: readonly MountedRoute[] = [
  ...apiRoutes.map((route) => ({ ...route, prefixed: true })),
  ...rootRoutes.map((route) => ({ ...route, prefixed: false })),
];

export interface App {
  express: Express;
  /** Handles requests with a plain path before Express, in the same way. */
  fastPath: FastPath;
}

/** The rest of an address with the token of a command is that of the request. */
function takeToken(site: Site, request: Request): void {
  const found = site.temporaryKeys.readsAt(request.url);
  if (!found) return;
  request.url = found.rest;
  request.fileReads = found.reads;
}

const lowerCased = (texts: readonly string[]) => new Set(texts.map((text) => text.toLowerCase()));

/** Makes the app of an open folder. Nothing listens yet. */
export function createApp(site: Site, options: AppOptions): App {
  const enter = pipeline([
    assignRequestIds(),
    securityHeaders(),
    accessLog(site, options.log),
    limitBodies(site.settings),
    hostGuard(fromSettings(site.settings, (stored) => hostNames(options.host, settingValue(stored, HOSTS)))),
    dataFolderGuard(site.store.folderName),
    cors({
      all: fromSettings(site.settings, (stored) => lowerCased(settingValue(stored, ORIGINS))),
      mcp: () => site.mcp.settings().origins,
    }),
    folderStands(site),
    folderOfPage(site),
    limitRate(site, (request) => callerOf(site, request)),
  ]);

  const app = express();
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.disable('x-powered-by');
  app.disable('etag');

  app.use(pipelineMiddleware(enter));
  mountEntrance(app, site);
  const matcher = new RouteMatcher<ReadyRoute>();
  const mountings = [
    mount(matcher, site, apiRoutes, { prefixed: true }),
    mount(matcher, site, rootRoutes, { prefixed: false }),
  ];
  // Express compiles a pattern for each path, so its router is made for the first request the matcher does not answer.
  const otherPaths = lazy(() => {
    const router = express.Router({ caseSensitive: true, strict: true });
    for (const mountIn of mountings) mountIn(router);
    mountPages(router, options.renderer);
    mountDocs(router, options.docs);
    return router;
  });
  app.use((request, response, next) => otherPaths()(request, response, next));

  app.use((request) => {
    const meant = meantAddress(matcher, request);
    throw missing(meant === undefined ? message('notFound') : message('notFoundSimilar', { meant }));
  });
  const onRejected = (request: Request, status: number, message: string) =>
    logRefusal(site, request, status, message);
  const isAvailable = () => site.store.folder.isAvailable();
  app.use(errorHandler(options.log, { onRejected, isAvailable }));
  const fail = failure(options.log, { onRejected, isAvailable });
  const fast = fastPath(matcher, enter, fail);
  return {
    express: app,
    fastPath: (request, response) => {
      takeToken(site, request);
      return fast(request, response);
    },
  };
}
