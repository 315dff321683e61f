/** OAuth 2.1 (spec/oauth.md): discovery and endpoints for apps, the consent of a user, clients and grants. */

import type { SessionUser } from '../contract/access.js';
import * as wire from '../contract/json-schema.js';
import { message } from '../contract/messages/message.js';
import {
  CLIENT_REQUEST,
  CLIENTS,
  CONSENT_ANSWER,
  CONSENT_DETAILS,
  type ConsentAnswer,
  CREATED_CLIENT,
  GRANTS,
} from '../contract/oauth.js';
import { missing, PlinthError } from '../errors.js';
import type { Request, Response } from '../http/request.js';
import { logSecurity } from '../http/security-log.js';
import { sendJson } from '../http/send.js';
import { readRegistration, registrationAnswer } from '../oauth/registration.js';
import { DECISION, REGISTRATION, REVOCATION, TOKEN_ANSWER, TOKEN_REQUEST } from '../oauth/shapes.js';
import { anyJson, checkedBy, unchecked, urlencoded } from '../openapi/shapes.js';
import { type Handler, type Route, routesTagged } from './route.js';

/** Errors of OAuth have a separate format and must not be cached (RFC 6749, 5). */
function sendOAuth(response: Response, status: number, body: object): void {
  response.status(status).set('Cache-Control', 'no-store').json(body);
}

/** The library sends the response itself. */
const delegate: Handler = (request, response, site) => site.oauth.handle(request, response);

const server: Handler = (request, response, site) => sendJson(request, response, site.oauth.serverMetadata());

const resource =
  (mcp: boolean): Handler =>
  (request, response, site) =>
    sendJson(request, response, site.oauth.resourceMetadata(site.status().title, { mcp }));

const jwks: Handler = async (request, response, site) => sendJson(request, response, await site.oauth.jwks());

const register: Handler = async (request, response, site) => {
  if (!site.oauth.registrationOpen()) {
    sendOAuth(response, 403, {
      error: 'access_denied',
      error_description: 'client registration is disabled; ask the owner for a client id',
    });
    return;
  }
  const registration = readRegistration(request.body);
  if ('error' in registration) {
    sendOAuth(response, 400, registration);
    return;
  }
  const { client } = await site.oauth.clients.create(registration, { dynamic: true });
  logSecurity(site, request, 'program.registered', { program: client.id });
  sendOAuth(response, 201, registrationAnswer(client));
};

/** The signed-in user. Any user can authorize an app, within the user's own permissions. */
function userOf({ caller }: Request): SessionUser {
  if ('session' in caller) return caller.session.user;
  throw new PlinthError('unauthenticated', message('authenticationRequired'));
}

const details: Handler = async (request, response, site) => {
  const consents = await site.oauth.consents();
  const id = String(request.params.request);
  sendJson(request, response, await consents.details(id, userOf(request), { request, response }));
};

const decide: Handler<typeof DECISION> = async (request, response, site) => {
  const { allow } = request.body;
  const consents = await site.oauth.consents();
  const id = String(request.params.request);
  const redirect = await consents.decide(id, allow, userOf(request), { request, response });
  logSecurity(site, request, allow ? 'grant.allowed' : 'grant.denied', { request: id });
  const answer: ConsentAnswer = { redirect };
  sendJson(request, response, answer);
};

const listClients: Handler = (request, response, site) =>
  sendJson(request, response, site.oauth.listClients());

const createClient: Handler<typeof NEW_CLIENT> = async (request, response, site) => {
  const made = await site.oauth.createClient(request.body);
  logSecurity(site, request, 'program.created', { program: made.client.id });
  sendJson(request, response, made, 201);
};

const removeClient: Handler = async (request, response, site) => {
  if (!(await site.oauth.removeClient(String(request.params.client)))) {
    throw missing(message('clientMissing'));
  }
  logSecurity(site, request, 'program.removed', { program: request.params.client });
  sendJson(request, response, { success: true, message: 'The client and its access are deleted' });
};

const listGrants: Handler = (request, response, site) => sendJson(request, response, site.oauth.listGrants());

const revokeGrant: Handler = async (request, response, site) => {
  const id = String(request.params.grant);
  if ((await site.oauth.grants.revoke((grant) => grant === id)).length === 0)
    throw missing(message('grantMissing'));
  logSecurity(site, request, 'grant.revoked', { grant: id });
  sendJson(request, response, { success: true, message: 'The access of the app is revoked' });
};

