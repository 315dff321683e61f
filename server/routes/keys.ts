/** API keys (spec/access.md#api-keys): for the owner only, never with an API key. */

import { MAX_NAME_LENGTH, MAX_PATHS } from '../access/scopes.js';
import { API_KEY_ANSWER, API_KEYS, KEY_METHODS, type KeyAnswer, type KeyList } from '../contract/access.js';
import * as wire from '../contract/json-schema.js';
import { message } from '../contract/messages/message.js';
import { missing } from '../errors.js';
import { logSecurity } from '../http/security-log.js';
import { sendJson } from '../http/send.js';
import { anyJson, checkedBy } from '../openapi/shapes.js';
import { type Handler, type Route, routesTagged } from './route.js';

const list: Handler = (request, response, site) => {
  const answer: KeyList = { apikeys: site.keys.list() };
  sendJson(request, response, answer);
};

const create: Handler<typeof API_KEY_BODY> = async (request, response, site) => {
  const { 'endpoint-type': type, ...sent } = request.body;
  const apiKey = await site.keys.create(type === 'all' ? { ...sent, paths: ['*'] } : sent);
  const { id, methods, paths, suggests } = apiKey;
  logSecurity(site, request, 'key.created', { key: id, methods, paths, ...(suggests && { suggests }) });
  const answer: KeyAnswer = {
    success: true,
    message: 'The key is shown only once; store it where its app can read it',
    apiKey,
  };
  sendJson(request, response, answer, 201);
};

const revoke: Handler = async (request, response, site) => {
  if (!(await site.keys.revoke(String(request.params.key)))) throw missing(message('apiKeyMissing'));
  logSecurity(site, request, 'key.revoked', { key: request.params.key });
  sendJson(request, response, { success: true, message: 'The key is revoked' });
};

/** With `all` no paths are needed. */
const ENDPOINT_TYPES = ['all', 'specific'] as const;
const scope = {
  methods: { ...wire.listOf(wire.choice(...KEY_METHODS)), minItems: 1 },
  paths: { ...wire.listOf(wire.text), minItems: 1 },
};
const NAME_AND_METHODS = {
  name: { ...wire.text, minLength: 1, maxLength: MAX_NAME_LENGTH },
  methods: scope.methods,
};
const SUGGESTS = { suggests: wire.bool };
const KEY_PATH = { ...wire.text, pattern: '^\\s*(?:\\*|/[^\\s%?#\\\\]+)\\s*$' };
const REQUESTS = [
  wire.named(
    'ApiKeyRequest',
    wire.all(
      { ...NAME_AND_METHODS, paths: { ...wire.listOf(KEY_PATH), minItems: 1, maxItems: MAX_PATHS } },
      { 'endpoint-type': wire.choice(...ENDPOINT_TYPES), ...SUGGESTS },
    ),
  ),
  wire.named(
    'ApiKeyForAllRequest',
    wire.all(
      { ...NAME_AND_METHODS, 'endpoint-type': wire.choice('all') },
      { paths: wire.listOf(wire.text), ...SUGGESTS },
    ),
  ),
];
/** Values of other types are refused with 400, values that break a rule with 422. */
const API_KEY_BODY = checkedBy(
  wire.some({
    name: wire.text,
    methods: wire.listOf(wire.text),
    paths: wire.listOf(wire.text),
    'endpoint-type': wire.choice(...ENDPOINT_TYPES),
    ...SUGGESTS,
  }),
  { anyOf: REQUESTS },
);
const row = routesTagged('Server');

export const keyRoutes: readonly Route[] = [
  row.get('/apikeys', 'owner', list, {
    id: 'api.keys.list',
    summary: 'All API keys, without the keys',
    output: API_KEYS,
  }),
  row.post('/apikeys', 'owner', create, {
    id: 'api.keys.create',
    summary: 'Create an API key; only this response contains it',
    input: API_KEY_BODY,
    status: 201,
    output: API_KEY_ANSWER,
  }),
  row.delete('/apikeys/:key', 'owner', revoke, {
    id: 'api.keys.revoke',
    summary: 'Revoke an API key immediately',
    output: anyJson,
  }),
];
