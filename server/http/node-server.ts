/** The `node:http` server around the app: limits, speed, and JSON for what Node refuses by itself. */
import { randomUUID } from 'node:crypto';
import { createServer, IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { ParsedQs } from 'qs';
import type { ErrorBody } from '../contract/wire.js';
import { CONNECTION_LIMITS } from '../settings/limits.js';
import { type StoredSettings, settingValue } from '../settings/read.js';
import { parseQuery } from './query.js';

/** Largest headers of a request, in bytes. */
const MAX_HEADERS = 16 * 1024;
/** How often Node looks for connections past their time, at most, in milliseconds. */
const LOOK_EVERY = 5_000;
/**
 * How long a connection waits for its next request, in ms. A site generator is often busy for longer than Node's five
 * seconds, and would send on a connection that is just being closed.
 */
const KEPT_ALIVE = 20_000;

export interface ConnectionLimits {
  /** Connections at a time. */
  connections: number;
  /** Milliseconds for the headers of a request, without a byte of one that has begun, and for a whole one. */
  headers: number;
  idle: number;
  request: number;
}

/** The limits a folder's settings set. */
export const connectionLimits = (stored: StoredSettings): ConnectionLimits => ({
  connections: settingValue(stored, CONNECTION_LIMITS.connections),
  headers: settingValue(stored, CONNECTION_LIMITS.headers) * 1000,
  idle: settingValue(stored, CONNECTION_LIMITS.idle) * 1000,
  request: settingValue(stored, CONNECTION_LIMITS.request) * 60_000,
});

/** Answers a request, or leaves it to Express and returns false. */
export type FastPath = (request: Request, response: Response) => boolean;

function queryIn(url: string): ParsedQs {
  const mark = url.indexOf('?');
  return parseQuery(mark < 0 ? '' : url.slice(mark + 1));
}

/**
 * Creates the server. `answers` is asked before Express. Express sets the prototypes of every request and response,
 * which throws away what V8 has learnt of their shape and costs more than all routing; objects born with these
 * prototypes make that a no-op.
 */
export function createHttpServer(
  app: Express,
  answers: FastPath,
  { limits, log }: { limits: ConnectionLimits; log: Logger },
): Server {
  class AppRequest extends IncomingMessage {
    declare parsedQuery: ParsedQs | undefined;

    /** In place of Express's own, which parses anew whenever it is asked. */
    get query(): ParsedQs {
      this.parsedQuery ??= queryIn(this.url ?? '');
      return this.parsedQuery;
    }
  }
  class AppResponse<R extends IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });

  /** What is answered on a connection. */
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
      // The Host guard answers for a missing host, in JSON.
      requireHostHeader: false,
    },
    (request, response) => {
      latest.set(request.socket, response);
      if (!isRequest(request) || !isResponse(response) || !answers(request, response)) app(request, response);
    },
  );
  server.maxConnections = limits.connections;
  // An answer may take its time to be made; whoever neither sends nor takes anything is given up.
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
    const message = 'Only the expectation 100-continue is supported';
    const body = errorBody(log, 417, message, { address: socket.remoteAddress });
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

const LATE = 'The request timed out';

interface Refused {
  address: string | undefined;
  /** What the parser calls it. */
  code?: string | undefined;
}

/** The body of a refusal. As with all refusals, the log only has it at `debug`. */
function errorBody(log: Logger, status: number, message: string, refused: Refused): string {
  const requestId = randomUUID();
  log.debug({ requestId, status, ...refused }, message);
  const body: ErrorBody = { error: { code: status, message, requestId } };
  return JSON.stringify(body);
}

/** What the HTTP parser cannot read is answered in the shape of all errors, then the connection closed. */
function refuseUnreadable(log: Logger, error: NodeJS.ErrnoException, socket: Duplex): void {
  const { code } = error;
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] =
    code === 'HPE_HEADER_OVERFLOW'
      ? ([431, 'The headers are too large'] as const)
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ([408, LATE] as const)
        : ([400, 'The request is not valid HTTP'] as const);
  const address = socket instanceof Socket ? socket.remoteAddress : undefined;
  refuseAt(socket, status, errorBody(log, status, message, { address, code }));
}

/** Answers on the bare connection and closes it. */
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
