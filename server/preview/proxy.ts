/**
 * The server of the preview: at a port of its own it passes what the development server of a site answers, and adds one
 * script to its pages. It has no part in the admin: it knows no session and asks nothing of the API (spec/preview.md,
 * decision 281).
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { createProxyServer, type ProxyServer } from 'httpxy';
import { SESSION_COOKIE } from '../contract/access.js';
import { readResource } from '../store/host/resources.js';
import { withScript } from './content-policy.js';
import { InsertScript } from './insert-script.js';
import { ShownPages } from './shown-pages.js';

export interface PreviewOptions {
  /** Address of the development server at the time of asking; undefined while there is none. */
  target(): string | undefined;
  /** Origins of the admin, which may show the preview and talk with its pages. */
  admins: ReadonlySet<string>;
}

const SCRIPT = '/.plinth-preview.js';
/** Whether a page would be another now. */
const OLD = '/.plinth-preview/old?page=';
const LOOPBACK = '127.0.0.1';

export const DECODERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Headers about one connection, or about the bytes as they were before. */
const OF_A_CONNECTION: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-connection', 'te', 'trailer', 'upgrade'],
  'transfer-encoding',
]);

/** The address that a browser opens: a page of it is asked for, not something of a page. */
function isPage({ headers, method }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return false;
  const kind = headers['sec-fetch-dest'];
  if (kind !== undefined) return kind === 'document' || kind === 'iframe' || kind === 'frame';
  return headers.accept?.includes('text/html') ?? false;
}

function isHtml({ headers }: IncomingMessage): boolean {
  const type = headers['content-type']?.toLowerCase() ?? '';
  const [name = ''] = type.split(';');
  return ['text/html', 'application/xhtml+xml'].includes(name.trim()) && !type.includes('utf-16');
}

/** The cookies of a request without those of Plinth, which browsers send to every port of a host. */
function withoutSessions(cookies: string): string {
  return cookies
    .split(';')
    .filter((cookie) => !cookie.trim().startsWith(SESSION_COOKIE))
    .join(';')
    .trim();
}

/** A cookie for the host that it comes from. */
const withoutDomain = (cookie: string): string =>
  cookie
    .split(';')
    .filter((part) => !part.trim().toLowerCase().startsWith('domain='))
    .join(';');

/** A page for the time without a development server; it tries again by itself. */
const noServer = (tag: string): string =>
  `<!doctype html><html lang="en"><head>${tag}<meta charset="utf-8"><meta http-equiv="refresh" content="2">` +
  '<title>The site is not running</title></head><body data-plinth-down><p>The development server of the site does not answer.</p></body></html>';

export class PreviewProxy {
  readonly #options: PreviewOptions;
  readonly #server: Server;
  readonly #proxy: ProxyServer;
  readonly #sockets = new Set<Socket>();
  readonly #pages = new ShownPages();
  readonly #script = readResource('preview/page.js');
  #port = 0;

