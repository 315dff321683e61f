/** Signing in, and the state for the admin's frame (spec/access.md#sessions). */
import type { NextFunction } from 'express';
import { adminAddress, type Session } from '../access/sessions.js';
import { SESSION, type SessionAnswer, type SiteStatus, STATUS } from '../contract/access.js';
import { clientOf, ownUrl } from '../http/origin.js';
import { queryText } from '../http/query.js';
import type { Request, Response } from '../http/request.js';
import { logSecurity } from '../http/security-log.js';
import { sendJson, sendNothing } from '../http/send.js';
import { clearSessionCookie, enterSession } from '../http/session-cookie.js';
import { anyJson } from '../openapi/shapes.js';
import type { Site } from '../site.js';
import { ownCommand, packageVersion } from '../store/host/resources.js';
import { type Handler, type Route, routesTagged } from './route.js';

/** The session as the browser sees it. */
export function sessionAnswer(site: Site, session: Session | undefined): SessionAnswer {
  const { user = null, csrfToken = null } = session ?? {};
  const folder = { id: site.store.folder.id, name: user && site.store.folderName };
  const event = user && site.cursors.cursor();
  return { user, csrfToken, passwordSignIn: site.users.any(), folder, event };
}

const session: Handler = (request, response, site) => {
  const { caller } = request;
  sendJson(request, response, sessionAnswer(site, 'session' in caller ? caller.session : undefined));
};

const end: Handler = async (request, response, site) => {
  if ('session' in request.caller) {
    await site.sessions.end(request.caller.session.id);
    logSecurity(site, request, 'sign-out');
  }
  clearSessionCookie(request, response);
  sendNothing(response);
};

const link: Handler = (request, response, site) => {
  logSecurity(site, request, 'link.made');
  sendJson(request, response, { admin: adminLink(ownUrl(request), site) });
};

/** How far the folder has been read; undefined while none of it is. */
function readingOf({ store, collections }: Site): SiteStatus['reading'] {
  const reading = store.catalogue.reading();
  if (!reading) return undefined;
  const all = collections.all();
  const read = all.filter(({ settings }) => store.catalogue.filled(settings.id) !== undefined).length;
  return { ...reading, collections: { read, of: all.length } };
}

const status: Handler = (request, response, site) => {
  const reading = readingOf(site);
  const command = request.caller.kind === 'owner' ? ownCommand() : undefined;
  const answer: SiteStatus = {
    ...site.status(),
    version: packageVersion(),
    url: ownUrl(request),
    history: { problem: site.store.history.problem ?? null },
    ...(reading && { reading }),
    ...(command && { command }),
  };
  sendJson(request, response, answer);
};

/** A health check. */
const health: Handler = (request, response, site) => {
  const status = site.store.folder.isAvailable() ? 'ok' : 'gone';
  sendJson(request, response, { status, version: packageVersion() });
};

const row = routesTagged('Server');

export const sessionRoutes: readonly Route[] = [
  row.get('/admin/session', 'open', session, {
    id: 'api.session.get',
    summary: 'The current session',
    output: SESSION,
  }),
  row.post('/admin/session/end', 'session', end, { id: 'api.session.end', summary: 'Sign out', status: 204 }),
  row.post('/admin/session/link', 'owner', link, {
    id: 'api.session.link',
    summary: 'A new one-time link to the admin',
    output: anyJson,
  }),
  row.get('/healthz', 'open', health, {
    id: 'api.health',
    summary: 'State and version of the server',
    output: anyJson,
  }),
];

export const statusRoutes: readonly Route[] = [
  row.get('/status', 'session', status, {
    id: 'api.status',
    summary: 'The open folder and the version',
    output: STATUS,
  }),
];

/** A new one-time link to the admin. */
export function adminLink(url: string, site: Site): string {
  return adminAddress(url, site.sessions.issueLink());
}

/** Redirects a browser from a URL that must not stay in its history. */
function redirect(response: Response, location: string): void {
  response.statusCode = 303;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Location', location);
  response.end();
}

/** Turns a one-time link into a session. A used link does not affect an existing session. */
export function redeemLink(site: Site) {
  return async (request: Request, response: Response, next: NextFunction) => {
    if (request.method !== 'GET' || request.query.token === undefined) return next();
    const opened = site.sessions.redeem(queryText(request, 'token') ?? '', clientOf(request, site));
    logSecurity(site, request, opened ? 'link.used' : 'link.refused');
    if (opened) await enterSession(site, request, response, opened);
    redirect(response, opened || 'session' in request.caller ? '/admin/' : '/admin/?link=expired');
  };
}