const NEW_CLIENT = checkedBy(wire.open, CLIENT_REQUEST);

const CONSENT = '/admin/oauth/consent/:request';

const LEADS_ON = {
  302: { description: 'Redirect of the browser.' },
  303: { description: 'Redirect of the browser.' },
};

const row = routesTagged('OAuth');

/** At the root. */
export const oauthRoutes: readonly Route[] = [
  row.get('/.well-known/oauth-authorization-server', 'open', server, {
    id: 'api.oauth.server',
    summary: 'Metadata of the authorization server (RFC 8414)',
    fails: [403, 404],
    output: anyJson,
  }),
  row.get('/.well-known/oauth-protected-resource', 'open', resource(false), {
    id: 'api.oauth.resource',
    summary: 'Metadata of the API as a resource (RFC 9728)',
    fails: [403, 404],
    output: anyJson,
  }),
  row.get('/.well-known/oauth-protected-resource/mcp', 'open', resource(true), {
    id: 'api.oauth.resource.mcp',
    summary: 'Metadata of the MCP endpoint as a resource (RFC 9728)',
    fails: [403, 404],
    output: anyJson,
  }),
  row.get('/.well-known/jwks.json', 'open', jwks, {
    id: 'api.oauth.keys',
    summary: 'Public keys of access tokens',
    fails: [403, 404],
    output: anyJson,
  }),
  row.get('/oauth/authorize', 'open', delegate, {
    id: 'api.oauth.authorize',
    summary: 'Start of the authorization code flow',
    others: LEADS_ON,
    errors: 'OAuthErrorPage',
  }),
  row.get('/oauth/authorize/:request', 'open', delegate, {
    id: 'api.oauth.authorize.resume',
    summary: 'Redirect to the app after the decision',
    others: LEADS_ON,
    errors: 'OAuthErrorPage',
  }),
  row.post('/oauth/token', 'open', delegate, {
    id: 'api.oauth.token',
    summary: 'Exchange a code or a refresh token',
    input: urlencoded(TOKEN_REQUEST),
    output: TOKEN_ANSWER,
    errors: 'OAuthError',
    handlerReadsBody: true,
  }),
  row.post('/oauth/revoke', 'open', delegate, {
    id: 'api.oauth.revoke',
    summary: 'Revoke a refresh token (RFC 7009)',
    input: urlencoded(REVOCATION),
    errors: 'OAuthError',
    handlerReadsBody: true,
  }),
  row.post('/oauth/register', 'open', register, {
    id: 'api.oauth.register',
    summary: 'Dynamic client registration (RFC 7591)',
    input: unchecked(REGISTRATION),
    status: 201,
    output: anyJson,
    errors: 'OAuthError',
  }),
  row.get(`${CONSENT}/details`, 'session', details, {
    id: 'api.oauth.consent.get',
    summary: 'The access an app requests',
    output: CONSENT_DETAILS,
  }),
  row.post(`${CONSENT}/decision`, 'session', decide, {
    id: 'api.oauth.consent.decide',
    summary: 'Allow or deny the request',
    input: DECISION,
    output: CONSENT_ANSWER,
  }),
];

/** Below the API: administration by the owner. */
export const oauthAdminRoutes: readonly Route[] = [
  row.get('/oauth/clients', 'owner', listClients, {
    id: 'api.oauth.clients.list',
    summary: 'All OAuth clients',
    output: CLIENTS,
  }),
  row.post('/oauth/clients', 'owner', createClient, {
    id: 'api.oauth.clients.create',
    summary: 'Create an OAuth client; only this response contains its secret',
    input: NEW_CLIENT,
    status: 201,
    output: CREATED_CLIENT,
  }),
  row.delete('/oauth/clients/:client', 'owner', removeClient, {
    id: 'api.oauth.clients.delete',
    summary: 'Delete a client and revoke its access immediately',
    output: anyJson,
  }),
  row.get('/oauth/grants', 'owner', listGrants, {
    id: 'api.oauth.grants.list',
    summary: 'All grants',
    output: GRANTS,
  }),
  row.delete('/oauth/grants/:grant', 'owner', revokeGrant, {
    id: 'api.oauth.grants.revoke',
    summary: 'Revoke a grant immediately',
    output: anyJson,
  }),
];