  private constructor(options: PreviewOptions) {
    this.#options = options;
    this.#proxy = createProxyServer({
      changeOrigin: true,
      selfHandleResponse: true,
      agent: false,
      // Certificates of development servers are their own.
      secure: false,
      // Streams and events may be silent for long.
      proxyTimeout: 0,
    });
    this.#proxy.on('proxyRes', (answer, request, response) => this.#pass(answer, request, response));
    this.#proxy.on(
      'error',
      (_error, request, response) => request && response && this.#failed(request, response),
    );
    this.#server = createServer((request, response) => this.#answer(request, response));
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    this.#server.on('upgrade', (request, socket: Socket, head) => this.#upgrade(request, socket, head));
  }

  static async open(options: PreviewOptions): Promise<PreviewProxy> {
    const preview = new PreviewProxy(options);
    preview.#server.listen(0, LOOPBACK);
    await once(preview.#server, 'listening');
    const address = preview.#server.address();
    preview.#port = typeof address === 'object' && address !== null ? address.port : 0;
    return preview;
  }

  /**
   * The address for an admin: by the other name of this machine, so that browsers keep cookies and storage of the two
   * apart and count them as different sites.
   */
  originFor(admin: string): string {
    const host = new URL(admin).hostname === LOOPBACK ? 'localhost' : LOOPBACK;
    return `http://${host}:${this.#port}`;
  }

  /** What the site shows may have changed. */
  changed(): void {
    this.#pages.changed();
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    if (this.#server.listening) await once(this.#server, 'close');
  }

  #isOwnHost = (host: string | undefined): boolean =>
    host === `localhost:${this.#port}` || host === `${LOOPBACK}:${this.#port}`;

  /** Makes of a request one that the development server would get if it had been asked itself. */
  #prepare(request: IncomingMessage, target: string): void {
    const { headers } = request;
    const { origin } = new URL(target);
    const own = `http://${headers.host}`;
    if (headers.origin === own) headers.origin = origin;
    if (headers.referer?.startsWith(`${own}/`)) headers.referer = origin + headers.referer.slice(own.length);
    if (headers.cookie !== undefined) {
      const cookie = withoutSessions(headers.cookie);
      if (cookie === '') delete headers.cookie;
      else headers.cookie = cookie;
    }
    if (!isPage(request)) return;
    // A page is sent whole each time, so that its script and its policy belong together.
    for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since', 'range'])
      delete headers[name];
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    // A page of another site that points its name at this machine gets nothing.
    if (!this.#isOwnHost(request.headers.host)) {
      response.writeHead(403).end();
      return;
    }
    if (request.url === SCRIPT) {
      const headers = { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-store' };
      response
        .writeHead(200, { ...headers, 'Cross-Origin-Resource-Policy': 'same-origin' })
        .end(this.#script);
      return;
    }
    if (request.url?.startsWith(OLD)) {
      void this.#tellIfOld(request.url.slice(OLD.length), response);
      return;
    }
    const target = this.#options.target();
    if (target === undefined) {
      this.#failed(request, response);
      return;
    }
    this.#prepare(request, target);
    this.#proxy.web(request, response, { target }).catch(() => undefined);
  }

  /** Answers once the page is old, or that it is not yet. */
  async #tellIfOld(page: string, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const isOld = await this.#pages.isOld(page, gone.signal);
    response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    response.end(JSON.stringify({ isOld }));
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const { host, origin } = request.headers;
    const target = this.#options.target();
    const isOwn = this.#isOwnHost(host) && (origin === undefined || origin === `http://${host}`);
    if (!isOwn || target === undefined) {
      socket.destroy();
      return;
    }
    this.#prepare(request, target);
    this.#proxy.ws(request, socket, { target }, head).catch(() => socket.destroy());
  }

  /** Passes an answer of the development server. */
  #pass(answer: IncomingMessage, request: IncomingMessage, response: ServerResponse): void {
    const target = this.#options.target() ?? '';
    const headers: string[] = [];
    for (let at = 0; at < answer.rawHeaders.length; at += 2) {
      const [name = '', value = ''] = [answer.rawHeaders[at], answer.rawHeaders[at + 1]];
      if (!OF_A_CONNECTION.has(name.toLowerCase())) headers.push(name, this.#asOwn(name, value, target));
    }
    const sent = headers.filter((_text, at) => {
      const [name = '', value = ''] = [headers[at - (at % 2)], headers[at - (at % 2) + 1]];
      return !(name.toLowerCase() === 'set-cookie' && value.startsWith(SESSION_COOKIE));
    });
    if (!isPage(request)) {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, sent);
      pipeline(answer, response, () => undefined);
      return;
    }
    this.#passPage(answer, request, response, sent);
  }

  /** An absolute address of the development server becomes one of the preview. */
  #asOwn(name: string, value: string, target: string): string {
    if (name.toLowerCase() === 'set-cookie') return withoutDomain(value);
    if (name.toLowerCase() !== 'location' || !URL.canParse(value)) return value;
    const url = new URL(value);
    return target !== '' && url.host === new URL(target).host ? url.pathname + url.search + url.hash : value;
  }

  #passPage(
    answer: IncomingMessage,
    request: IncomingMessage,
    response: ServerResponse,
    sent: readonly string[],
  ): void {
    const encoding = answer.headers['content-encoding']?.trim().toLowerCase() ?? '';
    const decoder = DECODERS.get(encoding);
    const isWritten = isHtml(answer) && (encoding === '' || encoding === 'identity' || decoder !== undefined);
    const { policies, nonce } = withScript(
      valuesOf(sent, 'content-security-policy'),
      `http://${request.headers.host}${SCRIPT}`,
      randomBytes(16).toString('base64'),
    );
    const left = new Set(['x-frame-options', 'content-security-policy']);
    if (isWritten) {
      for (const name of ['content-length', 'content-encoding', 'etag', 'last-modified']) left.add(name);
    }
    const headers = sent.filter((_text, at) => !left.has((sent[at - (at % 2)] ?? '').toLowerCase()));
    for (const policy of [...policies, this.#framing()]) headers.push('Content-Security-Policy', policy);
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers);
    const isEmpty = request.method === 'HEAD' || answer.statusCode === 204 || answer.statusCode === 304;
    const page = isWritten && request.method === 'GET' && !isEmpty ? this.#noted(request, answer) : '';
    const steps =
      isWritten && !isEmpty
        ? [...(decoder ? [decoder()] : []), new InsertScript(this.#tag(nonce, page))]
        : [];
    pipeline([answer, ...steps, response], () => undefined);
  }

  /** Id by which the page asks whether it is old. */
  #noted({ url = '/', headers }: IncomingMessage, answer: IncomingMessage): string {
    const target = this.#options.target();
    if (target === undefined) return '';
    return this.#pages.sent(new URL(url, target).href, { ...headers, host: new URL(target).host }, answer);
  }

  /** Only the admin shows the preview. */
  #framing = (): string => `frame-ancestors 'self' ${[...this.#options.admins].join(' ')}`.trim();

  #tag(nonce: string, page: string): string {
    const admins = [...this.#options.admins].join(' ');
    return `<script src="${SCRIPT}" nonce="${nonce}" data-admins="${admins}" data-site="${originOf(this.#options.target())}" data-page="${page}"></script>`;
  }

  #failed(request: IncomingMessage, response: ServerResponse | Socket): void {
    if (!('writeHead' in response) || response.headersSent) {
      response.destroy();
      return;
    }
    const isShown = isPage(request);
    response.writeHead(502, {
      'Content-Type': isShown ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
      'Content-Security-Policy': this.#framing(),
      'Cache-Control': 'no-store',
    });
    response.end(
      isShown ? noServer(this.#tag('', '')) : 'The development server of the site does not answer.',
    );
  }
}

const originOf = (target: string | undefined): string => (target === undefined ? '' : new URL(target).origin);

/** The values of a header in names and values in turn. */
const valuesOf = (headers: readonly string[], name: string): string[] =>
  headers.filter((_text, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === name);
