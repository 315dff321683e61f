/** MCP over HTTP, by the official SDK: the current protocol and, stateless, the revisions of 2025. */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type FetchLikeMcpHandler,
  type NodeIncomingMessageLike,
  type NodeServerResponseLike,
  toNodeHandler,
} from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  type McpHttpHandler,
  type ServerEvent,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import type { Events } from '../events.js';
import { anonymousClient, type McpClient, type McpRequestClient } from './client.js';
import { ChangeNotifications } from './notifications.js';
import { mayReceive } from './resources.js';
import type { Serving } from './serving.js';
import type { McpSite } from './tool.js';

/** Maximum number of subscriptions (spec/limits.md#connections). */
const MAX_SUBSCRIPTIONS = 32;

/** Authenticates the client; repeated while a stream is open, undefined once it would be rejected. */
export type CurrentClient = () => McpRequestClient | undefined;

/** Streams only send changes the client can read: clients can subscribe to any URI. */
class ClientEventBus implements ServerEventBus {
  readonly #listeners = new Set<{ listener: (event: ServerEvent) => void; currentClient: CurrentClient }>();
  readonly #currentClients: AsyncLocalStorage<CurrentClient>;
  readonly #mayReceiveEvent: (client: McpClient, event: ServerEvent) => boolean;

  constructor(
    currentClients: AsyncLocalStorage<CurrentClient>,
    mayReceiveEvent: (client: McpClient, event: ServerEvent) => boolean,
  ) {
    this.#currentClients = currentClients;
    this.#mayReceiveEvent = mayReceiveEvent;
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    const currentClient = this.#currentClients.getStore();
    if (!currentClient) return () => undefined;
    const entry = { listener, currentClient };
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  publish(event: ServerEvent): void {
    for (const { listener, currentClient } of this.#listeners) {
      const client = currentClient();
      if (client && this.#mayReceiveEvent(client, event)) listener(event);
    }
  }
}

export interface McpEndpointOptions {
  readonly site: McpSite;
  readonly serving: Serving;
  readonly events: Events;
  /** Whether clients are notified of changes. */
  readonly subscriptions: () => boolean;
}

export class McpEndpoint {
  readonly #currentClients = new AsyncLocalStorage<CurrentClient>();
  readonly #handler: McpHttpHandler;
  readonly #notifications: ChangeNotifications;
  #active = 0;

  constructor({ site, serving, events, subscriptions }: McpEndpointOptions) {
    const mayReceiveEvent = (client: McpClient, event: ServerEvent): boolean =>
      event.kind !== 'resource_updated' || mayReceive(site, client, event.uri);
    this.#handler = createMcpHandler(
      ({ era }) => {
        // Called outside of a request only after an error of the SDK; anonymous is the safe answer.
        const client = this.#currentClients.getStore()?.() ?? anonymousClient(site.now());
        const pushes = era === 'modern' && subscriptions();
        return serving.serverFor(client, { listChanged: pushes, subscribe: pushes });
      },
      {
        bus: new ClientEventBus(this.#currentClients, mayReceiveEvent),
        maxSubscriptions: MAX_SUBSCRIPTIONS,
      },
    );
    this.#notifications = new ChangeNotifications(events, this.#handler.notify);
  }

  /** Handles a request whose body has been read. */
  answer(
    request: NodeIncomingMessageLike,
    response: NodeServerResponseLike,
    { body, currentClient }: { body: unknown; currentClient: CurrentClient },
  ): Promise<void> {
    const fetch: FetchLikeMcpHandler['fetch'] = async (...sent) => {
      const answer = await this.#asClient(currentClient, () => this.#handler.fetch(...sent));
      // Node decides whether a connection is kept: the client may have asked to close it.
      answer.headers.delete('connection');
      return answer;
    };
    return toNodeHandler({ fetch })(request, response, body);
  }

  /** The storage is disabled in between: enabled once, it slows down every promise of the process up to Node 22. */
  async #asClient<T>(currentClient: CurrentClient, handle: () => Promise<T>): Promise<T> {
    this.#active += 1;
    try {
      return await this.#currentClients.run(currentClient, handle);
    } finally {
      this.#active -= 1;
      if (this.#active === 0) this.#currentClients.disable();
    }
  }

  /** Ends streams and active requests. */
  async close(): Promise<void> {
    this.#notifications.stop();
    await this.#handler.close();
  }
}
