/** Operations of OAuth (interface 4.12): what programs call, what the owner sees. */

import { OAUTH_SCOPES } from '../contract/oauth.js';
import type { JsonObject } from '../contract/values.js';
import { type OperationTable, row } from './operation.js';
import { anyJson, type Content, inline } from './shapes.js';

const text: JsonObject = { type: 'string' };

const fields = (required: readonly string[], properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: [...required],
});

/** A form, as the standards ask for. */
const urlencoded =
  (schema: JsonObject): Content =>
  () => ({ 'application/x-www-form-urlencoded': { schema } });

const CREDENTIALS: JsonObject = { client_id: text, client_secret: text };

const TOKEN_REQUEST = fields(['grant_type'], {
  ...CREDENTIALS,
  grant_type: { enum: ['authorization_code', 'refresh_token'] },
  code: text,
  code_verifier: text,
  redirect_uri: text,
  refresh_token: text,
  resource: text,
  scope: text,
});

const TOKEN_ANSWER = fields(['access_token', 'token_type', 'expires_in', 'scope'], {
  access_token: text,
  token_type: { const: 'Bearer' },
  expires_in: { type: 'integer' },
  refresh_token: text,
  scope: text,
});

const REGISTRATION = fields(['redirect_uris'], {
  client_name: text,
  redirect_uris: { type: 'array', items: text },
  scope: text,
});

const CLIENT_REQUEST = fields(['name', 'redirectUris', 'scopes'], {
  name: text,
  redirectUris: { type: 'array', items: text },
  scopes: { type: 'array', items: { enum: [...OAUTH_SCOPES] } },
  confidential: { type: 'boolean' },
});

const LEADS_ON = { 302: { what: 'The browser goes on.' }, 303: { what: 'The browser goes on.' } };

export const OAUTH_OPERATIONS: OperationTable = {
  'GET /.well-known/oauth-authorization-server': row(
    'api.oauth.server',
    'OAuth',
    'Where programs ask for access, and how (RFC 8414)',
    { answer: anyJson },
  ),
  'GET /.well-known/oauth-protected-resource': row(
    'api.oauth.resource',
    'OAuth',
    'Which tokens open this server (RFC 9728)',
    { answer: anyJson },
  ),
  'GET /.well-known/oauth-protected-resource/mcp': row(
    'api.oauth.resource.mcp',
    'OAuth',
    'Which tokens open MCP (RFC 9728)',
    { answer: anyJson },
  ),
  'GET /.well-known/jwks.json': row('api.oauth.keys', 'OAuth', 'The keys tokens are verified with', {
    answer: anyJson,
  }),
  'GET /oauth/authorize': row(
    'api.oauth.authorize',
    'OAuth',
    'Where a program sends a browser to ask its user; leads on to the consent page',
    { others: LEADS_ON, errors: 'RefusedPage' },
  ),
  'GET /oauth/authorize/:request': row(
    'api.oauth.authorize.resume',
    'OAuth',
    'Where the browser goes on after the decision; leads back to the program',
    { others: LEADS_ON, errors: 'RefusedPage' },
  ),
  'POST /oauth/token': row('api.oauth.token', 'OAuth', 'Exchange a code or a refresh token', {
    body: urlencoded(TOKEN_REQUEST),
    answer: inline(TOKEN_ANSWER),
    errors: 'Refused',
  }),
  'POST /oauth/revoke': row(
    'api.oauth.revoke',
    'OAuth',
    'Give a refresh token and its grant back (RFC 7009)',
    {
      body: urlencoded(fields(['token'], { ...CREDENTIALS, token: text })),
      errors: 'Refused',
    },
  ),
  'POST /oauth/register': row(
    'api.oauth.register',
    'OAuth',
    'Register a program by itself, where the owner allows it (RFC 7591)',
    { body: inline(REGISTRATION), status: 201, answer: anyJson, errors: 'Refused' },
  ),
  'GET /admin/oauth/consent/:request/details': row(
    'api.oauth.consent.get',
    'OAuth',
    'What a program asks this browser’s user for',
    { answer: anyJson },
  ),
  'POST /admin/oauth/consent/:request/decision': row(
    'api.oauth.consent.decide',
    'OAuth',
    'Allow it or not; the answer says where the browser goes on',
    { body: inline(fields(['allow'], { allow: { type: 'boolean' } })), answer: anyJson },
  ),
  'GET /oauth/clients': row('api.oauth.clients.list', 'OAuth', 'All programs that may ask for access', {
    answer: anyJson,
  }),
  'POST /oauth/clients': row(
    'api.oauth.clients.create',
    'OAuth',
    'Make a client; its secret is shown only this once',
    { body: inline(CLIENT_REQUEST), status: 201, answer: anyJson },
  ),
  'DELETE /oauth/clients/:client': row(
    'api.oauth.clients.delete',
    'OAuth',
    'Delete a client and end its access at once',
    { answer: anyJson },
  ),
  'GET /oauth/grants': row('api.oauth.grants.list', 'OAuth', 'What was allowed to which program by whom', {
    answer: anyJson,
  }),
  'DELETE /oauth/grants/:grant': row('api.oauth.grants.revoke', 'OAuth', 'End a program’s access at once', {
    answer: anyJson,
  }),
};
