/** Signing in with a name and a password, and changing one's own password (spec/access.md#sessions). */

import { SESSION } from '../contract/access.js';
import * as wire from '../contract/json-schema.js';
import { message } from '../contract/messages/message.js';
import { PASSWORD_CHANGE, SIGN_IN, tried } from '../contract/users.js';
import { PlinthError } from '../errors.js';
import { clientOf, isSameOrigin } from '../http/origin.js';
import { loggedSignIn, logSecurity } from '../http/security-log.js';
import { sendJson } from '../http/send.js';
import { enterSession } from '../http/session-cookie.js';
import { checkedBy } from '../openapi/shapes.js';
import { type Handler, type Route, routesTagged } from './route.js';
import { sessionAnswer } from './session.js';

const signIn: Handler<typeof SIGN_IN> = async (request, response, site) => {
  // Another page must not sign its visitors in with an account of its choice.
  if (!isSameOrigin(request)) throw new PlinthError('forbidden', message('signInElsewhere'));
  const { name, password } = request.body;
  const session = await loggedSignIn(site, request, site.users.named(name)?.id, () =>
    site.signIn.withPassword(name, password, clientOf(request, site)),
  );
  await enterSession(site, request, response, session);
  sendJson(request, response, sessionAnswer(site, session));
};

const changePassword: Handler<typeof CHANGE> = async (request, response, site) => {
  const { caller } = request;
  if (!('session' in caller)) throw new PlinthError('unauthenticated', message('authenticationRequired'));
  const session = await site.signIn.changePassword(caller.session, request.body, clientOf(request, site));
  logSecurity(site, request, 'password.changed');
  await enterSession(site, request, response, session);
  sendJson(request, response, sessionAnswer(site, session));
};

/** The lengths of a new password are checked with its other rules. */
const CHANGE = checkedBy(wire.all({ password: tried, newPassword: tried }), PASSWORD_CHANGE);

const row = routesTagged('Server');

export const signInRoutes: readonly Route[] = [
  row.post('/admin/session', 'open', signIn, {
    id: 'api.session.signIn',
    summary: 'Sign in with a name and a password',
    fails: [401, 403],
    input: SIGN_IN,
    output: SESSION,
  }),
  row.post('/admin/session/password', 'session', changePassword, {
    id: 'api.session.password',
    summary: 'Change one’s own password',
    input: CHANGE,
    output: SESSION,
  }),
];
