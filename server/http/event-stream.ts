/**
 * A response of server-sent events (HTML standard, 9.2): written as events occur, closed when the client does not
 * read. Libraries add channels and histories; here one history serves all clients, and each event is filtered by who
 * listens.
 */

import { finalizeHeaders } from './pipeline.js';
import type { Request, Response } from './request.js';

export interface ServerSentEvent {
  /** Absent where clients cannot resume behind it. */
  id?: string;
  event: string;
  data: unknown;
}

/** Interval of heartbeats in ms: shorter than common timeouts of proxies and browsers. */
const HEARTBEAT = 15_000;

/** Reconnection delay for clients, in milliseconds. */
const RETRY = 3_000;

/** Bytes buffered for a client. A slower client is disconnected; it resumes when it reconnects. */
const MAX_QUEUED = 512 * 1024;

export interface EventStreamOptions {
  /** Called before every send and heartbeat; false ends the stream. */
  alive: () => boolean;
  /** Called when the stream has ended, for any reason. */
  closed: () => void;
  /** Interval of heartbeats, in milliseconds. */
  heartbeat?: number;
}

export class EventStream {
  readonly #response: Response;
  readonly #alive: () => boolean;
  readonly #timer: NodeJS.Timeout;
  #pending = '';

  /** Starts the response. */
  constructor(
    request: Request,
    response: Response,
    { alive, closed, heartbeat = HEARTBEAT }: EventStreamOptions,
  ) {
    this.#response = response;
    this.#alive = alive;
    this.#timer = setInterval(() => this.#write(':\n\n'), heartbeat).unref();
    response.on('close', () => {
      clearInterval(this.#timer);
      closed();
    });
    finalizeHeaders(request, response);
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // nginx would keep events until its buffer is full.
      'X-Accel-Buffering': 'no',
    });
    this.#write(`retry: ${RETRY}\n\n`);
  }

  /** Sends an event, batched with others of the same turn. */
  send({ id, event, data }: ServerSentEvent): void {
    if (this.#pending === '') setImmediate(() => this.#flush());
    const named = id === undefined ? '' : `id: ${id}\n`;
    this.#pending += `${named}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  }

  /** Sends what is pending. Resolves when the client has taken most of it, or is gone. */
  async drained(): Promise<void> {
    this.#flush();
    const response = this.#response;
    if (!response.writableNeedDrain || response.destroyed) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        response.off('drain', done);
        response.off('close', done);
        resolve();
      };
      response.on('drain', done);
      response.on('close', done);
    });
  }

  /** Whether nothing more can be sent. */
  get isClosed(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  /** Ends the stream. */
  end(): void {
    this.#flush();
    this.#response.end();
  }

  #flush(): void {
    const text = this.#pending;
    this.#pending = '';
    if (text !== '') this.#write(text);
  }

  #write(text: string): void {
    const response = this.#response;
    if (response.destroyed || response.writableEnded) return;
    if (!this.#alive()) response.end();
    else if (response.writableLength + text.length > MAX_QUEUED) response.destroy();
    else response.write(text);
  }
}
