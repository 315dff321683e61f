/** The session cookie: HttpOnly, same-site, for the life of the browser window, secure only over TLS. */
import { parseCookie, stringifySetCookie } from 'cookie';
import { isOverTls } from '../access/over-tls.js';
import type { Session } from '../access/sessions.js';
import { SESSION_COOKIE } from '../contract/access.js';
import type { Site } from '../site.js';
import type { Request, Response } from './request.js';

/** Each server has its own cookie name: browsers send the cookies of a host to all its ports. */
const nameOf = ({ socket }: Request): string => `${SESSION_COOKIE}${socket.localPort}`;

/** The session id of a request. */
export function sessionCookie(request: Request): string | undefined {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : parseCookie(cookie)[nameOf(request)];
}

const attributes = (request: Request) =>
  ({ httpOnly: true, sameSite: 'strict', path: '/', secure: isOverTls(request.headers) }) as const;

/** Starts a new session and ends the previous one of this browser. */
export async function enterSession(
  site: Site,
  request: Request,
  response: Response,
  session: Session,
): Promise<void> {
  if ('session' in request.caller) await site.sessions.end(request.caller.session.id);
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
