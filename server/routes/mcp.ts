/** The MCP endpoint (spec/mcp.md) and its discovery. */

import { mayPass } from '../access/permit.js';
import type { ErrorKind } from '../contract/error-ids.js';
import { type Message, message } from '../contract/messages/message.js';
import { missing, PlinthError } from '../errors.js';
import { readJson } from '../http/body.js';
import { callerNow } from '../http/caller.js';
import { STATUS } from '../http/error-response.js';
import type { Request, Response } from '../http/request.js';
import { sendJson } from '../http/send.js';
import type { McpRequestClient } from '../mcp/client.js';
import { PATHS } from '../oauth/metadata.js';
import { anyJson, either, file } from '../openapi/shapes.js';
import type { Site } from '../site.js';
import { packageVersion } from '../store/host/resources.js';
import { type Handler, type Route, routesTagged, type WriteHandler } from './route.js';

/** Protocol revisions, newest first. */
const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const;

/** Interval in ms for authenticating the client of an open stream again. */
const REAUTHENTICATE_MS = 15_000;

/** The scope suggested to rejected clients. */
const SUGGESTED_SCOPE = 'cms:read mcp:tools';

const challenge = (site: Site, response: Response, ...rest: Parameters<Site['oauth']['challenge']>): void => {
  response.setHeader('WWW-Authenticate', site.oauth.challenge(...rest));
};

/** A key must be in a header: URLs are written to logs and histories. */
const isKeyInAddress = ({ headers, query }: Request): boolean =>
  query.api_key !== undefined && headers.authorization === undefined && headers['x-api-key'] === undefined;

/**
 * Authenticates the caller or throws; a rejection explains how to authenticate. Each action is authorized separately.
 */
function admit(site: Site, request: Request, response: Response): void {
  const { caller, url } = request;
  if (isKeyInAddress(request)) {
    challenge(site, response, 'invalid_token', url);
    throw new PlinthError('unauthenticated', message('apiKeyInAddress'));
  }
  if (caller.kind === 'anonymous' && !site.mcp.settings().publicAccess) {
    challenge(site, response, undefined, url, SUGGESTED_SCOPE);
    throw new PlinthError('unauthenticated', message('authenticationRequired'));
  }
  if (caller.kind === 'token' && !caller.token.scopes.some((scope) => scope.startsWith('mcp:'))) {
    challenge(site, response, 'insufficient_scope', url, 'mcp:tools');
    throw new PlinthError('forbidden', message('permissionsInsufficient'));
  }
  // Every message is a POST, also of a read-only client, so any method of the key is sufficient.
  const need = { segments: ['mcp'], operation: 'read' as const };
  const opens = (method: string) => mayPass(caller, { ...need, method });
  if (caller.kind === 'key' && !['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].some(opens)) {
    throw new PlinthError('forbidden', message('apiKeyNeedsMcp'));
  }
}

/** JSON-RPC errors for a malformed body. */
const RPC_CODES: Partial<Record<ErrorKind, number>> = {
  invalid: -32700,
  tooLarge: -32600,
  unsupported: -32600,
};

function sendRpcError(response: Response, status: number, code: number, reason: Message): void {
  const { key, values, text } = reason;
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: null,
    error: { code, message: text, data: { key, values } },
  });
  response.statusCode = status;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(body);
}

/** The message of a request; undefined after rejecting a malformed one. */
async function messageOf(request: Request, response: Response): Promise<unknown> {
  try {
    await readJson(request, response, 'json');
  } catch (error) {
    const code = error instanceof PlinthError ? RPC_CODES[error.kind] : undefined;
    if (!(error instanceof PlinthError) || code === undefined) throw error;
    sendRpcError(response, STATUS[error.kind], code, error.reason);
    return undefined;
  }
  const body: unknown = request.body;
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  sendRpcError(response, 400, -32600, message(Array.isArray(body) ? 'rpcBatch' : 'rpcNotMessage'));
  return undefined;
}

const serve: WriteHandler = async (request, response, site) => {
  if (!site.mcp.settings().enabled) throw missing(message('notFound'));
  admit(site, request, response);
  if (request.headers['mcp-session-id'] !== undefined) {
    // There are no sessions: every message is independent. Clients reconnect when theirs is unknown.
    sendRpcError(response, 404, -32001, message('rpcSessionMissing'));
    return;
  }
  const body = await messageOf(request, response);
  if (body === undefined) return;
  // Automations that a session saves through a program wait for approval.
  const { managedBy: _session, ...change } = site.change;
  const currentClient = (): McpRequestClient | undefined => {
    const caller = callerNow(site, request);
    return caller && { caller, change };
  };
  const looking = setInterval(() => currentClient() ?? response.destroy(), REAUTHENTICATE_MS).unref();
  response.on('close', () => clearInterval(looking));
  await (await site.mcp.endpoint()).answer(request, response, { body, currentClient });
};

const discovery: Handler = async (request, response, site) => {
  const { enabled, publicAccess } = site.mcp.settings();
  const [base, oauth] = [site.oauth.issuer(), site.oauth.enabled()];
  sendJson(request, response, {
    name: site.mcp.title(),
    version: packageVersion(),
    endpoint: base + PATHS.mcp,
    transport: 'streamable-http',
    protocolVersions: PROTOCOL_VERSIONS,
    disabled: !enabled,
    publicAccess,
    authentication: { apiKey: { header: 'X-API-Key' }, oauth },
    ...(oauth && { resourceMetadata: base + PATHS.resource + PATHS.mcp }),
    publicTools: await site.mcp.publicTools(),
  });
};

const row = routesTagged('Server');

export const mcpRoutes: readonly Route[] = [
  row.get('/.well-known/mcp.json', 'open', discovery, {
    id: 'api.mcp.discovery',
    summary: 'Discovery of the MCP endpoint',
    output: anyJson,
  }),
  row.post('/mcp', 'open', serve, {
    id: 'api.mcp',
    summary: 'Model Context Protocol',
    fails: [401, 403, 404],
    input: anyJson,
    output: either(anyJson, file('text/event-stream')),
    handlerReadsBody: true,
    changes: true,
    forSuggesters: true,
  }),
];
