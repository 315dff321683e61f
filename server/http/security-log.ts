/** Security events of this folder, one log line each, at the default level. */

import type { Logger } from 'pino';
import type { SecurityEvent } from '../access/security-events.js';
import { PlinthError } from '../errors.js';
import type { Site } from '../site.js';
import { clientAddress } from './origin.js';
import { redactUrl } from './redact.js';
import type { Request } from './request.js';
import type {} from './request-state.js';

/** The caller, identified for the owner. */
export function callerIn({ caller }: Request): string {
  switch (caller?.kind) {
    case 'key':
      return `key ${caller.key.id}`;
    case 'token':
      return `client ${caller.token.clientId}`;
    case 'owner':
    case 'user':
      return `user ${caller.session.user.id}`;
    default:
      return caller?.kind ?? 'anonymous';
  }
}

/**
 * Logs a security event of a request. `about` describes it by ids and names of fields: never by passwords, keys, tokens
 * or user input.
 */
export function logSecurity(
  site: Site,
  request: Request,
  security: SecurityEvent,
  about: Readonly<Record<string, unknown>> = {},
): void {
  const { requestId, transaction } = request;
  site.security({
    security,
    requestId,
    ...(transaction !== undefined && { transaction }),
    caller: callerIn(request),
    address: clientAddress(request, site),
    ...about,
  });
}

/** Whether a request has credentials. */
const showsCredential = ({ headers, url }: Request): boolean =>
  headers.authorization !== undefined ||
  headers['x-api-key'] !== undefined ||
  /[?&]api_key=/.test(url) ||
  /(?:^|;\s*)plinth_session_\d+=/.test(headers.cookie ?? '');

/** Logs the rejection of a request with credentials. */
export function logRefusal(site: Site, request: Request, status: number, message: string): void {
  if ((status !== 401 && status !== 403) || !showsCredential(request)) return;
  const { method, originalUrl } = request;
  logSecurity(site, request, 'refused', {
    status,
    message,
    method,
    url: redactUrl(originalUrl ?? request.url),
  });
}

/** Runs a sign-in and logs its result. `user`: the user, if known. */
export async function loggedSignIn<T>(
  site: Site,
  request: Request,
  user: string | undefined,
  signIn: () => Promise<T>,
): Promise<T> {
  const about = { user: user ?? null };
  try {
    const result = await signIn();
    logSecurity(site, request, 'sign-in', about);
    return result;
  } catch (error) {
    if (error instanceof PlinthError) {
      const locked = error.kind === 'tooMany';
      logSecurity(site, request, locked ? 'sign-in.locked' : 'sign-in.refused', {
        ...about,
        reason: error.kind,
      });
    }
    throw error;
  }
}

/** Writes security events as lines of a log. */
export const securityLog =
  (log: Logger): Site['security'] =>
  (line) =>
    log.info(line, 'Security');
