/** JSON Schemas of the requests of OAuth's endpoints and of the token response. */
import { all, bool } from '../contract/json-schema.js';
import { OAUTH_SCOPES } from '../contract/oauth.js';
import type { JsonObject } from '../contract/values.js';
import { MAX_NAME_LENGTH, MAX_URIS } from './client-request.js';

const text: JsonObject = { type: 'string' };

const fields = (required: readonly string[], properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: [...required],
});

const NAME: JsonObject = { type: 'string', minLength: 1, maxLength: MAX_NAME_LENGTH };
/** Every app has a scheme of its own. */
const REDIRECT_URI: JsonObject = { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9+.-]*:' };
const REDIRECT_URIS: JsonObject = { type: 'array', items: REDIRECT_URI, minItems: 1, maxItems: MAX_URIS };
const CREDENTIALS: JsonObject = { client_id: text, client_secret: text };

export const TOKEN_REQUEST = fields(['grant_type'], {
  ...CREDENTIALS,
  grant_type: { enum: ['authorization_code', 'refresh_token'] },
  code: text,
  code_verifier: text,
  redirect_uri: text,
  refresh_token: text,
  resource: text,
  scope: text,
});

export const TOKEN_ANSWER = fields(['access_token', 'token_type', 'expires_in', 'scope'], {
  access_token: text,
  token_type: { const: 'Bearer' },
  expires_in: { type: 'integer' },
  refresh_token: text,
  scope: text,
});

export const REGISTRATION = fields(['redirect_uris'], {
  client_name: NAME,
  redirect_uris: REDIRECT_URIS,
  scope: text,
});

export const CLIENT_REQUEST = fields(['name', 'redirectUris', 'scopes'], {
  name: NAME,
  redirectUris: REDIRECT_URIS,
  scopes: { type: 'array', items: { enum: [...OAUTH_SCOPES] }, minItems: 1 },
  confidential: { type: 'boolean' },
});

export const REVOCATION = fields(['token'], { ...CREDENTIALS, token: text });

export const DECISION = all({ allow: bool });
