/** The `node:http` server around the app: limits, speed, and JSON for what Node refuses by itself. */
import { randomUUID } from 'node:crypto';
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express, Request, Response } from 'express';
import type { ParsedQs } from 'qs';
import type { ErrorBody } from '../contract/wire.js';
import { parseQuery } from './query.js';

const LIMITS = {
  headersTimeout: 10_000,
  /** How often Node looks for connections past their time. */
  connectionsCheckingInterval: 5_000,
  requestTimeout: 15 * 60_000,
  maxHeaderSize: 16 * 1024,
  maxConnections: 512,
} as const;

/** Answers a request, or says that it is none of its own. */
export type ShortCut = (request: Request, response: Response) => boolean;

function queryIn(url: string): ParsedQs {
  const mark = url.indexOf('?');
  return parseQuery(mark < 0 ? '' : url.slice(mark + 1));
}

/**
 * Creates the server. `answers` is asked before Express. Express sets the prototypes of every request and response, which throws away what V8 has
 * learnt of their shape and costs more than all routing; objects born with these prototypes make that a no-op.
 */
export function createHttpServer(app: Express, answers: ShortCut): Server {
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

  const isRequest = (request: IncomingMessage): request is Request => request instanceof AppRequest;
  const isResponse = (response: ServerResponse): response is Response => response instanceof AppResponse;
  const server = createServer(
    {
      IncomingMessage: AppRequest,
      ServerResponse: AppResponse,
      headersTimeout: LIMITS.headersTimeout,
      requestTimeout: LIMITS.requestTimeout,
      maxHeaderSize: LIMITS.maxHeaderSize,
      connectionsCheckingInterval: LIMITS.connectionsCheckingInterval,
      // The Host guard answers for a missing host, in JSON.
      requireHostHeader: false,
    },
    (request, response) => {
      if (!isRequest(request) || !isResponse(response) || !answers(request, response)) app(request, response);
    },
  );
  server.maxConnections = LIMITS.maxConnections;
  server.on('clientError', refuseUnreadable);
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = errorBody(417, 'Only the expectation 100-continue is supported');
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

function errorBody(code: number, message: string): string {
  const body: ErrorBody = { error: { code, message, requestId: randomUUID() } };
  return JSON.stringify(body);
}

/** What the HTTP parser cannot read is answered in the shape of all errors, then the connection closed. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large', 'The headers are too large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'Request Timeout', 'The request took too long to arrive']
        : ([400, 'Bad Request', 'The request is not readable HTTP'] as const);
  const body = errorBody(status, message);
  socket.end(
    [
      `HTTP/1.1 ${status} ${reason}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
