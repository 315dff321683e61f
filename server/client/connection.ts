/** Requests to a server of Plinth: retries, cached answers, errors. */
import type { AnswerCache } from './cache.js';
import type { Copy } from './copy.js';
import { noUrl, PlinthError } from './errors.js';
import { withoutEnd } from './image.js';
import type { Parts } from './parts.js';
import type { Answer, Query, Requests } from './requests.js';
import { backoff, pause } from './waiting.js';

export interface ClientOptions {
  /** Address of the server, or `file:` URL of a copy; default: PLINTH_URL of the environment. */
  url?: string | undefined;
  /** API key; default: PLINTH_KEY of the environment. */
  key?: string | undefined;
  /**
   * Ids of change sets, with commas between them, `unsaved` the last of them: what is read has their changes in it.
   * Default: PLINTH_PERSPECTIVE of the environment. A copy has none.
   */
  perspective?: string | undefined;
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

/** A path of a file at a server. */
const SERVED = /(?:^|["'])\/(?:imageworks|download|stream)\//;

const NO_FILES = 'Write the copy with --assets-url, or pass { base }';

/** Headers of answers that the client reads. */
const READ = ['x-plinth-warnings', 'x-plinth-cursor'];
const RETRIES = 4;
const TIMEOUT = 60_000;

const environment = (name: string): string | undefined =>
  typeof process === 'undefined' ? undefined : process.env?.[name];

const hasFiles = (): boolean => typeof process !== 'undefined' && typeof process.versions?.node === 'string';

export class Connection implements Requests {
  readonly #options: ClientOptions;
  readonly #warned = new Set<string>();
  #cache: Promise<AnswerCache | undefined> | undefined;
  #copy: Promise<Copy> | undefined;

  /** What is loaded when it is used. */
  readonly parts: Parts;

  constructor(options: ClientOptions, parts: Parts) {
    this.#options = options;
    this.parts = parts;
  }

  /** Where content is read, without a slash at its end: a server, or a copy. Throws `no-url`. */
  get place(): string {
    const url = this.#options.url ?? environment('PLINTH_URL');
    if (!url) throw noUrl();
    return withoutEnd(url);
  }

  get #isCopy(): boolean {
    return this.place.startsWith('file:');
  }

  /** What paths of answers are behind: the address of the server. Throws `no-url`. */
  get url(): string {
    return this.#isCopy ? '' : this.place;
  }

  /** What paths in a text are behind, unless there is a `base`. Throws `needs-server` for paths that only servers have. */
  baseFor(text: string | null | undefined, base: string | undefined): string {
    if (base !== undefined) return base;
    if (this.#isCopy && SERVED.test(text ?? '')) throw new PlinthError('needs-server', NO_FILES);
    return this.url;
  }

  /** The change sets that are read through; empty where none are. */
  get perspective(): string {
    return this.#options.perspective ?? environment('PLINTH_PERSPECTIVE') ?? '';
  }

  /** Headers that say who reads what: an answer to one is none to another. */
  get #reader(): Record<string, string> {
    const key = this.#options.key ?? environment('PLINTH_KEY');
    const { perspective } = this;
    return {
      ...(key && { 'X-API-Key': key }),
      ...(perspective && { 'X-Plinth-Perspective': perspective }),
    };
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
  async send(address: string, headers: Record<string, string>, signal?: AbortSignal): Promise<Response> {
    if (this.#isCopy) {
      this.#copy ??= this.parts.copy().then(({ openCopy }) => openCopy(this.place));
      return (await this.#copy).answer(address, headers, signal);
    }
    const { fetch: send = fetch } = this.#options;
    return send(this.url + address, {
      headers: { ...headers, ...this.#reader },
      ...(signal && { signal }),
    });
  }

  /** The error of an answer that is none of success. */
  async errorOf(status: number, body: string, address: string): Promise<PlinthError> {
    const { errorOf } = await this.parts.failures();
    return errorOf(status, body, address.split('?', 1)[0] ?? address, 'X-API-Key' in this.#reader);
  }

  /** A JSON answer, from the cache if the server says it is current. */
  async json(path: string, query: Query, signal?: AbortSignal): Promise<{ data: unknown; answer: Answer }> {
    const address = this.address(path, query);
    const cache = await this.#openCache();
    const cached = await cache?.get(address);
    const headers = { Accept: 'application/json', ...(cached && { 'If-None-Match': cached.etag }) };
    const { status, body, response } = await this.#retried(address, headers, signal);
    if (status === 304 && cached) return { data: JSON.parse(cached.body), answer: cached };
    if (status !== 200) throw await this.errorOf(status, body, address);
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
        const { retryAfter } = await this.parts.failures();
        await pause(retryAfter(response.headers.get('retry-after')) ?? backoff(attempt), signal);
      } catch (cause) {
        if (cause instanceof PlinthError || signal?.aborted) throw cause;
        if (attempt >= retries)
          throw (await this.parts.failures()).lost(this.url + address, response?.status, cause);
        await pause(backoff(attempt), signal);
      }
    }
  }

  #openCache(): Promise<AnswerCache | undefined> {
    const { cache = hasFiles() } = this.#options;
    this.#cache ??=
      cache === false || this.#isCopy || !hasFiles()
        ? Promise.resolve(undefined)
        : this.parts
            .cache()
            .then(({ openDiskCache }) =>
              openDiskCache(
                typeof cache === 'string' ? cache : undefined,
                this.url,
                Object.values(this.#reader).join(' '),
              ),
            );
    return this.#cache;
  }
}
