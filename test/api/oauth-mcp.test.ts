/** The official MCP client lets itself in: it finds the server, registers, sends its user to consent, and calls tools. */
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { wrapped } from '../helpers/mcp-client.js';
import { ask, decide, ENABLED } from '../helpers/oauth.js';
import { startTestServer, type TestServer } from '../helpers/server.js';

const CALLBACK = 'http://127.0.0.1:41999/callback';

/** What a desktop program keeps of itself, and where it sent its user. */
class Program implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = { client_name: 'An AI client', redirect_uris: [CALLBACK] };
  sentTo: URL | undefined;
  registered: StoredOAuthClientInformation | undefined;
  kept: StoredOAuthTokens | undefined;
  #verifier = '';
  #discovered: OAuthDiscoveryState | undefined;

  clientInformation() {
    return this.registered;
  }
  saveClientInformation(information: StoredOAuthClientInformation) {
    this.registered = information;
  }
  tokens() {
    return this.kept;
  }
  saveTokens(tokens: StoredOAuthTokens) {
    this.kept = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.sentTo = url;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.#discovered = state;
  }
  discoveryState() {
    return this.#discovered;
  }
}

const newClient = () => new Client({ name: 'test', version: '1.0.0' });
const transportOf = (server: TestServer, program: Program) =>
  new StreamableHTTPClientTransport(new URL('/mcp', server.url), { authProvider: program });

describe('the official MCP client', () => {
  it('is authorized by OAuth, works within its scopes, and continues with its refresh token', async () => {
    const server = await startTestServer({
      ...ENABLED,
      'blog/.meta.json': { id: 'blog', schema: 'blog', name: 'Blog', mcp: { access: 'authenticated' } },
      '.system/settings.json': { edition: 'pro', oauth: { enabled: true, dynamicRegistration: true } },
    });
    const program = new Program();
    const first = transportOf(server, program);
    await expect(newClient().connect(first)).rejects.toThrow(UnauthorizedError);
    const { sentTo } = program;
    expect(sentTo?.origin).toBe(server.url);
    expect(sentTo?.searchParams.get('resource')).toBe(`${server.url}/mcp`);
    expect(server.site.oauth.clients.all()).toMatchObject([{ name: 'An AI client', dynamic: true }]);

    const waiting = await ask(server, `${sentTo?.pathname}${sentTo?.search}`);
    const { location } = await decide(server, waiting, true);
    expect(location?.origin + (location?.pathname ?? '')).toBe(CALLBACK);
    await first.finishAuth(location?.searchParams ?? new URLSearchParams());

    const { client, tools, call } = wrapped(newClient());
    await client.connect(transportOf(server, program));
    expect(await tools()).toContain('query_collection');
    const { value } = await call('query_collection', { collection: 'blog' });
    expect(value).toMatchObject({ total: 2 });
    const token = program.kept?.access_token ?? '';
    const headers = { authorization: `Bearer ${token}` };
    const beside = await server.request('/api/collections/blog', { as: 'nobody', headers });
    expect(beside.status).toBe(401);

    // A token that no longer holds is replaced without asking anybody.
    program.kept = { ...program.kept, access_token: `${token}x`, token_type: 'Bearer' };
    const again = wrapped(newClient());
    await again.client.connect(transportOf(server, program));
    expect((await again.call('list_collections')).isError).toBe(false);
    expect(program.kept?.access_token).not.toContain(token);
  });
});
