/**
 * Messages of an AI client on stdin, handed to the server that has the folder open, and its answers back. Every message
 * stands for itself, so it does not matter when the server is another by the next one.
 */
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';

/** A server messages can be handed to. */
export interface Backend {
  readonly url: string;
  readonly key: string;
}

export interface RelayOptions {
  /** The client's side: stdin and stdout. */
  readonly wire: Transport;
  /** The server that has the folder open by now. Throws a sentence for the user where none can. */
  readonly backend: () => Promise<Backend>;
  readonly note: (sentence: string) => void;
}

/** JSON-RPC's code for what the server could not do. */
const INTERNAL = -32603;

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Nobody listens there any more: nothing has been done, so it can be sent to another. */
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

  /** Begins; resolves when the client has gone. */
  async run(): Promise<void> {
    const { wire, note } = this.#options;
    const gone = new Promise<void>((resolve) => {
      wire.onclose = resolve;
    });
    wire.onerror = (error) => note(error.message);
    wire.onmessage = (message) => {
      void this.#hand(message);
    };
    await wire.start();
    await gone;
    await this.#connection?.transport.close();
  }

  async #hand(message: JSONRPCMessage): Promise<void> {
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

  /** The connection to a server; the one before is let go when it is another. */
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
    const agreed = isJSONRPCResultResponse(answer) ? answer.result.protocolVersion : undefined;
    // Of the handshake of 2025: from here on the version stands in a header of each message.
    if (typeof agreed === 'string') transport.setProtocolVersion(agreed);
    this.#options.wire.send(answer).catch((error: unknown) => this.#options.note(sentence(error)));
  }

  async #refuse(id: string | number, message: string): Promise<void> {
    await this.#options.wire
      .send({ jsonrpc: '2.0', id, error: { code: INTERNAL, message } })
      .catch((error: unknown) => this.#options.note(sentence(error)));
  }
}
