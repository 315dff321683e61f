/**
 * Relays messages of an AI client on stdin to the server that has the folder open, and its responses back. Messages are
 * independent, so the server can change between two of them.
 */
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';

/** A server that accepts messages. */
export interface Backend {
  readonly url: string;
  readonly key: string;
}

export interface RelayOptions {
  /** The client's side: stdin and stdout. */
  readonly wire: Transport;
  /** The server that has the folder open now. Throws a readable error when there is none. */
  readonly backend: () => Promise<Backend>;
  readonly note: (sentence: string) => void;
}

/** The JSON-RPC code for errors of the server. */
const INTERNAL = -32603;

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The connection was refused: nothing has been done, so the message can be sent to another server. */
function isUnreached(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  return cause !== undefined && 'code' in cause && cause.code === 'ECONNREFUSED';
}

interface Connection extends Backend {
  readonly transport: StreamableHTTPClientTransport;
}

export class Relay {
  readonly #options: RelayOptions;
  #connection: Connection | undefined;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /** Starts the relay; resolves when the client has disconnected. */
  async run(): Promise<void> {
    const { wire, note } = this.#options;
    const closed = new Promise<void>((resolve) => {
      wire.onclose = resolve;
    });
    wire.onerror = (error) => note(error.message);
    wire.onmessage = (message) => {
      void this.#forward(message);
    };
    await wire.start();
    await closed;
    await this.#connection?.transport.close();
  }

  async #forward(message: JSONRPCMessage): Promise<void> {
    try {
      await this.#send(message).catch((error: unknown) => {
        if (!isUnreached(error)) throw error;
        return this.#send(message);
      });
    } catch (error) {
      this.#options.note(sentence(error));
      if (isJSONRPCRequest(message)) await this.#refuse(message.id, sentence(error));
    }
  }

  async #send(message: JSONRPCMessage): Promise<void> {
    const backend = await this.#options.backend();
    await this.#connected(backend).send(message);
  }

  /** The connection to a server; the previous one is closed when the server has changed. */
  #connected({ url, key }: Backend): StreamableHTTPClientTransport {
    if (this.#connection?.url === url && this.#connection.key === key) return this.#connection.transport;
    void this.#connection?.transport.close();
    const headers = { 'x-api-key': key };
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } });
    transport.onmessage = (answer) => this.#back(transport, answer);
    void transport.start();
    this.#connection = { url, key, transport };
    return transport;
  }

  #back(transport: StreamableHTTPClientTransport, answer: JSONRPCMessage): void {
    const protocolVersion = isJSONRPCResultResponse(answer) ? answer.result.protocolVersion : undefined;
    // Part of the 2025 handshake: from now on each message has a header with the version.
    if (typeof protocolVersion === 'string') transport.setProtocolVersion(protocolVersion);
    this.#options.wire.send(answer).catch((error: unknown) => this.#options.note(sentence(error)));
  }

  async #refuse(id: string | number, message: string): Promise<void> {
    await this.#options.wire
      .send({ jsonrpc: '2.0', id, error: { code: INTERNAL, message } })
      .catch((error: unknown) => this.#options.note(sentence(error)));
  }
}
