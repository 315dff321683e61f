/** Requests to a server of Plinth: retries, cached answers, errors. */
import type { AnswerCache } from './cache.js';
import { errorOf, noServer, noUrl, PlinthError } from './errors.js';
import { withoutEnd } from './image.js';
import type { Parts } from './parts.js';
import type { Answer, Query, Requests } from './requests.js';
import { backoff, pause } from './waiting.js';

export interface ClientOptions {
  /** Address of the server; default: PLINTH_URL of the environment. */
  url?: string | undefined;
  /** API key; default: PLINTH_KEY of the environment. */
  key?: string | undefined;
  /**
   * Keeps answers on disk between builds and asks the server only whether they are current. A folder, or `true` for
   * `node_modules/.cache/plinth`, which is the default where Node is; `false` for none.
   */
  cache?: string | boolean | undefined;
  /** How often a request is repeated when the server is busy or the connection is lost. Default: 4. */
  retries?: number | undefined;
  /** How long one attempt may take, in ms. Default: 60,000. */
  timeout?: number | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Told what answers warn about. Default: `console.warn`, each text once. */
  onWarning?: ((message: string) => void) | undefined;
}

/** Headers of answers that the client reads. */
const READ = ['x-plinth-warnings', 'x-plinth-cursor'];
const RETRIES = 4;
const TIMEOUT = 60_000;
const LONGEST_PAUSE = 60_000;

/** The wait that an answer asks for, in ms. */
function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), LONGEST_PAUSE);
}

const environment = (name: string): string | undefined =>
  typeof process === 'undefined' ? undefined : process.env?.[name];

const hasFiles = (): boolean => typeof process !== 'undefined' && typeof process.versions?.node === 'string';

export class Connection implements Requests {
  readonly #options: ClientOptions;
  readonly #warned = new Set<string>();
  #cache: Promise<AnswerCache | undefined> | undefined;

  /** What is loaded when it is used. */
  readonly parts: Parts;

  constructor(options: ClientOptions, parts: Parts) {
    this.#options = options;
    this.parts = parts;
  }

  /** Address of the server, without a slash at its end. Throws `no-url`. */
  get url(): string {
    const url = this.#options.url ?? environment('PLINTH_URL');
    if (!url) throw noUrl();
    return withoutEnd(url);
  }

  get #key(): string {
    return this.#options.key ?? environment('PLINTH_KEY') ?? '';
  }

  /** Reports a warning once. */
  warn(message: string): void {
    if (this.#warned.has(message)) return;
    this.#warned.add(message);
    const report = this.#options.onWarning ?? ((text) => console.warn(`plinth: ${text}`));
    report(message);
  }

  /** The address of a path with its parameters. */
  address(path: string, query: Query = {}): string {
    const sent = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`],
    );
    return path + (sent.length > 0 ? `?${sent.join('&')}` : '');
  }

  /** One request. */
  send(address: string, headers: Record<string, string>, signal?: AbortSignal): Promise<Response> {
    const { fetch: send = fetch } = this.#options;
    const key = this.#key;
    return send(this.url + address, {
      headers: { ...headers, ...(key !== '' && { 'X-API-Key': key }) },
      ...(signal && { signal }),
    });
  }

  /** The error of an answer that is none of success. */
  errorOf = (status: number, body: string, address: string): PlinthError =>
    errorOf(status, body, address.split('?', 1)[0] ?? address, this.#key !== '');

  /** A JSON answer, from the cache if the server says it is current. */
  async json(path: string, query: Query, signal?: AbortSignal): Promise<{ data: unknown; answer: Answer }> {
    const address = this.address(path, query);
    const cache = await this.#openCache();
    const cached = await cache?.get(address);
    const headers = { Accept: 'application/json', ...(cached && { 'If-None-Match': cached.etag }) };
    const { status, body, response } = await this.#retried(address, headers, signal);
    if (status === 304 && cached) return { data: JSON.parse(cached.body), answer: cached };
    if (status !== 200) throw this.errorOf(status, body, address);
    let data: unknown;
    try {
      data = JSON.parse(body);
    } catch (cause) {
      throw new PlinthError('truncated', `The answer of ${path} is not complete JSON`, { status, cause });
    }
    const read = READ.map((name) => [name, response.headers.get(name) ?? '']);
    const answer: Answer = { body, headers: Object.fromEntries(read) };
    const etag = response.headers.get('etag');
    if (etag) await cache?.put(address, { etag, ...answer });
    return { data, answer };
  }

  /** A whole answer, asked for again when the server is busy or the connection is lost. */
  async #retried(address: string, headers: Record<string, string>, signal?: AbortSignal) {
    const { retries = RETRIES, timeout = TIMEOUT } = this.#options;
    for (let attempt = 0; ; attempt += 1) {
      const limit = AbortSignal.timeout(timeout);
      let response: Response | undefined;
      try {
        response = await this.send(address, headers, signal ? AbortSignal.any([signal, limit]) : limit);
        const body = await response.text();
        const { status } = response;
        if ((status !== 503 && status !== 429) || attempt >= retries) return { status, body, response };
        await pause(retryAfter(response.headers.get('retry-after')) ?? backoff(attempt), signal);
      } catch (cause) {
        if (cause instanceof PlinthError || signal?.aborted) throw cause;
        if (attempt >= retries) {
          if (!response) throw noServer(this.url, cause);
          const message = `The answer of ${address.split('?', 1)[0]} was interrupted`;
          throw new PlinthError('truncated', message, { status: response.status, cause });
        }
        await pause(backoff(attempt), signal);
      }
    }
  }

  #openCache(): Promise<AnswerCache | undefined> {
    const { cache = hasFiles() } = this.#options;
    this.#cache ??=
      cache === false || !hasFiles()
        ? Promise.resolve(undefined)
        : this.parts
            .cache()
            .then(({ openDiskCache }) =>
              openDiskCache(typeof cache === 'string' ? cache : undefined, this.url, this.#key),
            );
    return this.#cache;
  }
}
