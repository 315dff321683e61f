/** MCP over HTTP, by the official SDK: the present protocol and, a request at a time, those of 2025. */
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

/** Subscriptions at a time (spec/limits.md#connections). */
const MOST_SUBSCRIPTIONS = 32;

/** Who comes; asked again for as long as a stream is open, and nobody once he would be refused. */
export type Visit = () => Visitor | undefined;

/** Streams hear only of what their own visitor may read: clients subscribe to any address they can spell. */
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

export interface HttpDoorOptions {
  readonly site: McpSite;
  readonly serving: Serving;
  readonly events: Events;
  /** Whether clients are told of changes. */
  readonly subscriptions: () => boolean;
}

export class HttpDoor {
  readonly #visits = new AsyncLocalStorage<Visit>();
  readonly #handler: McpHttpHandler;
  readonly #notices: Notices;

  constructor({ site, serving, events, subscriptions }: HttpDoorOptions) {
    const hears = (visitor: Visitor, event: ServerEvent): boolean =>
      event.kind !== 'resource_updated' || mayHear(site, visitor, event.uri);
    this.#handler = createMcpHandler(
      ({ era }) => {
        // Asked outside of any request only if the SDK lost track of it; nobody is the safe answer.
        const visitor = this.#visits.getStore()?.() ?? { caller: ANONYMOUS };
        const pushes = era === 'modern' && subscriptions();
        return serving.serverFor(visitor, { listChanged: pushes, subscribe: pushes });
      },
      { bus: new VisitorBus(this.#visits, hears), maxSubscriptions: MOST_SUBSCRIPTIONS },
    );
    this.#notices = new Notices(events, this.#handler.notify);
  }

  /** Answers a request whose body has been read. */
  answer(
    request: NodeIncomingMessageLike,
    response: NodeServerResponseLike,
    { body, visit }: { body: unknown; visit: Visit },
  ): Promise<void> {
    const fetch: FetchLikeMcpHandler['fetch'] = async (...sent) => {
      const answer = await this.#handler.fetch(...sent);
      // Whether a connection is kept is for Node to say: a client may have asked to close it.
      answer.headers.delete('connection');
      return answer;
    };
    return this.#visits.run(visit, () => toNodeHandler({ fetch })(request, response, body));
  }

  /** Ends streams and what is under way. */
  async close(): Promise<void> {
    this.#notices.stop();
    await this.#handler.close();
  }
}
