/** JSON Schemas of the requests of OAuth's endpoints and of the token response. */
import * as wire from '../contract/json-schema.js';
import { clientName, redirectUris } from '../contract/oauth.js';

const CREDENTIALS = wire.texts('client_id', 'client_secret');

export const TOKEN_REQUEST = wire.all(
  { grant_type: { enum: ['authorization_code', 'refresh_token'] } },
  {
    ...CREDENTIALS,
    ...wire.texts('code', 'code_verifier', 'redirect_uri', 'refresh_token', 'resource', 'scope'),
  },
);

export const TOKEN_ANSWER = wire.all(
  { access_token: wire.text, token_type: { const: 'Bearer' }, expires_in: wire.integer, scope: wire.text },
  { refresh_token: wire.text },
);

export const REGISTRATION = wire.all(
  { redirect_uris: redirectUris },
  { client_name: clientName, scope: wire.text },
);

export const REVOCATION = wire.all({ token: wire.text }, CREDENTIALS);

export const DECISION = wire.all({ allow: wire.bool });
