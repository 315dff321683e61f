/**
 * The server of the addresses at which the preview is shown to others (spec/preview.md#shared-addresses): at a port of its
 * own it passes what the development server of a site answers, for reading only, to those who have a token. It knows no
 * session, and nothing of the admin or the API passes through it.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { parseCookie, stringifySetCookie } from 'cookie';
import { DECODERS } from './proxy.js';
import { ReplaceBytes } from './replace-bytes.js';
import { isShown, passedHeaders, type SharedProject } from './shared-request.js';

/** What an address shows. */
export interface Shown {
  id: string;
  /** Until it ends, in ms. */
  endsIn: number;
  project: SharedProject;
  /** Where its development server answers; undefined while it does not run, or shows something else. */
  target: string | undefined;
  /** Where images and files are read in its pages: an address of this machine with a token. */
  files: string | undefined;
}

export interface SharedPagesOptions {
  /** Address to listen at, and the port that is tried first. */
  host: string;
  port: number;
  /** Names of hosts that it answers to. */
  names(): ReadonlySet<string>;
  /** Whether other machines may ask now. */
  isOnNetwork(): boolean;
  /** What a token shows; undefined where it shows nothing, or nothing any more. */
  find(token: string): Shown | undefined;
  /** Seconds until a client may try another token, and counting a wrong one. */
  attempts: { wait(client: string): number; add(client: string): void };
  clientOf(request: IncomingMessage): string;
  /** Called when it cannot be found out what is shown, as when a file of the machine is damaged. */
  failed(error: unknown): void;
}

/** What the path of an address with a token begins with. */
export const SHARED_PATH = '/.plinth-shared/';
const FILES_PATH = '/preview-files/';
const FILES = ['/imageworks/', '/download/', '/stream/'];

const MAX_CONNECTIONS = 256;

/** Headers of answers that are passed; others could set cookies, or speak for other pages of this machine. */
const ANSWERED: ReadonlySet<string> = new Set([
  ...['content-type', 'content-language', 'content-disposition', 'content-security-policy'],
  ...['content-length', 'content-range', 'accept-ranges', 'location', 'x-content-type-options'],
]);
const isAnswered = (name: string): boolean =>
  ANSWERED.has(name) || name.startsWith('x-nextjs-') || name.startsWith('x-sveltekit-');

const OWN_HEADERS: readonly string[] = [
  ...['Cache-Control', 'no-store'],
  ...['Content-Security-Policy', "frame-ancestors 'none'"],
  ...['Cross-Origin-Opener-Policy', 'same-origin'],
  ...['Cross-Origin-Resource-Policy', 'same-origin'],
  ...['Referrer-Policy', 'no-referrer'],
  ...['X-Frame-Options', 'DENY'],
  ...['X-Robots-Tag', 'noindex, nofollow'],
];

const NONE =
  'There is no preview at this address. It may have ended. Open the address again that you were given, or ask for another one.';
const DOWN = 'The preview is not running. Reload this page when it has been started again.';

const pageOf = (text: string): string =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  `<title>Preview</title><style>body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem;color-scheme:light dark}</style></head><body><p>${text}</p></body></html>`;

export class SharedPages {
  readonly #options: SharedPagesOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Answers that are being sent, by the id of what they show. */
  readonly #open = new Map<ServerResponse, string>();
  #port = 0;

