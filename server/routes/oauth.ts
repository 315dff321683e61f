/** OAuth 2.1 (interface 4.12): documents and endpoints for programs, the consent of a user, clients and grants. */
import type { Request, Response } from 'express';
import type { SessionUser } from '../contract/access.js';
import type { ConsentAnswer } from '../contract/oauth.js';
import { isJsonObject } from '../contract/values.js';
import { invalid, missing, PlinthError } from '../errors.js';
import { logSecurity } from '../http/security-log.js';
import { sendJson } from '../http/send.js';
import { readRegistration, registrationAnswer } from '../oauth/registration.js';
import type { Handler, Route } from './route.js';

/** Errors of OAuth have a form of their own and are never kept by a cache (RFC 6749, 5). */
function sendOAuth(response: Response, status: number, body: object): void {
  response.status(status).set('Cache-Control', 'no-store').json(body);
}

/** The library answers, streams and all. Its endpoints end a request themselves. */
const handOver: Handler = (request, response, site) => site.oauth.handle(request, response);

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
      error_description: 'programs cannot register themselves here; ask the owner for a client id',
    });
    return;
  }
  const asked = readRegistration(request.body);
  if ('error' in asked) {
    sendOAuth(response, 400, asked);
    return;
  }
  const { client } = await site.oauth.clients.create(asked, { dynamic: true });
  logSecurity(site, request, 'program.registered', { program: client.id });
  sendOAuth(response, 201, registrationAnswer(client));
};

/** Who is signed in. Any user may let a program in, within what the user may do. */
function userOf({ caller }: Request): SessionUser {
  if ('session' in caller) return caller.session.user;
  throw new PlinthError('unauthenticated', 'Authentication required');
}

const details: Handler = async (request, response, site) => {
  const consents = await site.oauth.consents();
  const id = String(request.params.request);
  sendJson(request, response, await consents.details(id, userOf(request), { request, response }));
};

const decide: Handler = async (request, response, site) => {
  const body: unknown = request.body;
  if (!isJsonObject(body) || typeof body.allow !== 'boolean') {
    throw invalid('The body must be {"allow": true} or {"allow": false}');
  }
  const consents = await site.oauth.consents();
  const id = String(request.params.request);
  const redirect = await consents.decide(id, body.allow, userOf(request), { request, response });
  logSecurity(site, request, body.allow ? 'grant.allowed' : 'grant.denied', { request: id });
  const answer: ConsentAnswer = { redirect };
  sendJson(request, response, answer);
};

const listClients: Handler = (request, response, site) =>
  sendJson(request, response, site.oauth.listClients());

const createClient: Handler = async (request, response, site) => {
  const body: unknown = request.body;
  if (!isJsonObject(body)) throw invalid('The body must be an object with name, redirectUris and scopes');
  const made = await site.oauth.createClient(body);
  logSecurity(site, request, 'program.created', { program: made.client.id });
  sendJson(request, response, made, 201);
};

const removeClient: Handler = async (request, response, site) => {
  if (!(await site.oauth.removeClient(String(request.params.client)))) {
    throw missing('There is no such client');
  }
  logSecurity(site, request, 'program.removed', { program: request.params.client });
  sendJson(request, response, { success: true, message: 'The client and everything it held are gone' });
};

const listGrants: Handler = (request, response, site) => sendJson(request, response, site.oauth.listGrants());

const revokeGrant: Handler = async (request, response, site) => {
  const id = String(request.params.grant);
  if ((await site.oauth.grants.revoke((grant) => grant === id)) === 0)
    throw missing('There is no such grant');
  logSecurity(site, request, 'grant.revoked', { grant: id });
  sendJson(request, response, { success: true, message: 'The program no longer has access' });
};

const CONSENT = '/admin/oauth/consent/:request';

/** At the root. */
export const oauthRoutes: readonly Route[] = [
  { method: 'GET', path: '/.well-known/oauth-authorization-server', access: 'open', handle: server },
  { method: 'GET', path: '/.well-known/oauth-protected-resource', access: 'open', handle: resource(false) },
  {
    method: 'GET',
    path: '/.well-known/oauth-protected-resource/mcp',
    access: 'open',
    handle: resource(true),
  },
  { method: 'GET', path: '/.well-known/jwks.json', access: 'open', handle: jwks },
  { method: 'GET', path: '/oauth/authorize', access: 'open', handle: handOver },
  { method: 'GET', path: '/oauth/authorize/:request', access: 'open', handle: handOver },
  { method: 'POST', path: '/oauth/token', access: 'open', handle: handOver },
  { method: 'POST', path: '/oauth/revoke', access: 'open', handle: handOver },
  { method: 'POST', path: '/oauth/register', access: 'open', body: 'json', handle: register },
  { method: 'GET', path: `${CONSENT}/details`, access: 'session', handle: details },
  { method: 'POST', path: `${CONSENT}/decision`, access: 'session', body: 'json', handle: decide },
];

/** Below the API: what the owner sees and ends. */
export const oauthAdminRoutes: readonly Route[] = [
  { method: 'GET', path: '/oauth/clients', access: 'owner', handle: listClients },
  { method: 'POST', path: '/oauth/clients', access: 'owner', body: 'json', handle: createClient },
  { method: 'DELETE', path: '/oauth/clients/:client', access: 'owner', handle: removeClient },
  { method: 'GET', path: '/oauth/grants', access: 'owner', handle: listGrants },
  { method: 'DELETE', path: '/oauth/grants/:grant', access: 'owner', handle: revokeGrant },
];
