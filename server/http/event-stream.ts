/** One answer of server-sent events (HTML standard, 9.2): written as it comes, dropped when nobody takes it. */
import type { Request, Response } from 'express';
import { settleHeaders } from './entrance.js';

export interface ServerSentEvent {
  id: string;
  event: string;
  data: unknown;
}

/** Milliseconds between signs of life: less than what proxies and browsers wait for. */
const HEARTBEAT = 15_000;

/** Milliseconds after which a client that lost the stream comes back. */
const RETRY = 3_000;

/** Bytes that may wait for a client. One that takes no more than that is let go: it comes back for what it missed. */
const MOST_WAITING = 512 * 1024;

export interface EventStreamOptions {
  /** Asked before anything is sent and at every sign of life; false ends the stream. */
  alive: () => boolean;
  /** The stream is over, whoever ended it. */
  closed: () => void;
  /** Milliseconds between signs of life. */
  heartbeat?: number;
}

export class EventStream {
  readonly #response: Response;
  readonly #alive: () => boolean;
  readonly #timer: NodeJS.Timeout;
  #pending = '';

  /** Begins the answer. */
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
    settleHeaders(request, response);
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // nginx would keep events until its buffer is full.
      'X-Accel-Buffering': 'no',
    });
    this.#write(`retry: ${RETRY}\n\n`);
  }

  /** Sends an event, together with others of the same turn. */
  send({ id, event, data }: ServerSentEvent): void {
    if (this.#pending === '') setImmediate(() => this.#flush());
    this.#pending += `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  }

  /** Ends it in good order. */
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
    else if (response.writableLength + text.length > MOST_WAITING) response.destroy();
    else response.write(text);
  }
}
