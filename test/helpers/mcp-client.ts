/** The official MCP client, connected to a test server. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';

/** The eras of the protocol, by what a client of each asks for. */
export const ERAS = { '2026': { pin: '2026-07-28' }, '2025': 'legacy' } as const;
export type Era = keyof typeof ERAS;

export interface Called {
  isError: boolean;
  text: string;
  /** The answer as JSON; undefined for an error in words. */
  value: unknown;
}

export interface McpClient {
  client: Client;
  /** Names of the tools that are offered. */
  tools(): Promise<string[]>;
  call(name: string, args?: Record<string, unknown>): Promise<Called>;
}

/** A client around a connection of its own; closed when the test is over. */
export function wrapped(client: Client): McpClient {
  onTestFinished(() => client.close());
  return {
    client,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, args = {}) {
      const result = await client.callTool({ name, arguments: args });
      const [first] = result.content;
      const text = first?.type === 'text' ? first.text : '';
      const isError = result.isError === true;
      return { isError, text, value: isError ? undefined : JSON.parse(text) };
    },
  };
}

/** Connects over HTTP. */
export async function connectMcp(
  url: string,
  { key, era = '2026', headers = {} }: { key?: string; era?: Era; headers?: Record<string, string> } = {},
): Promise<McpClient> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: ERAS[era] } });
  const sent = { ...headers, ...(key === undefined ? {} : { 'x-api-key': key }) };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: sent },
  });
  await client.connect(transport);
  return wrapped(client);
}
