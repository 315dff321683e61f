/** The `node:http` server around the app: limits, performance, and JSON errors for what Node itself rejects. */
import { randomUUID } from 'node:crypto';
import { createServer, IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import type { Logger } from 'pino';
import type { ParsedQs } from 'qs';
import { docsOf, idOfStatus } from '../contract/error-ids.js';
import { type Message, message } from '../contract/messages/message.js';
import type { ErrorBody } from '../contract/wire.js';
import { CONNECTION_LIMITS } from '../settings/limits.js';
import { type StoredSettings, settingValue } from '../settings/read.js';
import { parseQuery } from './query.js';
import type { Request, Response } from './request.js';

/** Largest headers of a request, in bytes. */
const MAX_HEADERS = 16 * 1024;
/** Interval at which Node checks for expired connections, in milliseconds. */
const LOOK_EVERY = 5_000;
/**
 * Keep-alive timeout, in ms. A site generator is often busy for longer than Node's default of five seconds, and would
 * send on a connection that is just being closed.
 */
const KEPT_ALIVE = 20_000;

export interface ConnectionLimits {
  /** Maximum number of connections. */
  connections: number;
  /** Timeouts in ms: for the headers of a request, without a byte of a started request, and for a whole request. */
  headers: number;
  idle: number;
  request: number;
}

/** The limits from the settings of a folder. */
export const connectionLimits = (stored: StoredSettings): ConnectionLimits => ({
  connections: settingValue(stored, CONNECTION_LIMITS.connections),
  headers: settingValue(stored, CONNECTION_LIMITS.headers) * 1000,
  idle: settingValue(stored, CONNECTION_LIMITS.idle) * 1000,
  request: settingValue(stored, CONNECTION_LIMITS.request) * 60_000,
});

/** Handles a request, or leaves it to Express and returns false. */
export type FastPath = (request: Request, response: Response) => boolean;

function queryIn(url: string): ParsedQs {
  const mark = url.indexOf('?');
  return parseQuery(mark < 0 ? '' : url.slice(mark + 1));
}

/**
 * Creates the server. `answers` is tried before Express. Express sets the prototypes of every request and response,
 * which invalidates V8's hidden classes and costs more than all routing; creating objects with these prototypes makes
 * that a no-op.
 */
export function createHttpServer(
  app: Express,
  answers: FastPath,
  { limits, log }: { limits: ConnectionLimits; log: Logger },
): Server {
  class AppRequest extends IncomingMessage {
    declare parsedQuery: ParsedQs | undefined;

    /** Replaces Express's own getter, which parses on every access. */
    get query(): ParsedQs {
      this.parsedQuery ??= queryIn(this.url ?? '');
      return this.parsedQuery;
    }
  }
  class AppResponse<R extends IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });

  /** Handles the requests of a connection. */
  const latest = new WeakMap<Duplex, ServerResponse>();
  const isRequest = (request: IncomingMessage): request is Request => request instanceof AppRequest;
  const isResponse = (response: ServerResponse): response is Response => response instanceof AppResponse;
  const server = createServer(
    {
      IncomingMessage: AppRequest,
      ServerResponse: AppResponse,
      headersTimeout: limits.headers,
      requestTimeout: Math.max(limits.headers, limits.request),
      maxHeaderSize: MAX_HEADERS,
      keepAliveTimeout: KEPT_ALIVE,
      connectionsCheckingInterval: Math.min(LOOK_EVERY, limits.headers),
      // The Host guard handles a missing host, in JSON.
      requireHostHeader: false,
    },
    (request, response) => {
      latest.set(request.socket, response);
      if (!isRequest(request) || !isResponse(response) || !answers(request, response)) app(request, response);
    },
  );
  server.maxConnections = limits.connections;
  // A response may take long to compute; a connection without traffic in both directions is closed.
  server.setTimeout(limits.idle, (socket) => {
    const response = latest.get(socket);
    const open = response !== undefined && !response.writableFinished;
    if (open && response.req.complete && socket.writableLength === 0) return;
    if (open && !response.req.complete && !response.headersSent) {
      refuseAt(socket, 408, errorBody(log, 408, LATE, { address: socket.remoteAddress }));
      socket.destroySoon();
    } else socket.destroy();
  });
  server.on('clientError', (error, socket) => refuseUnreadable(log, error, socket));
  server.on('checkExpectation', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const body = errorBody(log, 417, message('expectationUnsupported'), { address: socket.remoteAddress });
    response.writeHead(417, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      Connection: 'close',
    });
    response.end(body);
  });
  return server;
}

const LATE = message('requestTimedOut');

interface Refused {
  address: string | undefined;
  /** The error code of the parser. */
  code?: string | undefined;
}

/** The body of a rejection. As with all rejections, it is logged at `debug` only. */
function errorBody(log: Logger, status: number, reason: Message, refused: Refused): string {
  const requestId = randomUUID();
  log.debug({ requestId, status, ...refused }, reason.text);
  const id = idOfStatus(status);
  const body: ErrorBody = {
    error: {
      code: status,
      type: id,
      message: reason.text,
      ...reason.onWire(),
      docs: docsOf(id),
      requestId,
    },
  };
  return JSON.stringify(body);
}

/** Errors of the HTTP parser are sent in the usual JSON form, then the connection is closed. */
function refuseUnreadable(log: Logger, error: NodeJS.ErrnoException, socket: Duplex): void {
  const { code } = error;
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason] =
    code === 'HPE_HEADER_OVERFLOW'
      ? ([431, message('headersTooLarge')] as const)
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ([408, LATE] as const)
        : ([400, message('requestNotHttp')] as const);
  const address = socket instanceof Socket ? socket.remoteAddress : undefined;
  refuseAt(socket, status, errorBody(log, status, reason, { address, code }));
}

/** Responds on the raw socket and closes it. */
function refuseAt(socket: Duplex, status: number, body: string): void {
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
