/** Open sessions: the owner and admins see and end all of them, other users their own. */

import { message } from '../contract/messages/message.js';
import { SESSIONS, type SessionList } from '../contract/users.js';
import { missing, PlinthError } from '../errors.js';
import { param } from '../http/address.js';
import type { Request } from '../http/request.js';
import { logSecurity } from '../http/security-log.js';
import { sendJson, sendNothing } from '../http/send.js';
import { anyJson } from '../openapi/shapes.js';
import { type Handler, type Route, routesTagged } from './route.js';

/** The current session, and the user whose sessions are visible; undefined for all users. */
function sessionOwner({ caller }: Request): { id: string; user: string; of: string | undefined } {
  if (!('session' in caller)) throw new PlinthError('unauthenticated', message('authenticationRequired'));
  const { id, user } = caller.session;
  return { id, user: user.id, of: caller.kind === 'owner' ? undefined : user.id };
}

const list: Handler = (request, response, site) => {
  const { id, of } = sessionOwner(request);
  const answer: SessionList = { sessions: site.sessions.list(id, of) };
  sendJson(request, response, answer);
};

const end: Handler = async (request, response, site) => {
  if (!(await site.sessions.endNamed(param(request, 'session'), sessionOwner(request).of))) {
    throw missing(message('sessionMissing'));
  }
  logSecurity(site, request, 'session.ended', { session: param(request, 'session') });
  sendNothing(response);
};

const endOthers: Handler = async (request, response, site) => {
  const { id, user } = sessionOwner(request);
  const ended = await site.sessions.endOthers(id, user);
  logSecurity(site, request, 'session.ended', { others: ended });
  sendJson(request, response, { ended });
};

const row = routesTagged('Server');

export const sessionListRoutes: readonly Route[] = [
  row.get('/admin/sessions', 'session', list, {
    id: 'api.sessions.list',
    summary: 'Open sessions',
    output: SESSIONS,
  }),
  row.post('/admin/sessions/end-others', 'session', endOthers, {
    id: 'api.sessions.endOthers',
    summary: 'End all other sessions of the caller',
    output: anyJson,
  }),
  row.delete('/admin/sessions/:session', 'session', end, {
    id: 'api.sessions.end',
    summary: 'End a session immediately',
    status: 204,
  }),
];
