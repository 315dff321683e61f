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
import { ANONYMOUS } from '../access/caller.js';
import type { Events } from '../events.js';
import { Notices } from './notices.js';
import { mayHear } from './resources.js';
import type { Serving } from './serving.js';
import type { McpSite } from './tool.js';
import type { Visitor } from './visitor.js';

/** Maximum number of subscriptions (spec/limits.md#connections). */
const MOST_SUBSCRIPTIONS = 32;

/** Authenticates the client; repeated while a stream is open, undefined once it would be rejected. */
export type Visit = () => Visitor | undefined;

/** Streams only send changes the visitor can read: clients can subscribe to any URI. */
class VisitorBus implements ServerEventBus {
  readonly #listeners = new Set<{ listener: (event: ServerEvent) => void; visit: Visit }>();
  readonly #visits: AsyncLocalStorage<Visit>;
  readonly #hears: (visitor: Visitor, event: ServerEvent) => boolean;

  constructor(visits: AsyncLocalStorage<Visit>, hears: (visitor: Visitor, event: ServerEvent) => boolean) {
    this.#visits = visits;
    this.#hears = hears;
  }

  subscribe(listener: (event: ServerEvent) => void): () => void {
    const visit = this.#visits.getStore();
    if (!visit) return () => undefined;
    const entry = { listener, visit };
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  publish(event: ServerEvent): void {
    for (const { listener, visit } of this.#listeners) {
      const visitor = visit();
      if (visitor && this.#hears(visitor, event)) listener(event);
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
  readonly #visits = new AsyncLocalStorage<Visit>();
  readonly #handler: McpHttpHandler;
  readonly #notices: Notices;

  constructor({ site, serving, events, subscriptions }: McpEndpointOptions) {
    const hears = (visitor: Visitor, event: ServerEvent): boolean =>
      event.kind !== 'resource_updated' || mayHear(site, visitor, event.uri);
    this.#handler = createMcpHandler(
      ({ era }) => {
        // Called outside of a request only after an error of the SDK; anonymous is the safe answer.
        const visitor = this.#visits.getStore()?.() ?? { caller: ANONYMOUS };
        const pushes = era === 'modern' && subscriptions();
        return serving.serverFor(visitor, { listChanged: pushes, subscribe: pushes });
      },
      { bus: new VisitorBus(this.#visits, hears), maxSubscriptions: MOST_SUBSCRIPTIONS },
    );
    this.#notices = new Notices(events, this.#handler.notify);
  }

  /** Handles a request whose body has been read. */
  answer(
    request: NodeIncomingMessageLike,
    response: NodeServerResponseLike,
    { body, visit }: { body: unknown; visit: Visit },
  ): Promise<void> {
    const fetch: FetchLikeMcpHandler['fetch'] = async (...sent) => {
      const answer = await this.#handler.fetch(...sent);
      // Node decides whether a connection is kept: the client may have asked to close it.
      answer.headers.delete('connection');
      return answer;
    };
    return this.#visits.run(visit, () => toNodeHandler({ fetch })(request, response, body));
  }

  /** Ends streams and active requests. */
  async close(): Promise<void> {
    this.#notices.stop();
    await this.#handler.close();
  }
}