  private constructor(options: SharedPagesOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      try {
        this.#answer(request, response);
      } catch (error) {
        options.failed(error);
        this.#down(response);
      }
    });
    this.#server.maxConnections = MAX_CONNECTIONS;
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    // Sockets of development servers take messages as well as send them.
    for (const name of ['upgrade', 'connect'] as const) {
      this.#server.on(name, (_request, socket: Socket) => socket.destroy());
    }
  }

  /** Throws errors of the system. */
  static async open(options: SharedPagesOptions): Promise<SharedPages> {
    const pages = new SharedPages(options);
    pages.#server.listen(options.port, options.host);
    await once(pages.#server, 'listening');
    const address = pages.#server.address();
    pages.#port = typeof address === 'object' && address !== null ? address.port : 0;
    return pages;
  }

  get port(): number {
    return this.#port;
  }

  /** Ends the answers of what is not shown any more. */
  keepOnly(ids: ReadonlySet<string>): void {
    for (const [response, id] of this.#open) if (!ids.has(id)) response.destroy();
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    if (this.#server.listening) await once(this.#server, 'close');
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { localAddress = '' } = request.socket;
    if (!this.#options.isOnNetwork() && !/^(?:::ffff:)?127\.|^::1$/.test(localAddress)) {
      request.socket.destroy();
      return;
    }
    const problem = this.#problemOf(request);
    if (problem !== undefined) {
      response.writeHead(problem, [
        ...OWN_HEADERS,
        'Connection',
        'close',
        ...(problem === 405 ? ['Allow', 'GET, HEAD'] : []),
      ]);
      response.end();
      return;
    }
    const { url = '/' } = request;
    if (url.startsWith(SHARED_PATH)) this.#enter(url.slice(SHARED_PATH.length), request, response);
    else this.#show(url, request, response);
  }

  /** The status for a request that is none of a reader. */
  #problemOf({ method, headers, rawHeaders, url = '' }: IncomingMessage): number | undefined {
    // A page of another site that points its name at this machine gets nothing.
    const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length !== 1 || !this.#isOwnHost(headers.host)) return 403;
    if (method !== 'GET' && method !== 'HEAD') return 405;
    if (!url.startsWith('/') || (headers['content-length'] ?? '0') !== '0') return 400;
    if (headers['transfer-encoding'] !== undefined) return 400;
    // What is registered by a page would stay in the browser when the address has ended.
    if (headers['service-worker'] !== undefined) return 403;
    const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
    return headers['sec-fetch-site'] === 'cross-site' && !isNavigation ? 403 : undefined;
  }

  #isOwnHost(host = ''): boolean {
    const value = host.toLowerCase();
    const suffix = `:${this.#port}`;
    return value.endsWith(suffix) && this.#options.names().has(value.slice(0, -suffix.length));
  }

  /** Keeps the token of an address in a cookie, and leads to the page. */
  #enter(named: string, request: IncomingMessage, response: ServerResponse): void {
    const end = named.search(/[/?]/);
    const token = end < 0 ? named : named.slice(0, end);
    const shown = this.#find(token, request, response);
    if (!shown) return;
    const { pathname, search } = new URL(end < 0 ? '/' : named.slice(end), 'http://localhost');
    const cookie = this.#cookie(request, token, Math.ceil(shown.endsIn / 1000));
    // Two slashes would be another host.
    const page = pathname.replace(/^\/+/, '/') + search;
    response.writeHead(302, [...OWN_HEADERS, 'Set-Cookie', cookie, 'Location', page]).end();
  }

  /** Each port has its own name: browsers send the cookies of a host to all of them. */
  #cookie({ headers }: IncomingMessage, value: string, maxAge: number): string {
    const secure = headers['x-forwarded-proto'] === 'https';
    const name = `plinth_shared_${this.#port}`;
    return stringifySetCookie({ name, value, httpOnly: true, sameSite: 'lax', path: '/', maxAge, secure });
  }

  /** What a token shows; otherwise the request is answered. */
  #find(token: string, request: IncomingMessage, response: ServerResponse): Shown | undefined {
    const { attempts, clientOf, find } = this.#options;
    const client = clientOf(request);
    const wait = attempts.wait(client);
    if (wait > 0) {
      this.#say(response, 429, `Too many wrong addresses. Try again in ${wait} seconds.`, [
        'Retry-After',
        `${wait}`,
      ]);
      return undefined;
    }
    const shown = find(token);
    if (shown) return shown;
    attempts.add(client);
    // A browser that goes on sending it would be taken for one that guesses.
    this.#say(response, 404, NONE, ['Set-Cookie', this.#cookie(request, '', 0)]);
    return undefined;
  }

  #say(response: ServerResponse, status: number, text: string, headers: readonly string[] = []): void {
    const policy = "default-src 'none'; style-src 'unsafe-inline'";
    const type = ['Content-Type', 'text/html; charset=utf-8', 'Content-Security-Policy', policy];
    response.writeHead(status, [...OWN_HEADERS, ...type, ...headers]).end(pageOf(text));
  }

  #down(response: ServerResponse): void {
    if (response.headersSent) response.destroy();
    else this.#say(response, 503, DOWN);
  }

  #show(url: string, request: IncomingMessage, response: ServerResponse): void {
    const token = parseCookie(request.headers.cookie ?? '')[`plinth_shared_${this.#port}`];
    if (token === undefined || token === '') {
      this.#say(response, 404, NONE);
      return;
    }
    const shown = this.#find(token, request, response);
    if (!shown) return;
    if (shown.target === undefined) {
      this.#say(response, 503, DOWN);
      return;
    }
    const asked = asIn(shown, url);
    if (!asked) this.#say(response, 404, 'This page is not shown.');
    else this.#pass(asked, shown, request, response);
  }

  #pass(asked: Asked, shown: Shown, request: IncomingMessage, response: ServerResponse): void {
    const { protocol, hostname, port, host } = new URL(asked.server);
    const send = protocol === 'https:' ? httpsRequest : httpRequest;
    const failed = () => this.#down(response);
    this.#open.set(response, shown.id);
    try {
      const passed = send({
        ...{ hostname: hostname.replace(/^\[|\]$/g, ''), port, path: asked.path },
        ...{ method: request.method, agent: false, rejectUnauthorized: false },
        headers: { ...passedHeaders(request.headers), host },
      });
      passed.on('response', (answer) => this.#send(answer, shown, request, response));
      passed.on('error', failed);
      response.once('close', () => {
        this.#open.delete(response);
        passed.destroy();
      });
      passed.end();
    } catch {
      // The path has signs that no address has.
      failed();
    }
  }

  #send(answer: IncomingMessage, shown: Shown, request: IncomingMessage, response: ServerResponse): void {
    const { statusCode: status = 502, headers, rawHeaders } = answer;
    const type = headers['content-type']?.toLowerCase() ?? '';
    const isMedia = /^(?:image|video|audio|font)\//.test(type) && !type.includes('svg');
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    const decoder = DECODERS.get(encoding)?.();
    // Words may stand in what is not sent whole, or cannot be read, in which none can be replaced.
    if (!isMedia && (status === 206 || (encoding !== 'identity' && !decoder))) {
      answer.destroy();
      this.#say(response, 502, 'This page cannot be shown.');
      return;
    }
    const pairs = wordsOf(shown);
    const replaced = (text: string) => pairs.reduce((value, [from, to]) => value.replaceAll(from, to), text);
    const sent = [...OWN_HEADERS];
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const [name = '', value = ''] = [rawHeaders[at]?.toLowerCase(), rawHeaders[at + 1]];
      if (!isAnswered(name) || (name === 'content-length' && !isMedia)) continue;
      sent.push(name, name === 'location' ? replaced(asOwn(value, shown.target)) : replaced(value));
    }
    if (isMedia && encoding !== 'identity') sent.push('Content-Encoding', encoding);
    response.writeHead(status, sent);
    if (request.method === 'HEAD' || status === 204 || status === 304) {
      answer.resume();
      response.end();
      return;
    }
    const steps = isMedia
      ? []
      : [...(decoder ? [decoder] : []), ...(pairs.length > 0 ? [new ReplaceBytes(pairs)] : [])];
    pipeline([answer, ...steps, response], () => undefined);
  }
}

