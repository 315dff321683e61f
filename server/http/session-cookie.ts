/** The session's cookie: HttpOnly, same site only, for the life of the browser window. */
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { SESSION_COOKIE } from '../contract/access.js';

/** The session id a request carries. */
export function sessionCookie(request: Request): string | undefined {
  const { cookie } = request.headers;
  return cookie === undefined ? undefined : parseCookie(cookie)[SESSION_COOKIE];
}

const ATTRIBUTES = { httpOnly: true, sameSite: 'strict', path: '/' } as const;

export function setSessionCookie(response: Response, id: string): void {
  response.setHeader('Set-Cookie', stringifySetCookie({ name: SESSION_COOKIE, value: id, ...ATTRIBUTES }));
}

export function clearSessionCookie(response: Response): void {
  const gone = { name: SESSION_COOKIE, value: '', ...ATTRIBUTES, maxAge: 0 };
  response.setHeader('Set-Cookie', stringifySetCookie(gone));
}
