/** JSON Schemas of the requests of OAuth's endpoints and of the token response. */
import { all, bool, integer, text, texts } from '../contract/json-schema.js';
import { clientName, redirectUris } from '../contract/oauth.js';

const CREDENTIALS = texts('client_id', 'client_secret');

export const TOKEN_REQUEST = all(
  { grant_type: { enum: ['authorization_code', 'refresh_token'] } },
  {
    ...CREDENTIALS,
    ...texts('code', 'code_verifier', 'redirect_uri', 'refresh_token', 'resource', 'scope'),
  },
);

export const TOKEN_ANSWER = all(
  { access_token: text, token_type: { const: 'Bearer' }, expires_in: integer, scope: text },
  { refresh_token: text },
);

export const REGISTRATION = all({ redirect_uris: redirectUris }, { client_name: clientName, scope: text });

export const REVOCATION = all({ token: text }, CREDENTIALS);

export const DECISION = all({ allow: bool });
