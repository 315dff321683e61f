/** Signing in, and what the admin's frame wants to know (interface 5; ruling "Signing in"). */
import type { NextFunction, Request, Response } from 'express';
import type { SessionAnswer, SiteStatus } from '../contract/access.js';
import { word } from '../http/query.js';
import { sendJson, sendNothing } from '../http/send.js';
import { clearSessionCookie, setSessionCookie } from '../http/session-cookie.js';
import type { Site } from '../site.js';
import { packageVersion } from '../store/resources.js';
import type { Handler, Route } from './route.js';

/** Where this request reached us; its host has passed the Host guard. */
const ownUrl = (request: Request) => `http://${request.headers.host}`;

const session: Handler = (request, response) => {
  const { caller } = request;
  const answer: SessionAnswer =
    'session' in caller
      ? { user: caller.session.user, csrfToken: caller.session.csrfToken }
      : { user: null, csrfToken: null };
  sendJson(request, response, answer);
};

const end: Handler = (request, response, site) => {
  if ('session' in request.caller) site.sessions.end(request.caller.session.id);
  clearSessionCookie(response);
  sendNothing(response);
};

const link: Handler = (request, response, site) =>
  sendJson(request, response, { admin: adminLink(ownUrl(request), site) });

const status: Handler = (request, response, site) => {
  const answer: SiteStatus = { ...site.status(), version: packageVersion(), url: ownUrl(request) };
  sendJson(request, response, answer);
};

/** A sign of life for whoever watches the process. */
const health: Handler = (request, response) =>
  sendJson(request, response, { status: 'ok', version: packageVersion() });

export const sessionRoutes: readonly Route[] = [
  { method: 'GET', path: '/admin/session', access: 'open', handle: session },
  { method: 'POST', path: '/admin/session/end', access: 'session', handle: end },
  { method: 'POST', path: '/admin/session/link', access: 'owner', handle: link },
  { method: 'GET', path: '/healthz', access: 'open', handle: health },
];

export const statusRoutes: readonly Route[] = [
  { method: 'GET', path: '/status', access: 'session', handle: status },
];

/** A fresh one-time link to the admin. */
export function adminLink(url: string, site: Site): string {
  return `${url}/admin/?token=${encodeURIComponent(site.sessions.issueLink())}`;
}

/** Sends a browser on, away from an address that must not stay in its history. */
function redirect(response: Response, location: string): void {
  response.statusCode = 303;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Location', location);
  response.end();
}

/** Turns a one-time link into a session. A link that was used is no harm to whoever is signed in already. */
export function redeemLink(site: Site) {
  return (request: Request, response: Response, next: NextFunction) => {
    if (request.method !== 'GET' || request.query.token === undefined) return next();
    const opened = site.sessions.redeem(word(request, 'token') ?? '');
    if (opened) setSessionCookie(response, opened.id);
    redirect(response, opened || 'session' in request.caller ? '/admin/' : '/admin/?link=expired');
  };
}
