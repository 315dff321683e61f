/** The session's cookie: HttpOnly, same site only, for the life of the browser window, over TLS only where there is TLS. */
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { isOverTls } from '../access/over-tls.js';
import type { Session } from '../access/sessions.js';
import { SESSION_COOKIE } from '../contract/access.js';
import type { Site } from '../site.js';

/** Each server has a cookie of its own: browsers send those of a host to all its ports. */
const nameOf = ({ socket }: Request): string => `${SESSION_COOKIE}${socket.localPort}`;

/** The session id a request carries. */
export function sessionCookie(request: Request): string | undefined {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : parseCookie(cookie)[nameOf(request)];
}

const attributes = (request: Request) =>
  ({ httpOnly: true, sameSite: 'strict', path: '/', secure: isOverTls(request.headers) }) as const;

/** Goes on with a new session. What this browser was signed in with before ends. */
export function enterSession(site: Site, request: Request, response: Response, session: Session): void {
  if ('session' in request.caller) site.sessions.end(request.caller.session.id);
  setSessionCookie(request, response, session.id);
}

function setSessionCookie(request: Request, response: Response, id: string): void {
  const cookie = { name: nameOf(request), value: id, ...attributes(request) };
  response.setHeader('Set-Cookie', stringifySetCookie(cookie));
}

export function clearSessionCookie(request: Request, response: Response): void {
  const gone = { name: nameOf(request), value: '', ...attributes(request), maxAge: 0 };
  response.setHeader('Set-Cookie', stringifySetCookie(gone));
}