interface Asked {
  /** Origin of a server of this machine. */
  server: string;
  path: string;
}

/** What stands for the token of files in pages, as long as it is: the token itself opens them without an end. */
const wordFor = (files: string): { token: string; word: string } => {
  const token = new URL(files).pathname.slice(FILES_PATH.length);
  return { token, word: createHash('sha256').update(`shared ${token}`).digest('hex') };
};

/** What is replaced in pages: the address of images and files, and what is left of it. */
function wordsOf({ files }: Shown): readonly (readonly [string, string])[] {
  if (files === undefined) return [];
  const { token, word } = wordFor(files);
  const own = FILES_PATH + word;
  const escaped = (text: string) => text.replaceAll('/', '\\/');
  return [
    [files, own],
    [escaped(files), escaped(own)],
    [token, word],
  ];
}

/** What an address asks of which server; undefined for what is not shown. */
function asIn({ target = '', files, project }: Shown, url: string): Asked | undefined {
  const { token, word } = files === undefined ? { token: '', word: '' } : wordFor(files);
  const own = `${FILES_PATH}${word}/`;
  if (url.startsWith(FILES_PATH)) {
    if (files === undefined || !url.startsWith(own)) return undefined;
    const rest = url.slice(own.length - 1);
    if (!FILES.some((path) => rest.startsWith(path)) || rest.includes('..')) return undefined;
    return { server: new URL(files).origin, path: `${FILES_PATH}${token}${rest}` };
  }
  const [path = ''] = url.split('?', 1);
  if (!isShown(path, project)) return undefined;
  return { server: target, path: word === '' ? url : url.replaceAll(word, token) };
}

/** An absolute address of the development server becomes one of this server. */
function asOwn(value: string, target = ''): string {
  if (!URL.canParse(value)) return value;
  const url = new URL(value);
  const isOwn = URL.canParse(target) && url.host === new URL(target).host;
  return isOwn ? url.pathname.replace(/^\/+/, '/') + url.search + url.hash : value;
}
