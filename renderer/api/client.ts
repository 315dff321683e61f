/** The one door to the server: fetch with the CSRF token, JSON in and out, errors as `ApiError`. */
import { CSRF_HEADER, FOLDER_HEADER, type SessionAnswer } from '#contract/access';
import { TRANSACTION_HEADER } from '#contract/changes';
import type { JsonValue } from '#contract/values';
import type { ClashOnWire, ErrorDetails } from '#contract/wire';
import { inSet } from './in-set';
import { SESSION } from './paths';
import { inLanguage, readError } from './read-error';
import type { Together } from './together';

/** Headers of the response of an upload, which fetch does not send. */
function headersOf(request: XMLHttpRequest, names: readonly string[]): Headers {
  const headers = new Headers();
  for (const name of names) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** A list of the JSON values of a text's lines. */
const linesOf = (text: string): JsonValue =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Addresses of requests. */

/** Turns a path and query parameters into an address on this origin. */
function address(
  path: string,
  query: Record<string, string | number | boolean | undefined> | undefined,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

const PERSPECTIVE_HEADER = 'x-plinth-perspective';

/** Status of an `ApiError` that never reached the server. */
export const UNREACHABLE = 0;

/** What such an error says. */
export const NO_ANSWER = 'Could not reach Plinth. Is it still running?';

/** Status of a write from a page of another folder. */
export const OTHER_FOLDER = 409;

export class ApiError extends Error {
  /** HTTP status, or `UNREACHABLE`. */
  readonly status: number;
  /** Messages per failing property of a 422. */
  readonly details: ErrorDetails;
  /** Ties the error to a line of the server's log. */
  readonly requestId: string | undefined;
  /** Values that others have changed as well, of a change that could not be merged. */
  readonly clashes: readonly ClashOnWire[];

  constructor(
    status: number,
    message: string,
    details: ErrorDetails = {},
    { requestId, clashes = [] }: { requestId?: string | undefined; clashes?: readonly ClashOnWire[] } = {},
  ) {
    super(message);
    this.clashes = clashes;
    this.name = 'ApiError';
    this.status = status;
    this.details = details;
    this.requestId = requestId;
  }
}

/** What has changed since the version a refused write was made on, by name; undefined for any other error. */
export const changedSince = (error: unknown): string[] | undefined =>
  error instanceof ApiError && error.status === 412 ? Object.keys(error.details) : undefined;

/** The messages for each property or place; empty where the error names none. */
export const problemsOf = (error: unknown): ErrorDetails => (error instanceof ApiError ? error.details : {});

/** In place of an ETag: the request makes something new, or changes what has no versions (users, keys, sessions, the trash). */
export const NO_VERSION = null;

export interface RequestOptions {
  /** Query parameters; undefined ones are left out. */
  query?: Record<string, string | number | boolean | undefined>;
  signal?: AbortSignal | undefined;
  /** The change set that is read and written instead of what is live. */
  set?: string | undefined;
  /** Reads an answer that comes in lines while the work goes on (`work.ts`). */
  read?: ((response: Response) => Promise<unknown>) | undefined;
}

export interface WriteOptions extends RequestOptions {
  /** ETag of the version that is changed (412 when another is stored), `*` for any, or `NO_VERSION`. */
  ifMatch: string | typeof NO_VERSION;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, with a file in it; instead of `body`. */
  form?: FormData;
  /** Sent to its end also when the page is closed; browsers do so with small bodies. */
  keepalive?: boolean | undefined;
  /** A change of an outdated version is merged with what has changed since; 409 with `clashes` where it cannot be. */
  merge?: true;
  /** Writes whose changes are one transaction. */
  together?: Together | undefined;
}

type SentOptions = WriteOptions & { transaction?: string | undefined };

export interface UploadOptions extends Pick<WriteOptions, 'ifMatch' | 'query' | 'signal' | 'set'> {
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
}

export interface Answer<T> {
  /** The parsed body; undefined after a 204. */
  data: T;
  /** Empty where the answer has none; sent as `If-Match` it matches no version. */
  etag: string;
  headers: Headers;
}

/** What was read with the tag a later change of it sends. */
export interface Tagged<T> {
  data: T;
  etag: string;
}

export const tagged = <T>({ data, etag }: Answer<T>): Tagged<T> => ({ data, etag });
export const untagged = <T>({ data }: Tagged<T>): T => data;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export class ApiClient {
  #csrf: Promise<string | null> | undefined;
  /** Id of the folder this page was opened on: the first one a session was asked of. */
  #folder: string | undefined;
  readonly window = `w${crypto.getRandomValues(new Uint32Array(3)).join('-')}`;
  #writes = 0;
  readonly #watchers = new Set<(error: ApiError) => void>();

  /** Tells `watcher` of every failed request until the answer is called. */
  watch(watcher: (error: ApiError) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Id of the folder this page belongs to; undefined before the server was asked for a session. */
  get folder(): string | undefined {
    return this.#folder;
  }

  /** Whether a write is on its way or its answer is not read yet. */
  get writing(): boolean {
    return this.#writes > 0;
  }

  /** GET `path`, e.g. `/api/collections/blog`. Throws `ApiError`. */
  get<T>(path: string, options: RequestOptions = {}): Promise<Answer<T>> {
    return this.#send<T>('GET', path, options);
  }

  /** GET `path` as the JSON values of its lines. Throws `ApiError`. */
  lines<T>(path: string, options: RequestOptions): Promise<Answer<T[]>> {
    return this.#send<T[]>('GET', path, options, { parse: linesOf });
  }

  post<T>(path: string, options: WriteOptions): Promise<Answer<T>> {
    return this.#write<T>('POST', path, options);
  }

  put<T>(path: string, options: WriteOptions): Promise<Answer<T>> {
    return this.#write<T>('PUT', path, options);
  }

  patch<T>(path: string, options: WriteOptions): Promise<Answer<T>> {
    return this.#write<T>('PATCH', path, options);
  }

  delete<T>(path: string, options: WriteOptions): Promise<Answer<T>> {
    return this.#write<T>('DELETE', path, options);
  }

  /** GET `path` as an answer whose body is read as it comes. Throws `ApiError` when it is refused. */
  async stream(path: string, signal: AbortSignal): Promise<Response> {
    const response = await this.#fetch(path, { credentials: 'same-origin', cache: 'no-store', signal });
    if (!response.ok) throw await this.#refusal(response.status, await response.text());
    return response;
  }

  /** Sends a request as it is, with the session and its CSRF token; any status is an answer. Throws `ApiError` for none. */
  async raw(path: string, init: RequestInit & { method: string; headers: Headers }): Promise<Response> {
    const token = init.method === 'GET' || init.method === 'HEAD' ? null : await this.#token();
    if (token !== null) init.headers.set(CSRF_HEADER, token);
    if (token !== null && this.#folder !== undefined) init.headers.set(FOLDER_HEADER, this.#folder);
    return this.#fetch(path, { ...init, credentials: 'same-origin', cache: 'no-store' });
  }

  /** Who is signed in, and to which folder. The first answer says which folder this page belongs to. */
  async session(signal?: AbortSignal): Promise<SessionAnswer> {
    const { data } = await this.#send<SessionAnswer>('GET', SESSION, { signal });
    this.#folder ??= data.folder.id;
    return data;
  }

  /** POSTs a form and tells how far it is, which fetch cannot. Throws `ApiError`; `AbortError` when it is given up. */
  upload<T>(path: string, form: FormData, options: UploadOptions): Promise<Answer<T>> {
    return this.#counted(() => this.#upload(path, form, options));
  }

  async #upload<T>(path: string, form: FormData, options: UploadOptions): Promise<Answer<T>> {
    // Asked for now, so that a file is not sent in vain under a session that has ended.
    this.forgetSession();
    const token = await this.#token();
    const { status, text, headers } = await this.#post(address(path, options.query), form, token, options);
    if (status < 200 || status > 299) throw await this.#refusal(status, text);
    return {
      data: inSet(JSON.parse(text), options.set) as T,
      etag: headers.get('etag') ?? '',
      headers,
    };
  }

  #post(url: string, form: FormData, token: string | null, options: UploadOptions) {
    const { ifMatch, signal, onProgress, set } = options;
    return new Promise<{ status: number; text: string; headers: Headers }>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('POST', url);
      request.setRequestHeader('accept', 'application/json');
      if (token !== null) request.setRequestHeader(CSRF_HEADER, token);
      if (this.#folder !== undefined) request.setRequestHeader(FOLDER_HEADER, this.#folder);
      if (ifMatch !== NO_VERSION) request.setRequestHeader('if-match', ifMatch);
      if (set !== undefined) request.setRequestHeader(PERSPECTIVE_HEADER, set);
      request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
      request.onload = () => {
        const headers = headersOf(request, ['etag', TRANSACTION_HEADER]);
        resolve({ status: request.status, text: request.responseText, headers });
      };
      request.onerror = () => reject(this.#report(new ApiError(UNREACHABLE, NO_ANSWER)));
      request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
      signal?.addEventListener('abort', () => request.abort());
      request.send(form);
    });
  }

  /** Forgets the CSRF token; the next write asks for the current session's one. */
  forgetSession(): void {
    this.#csrf = undefined;
  }

  #write<T>(method: Method, path: string, options: WriteOptions): Promise<Answer<T>> {
    const { together } = options;
    const send = (transaction?: string) =>
      this.#counted(() => this.#insist<T>(method, path, { ...options, transaction }));
    return together ? together.send(send) : send();
  }

  async #counted<T>(write: () => Promise<T>): Promise<T> {
    this.#writes += 1;
    try {
      return await write();
    } finally {
      this.#writes -= 1;
    }
  }

  /** A write carries the token. A refusal may only mean that the session has changed, so it is tried once more with a fresh one. */
  async #insist<T>(method: Method, path: string, options: SentOptions): Promise<Answer<T>> {
    const token = await this.#token();
    try {
      return await this.#send<T>(method, path, options, { token });
    } catch (error) {
      if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) throw error;
      this.forgetSession();
      const fresh = await this.#token();
      if (fresh === null || fresh === token) throw error;
      return this.#send<T>(method, path, options, { token: fresh });
    }
  }

  #token(): Promise<string | null> {
    this.#csrf ??= this.session().then(
      ({ csrfToken }) => csrfToken,
      (error: unknown) => {
        this.#csrf = undefined;
        throw error;
      },
    );
    return this.#csrf;
  }

  async #send<T>(
    method: Method,
    path: string,
    options: Partial<SentOptions>,
    { token, parse = JSON.parse }: { token?: string | null; parse?: (text: string) => JsonValue } = {},
  ): Promise<Answer<T>> {
    const { read } = options;
    const headers = new Headers({ accept: read ? 'application/x-ndjson' : 'application/json' });
    if (options.body !== undefined) headers.set('content-type', 'application/json');
    if (typeof options.ifMatch === 'string') headers.set('if-match', options.ifMatch);
    if (options.merge) headers.set('prefer', 'merge');
    if (options.set !== undefined) headers.set(PERSPECTIVE_HEADER, options.set);
    if (token) headers.set(CSRF_HEADER, token);
    if (options.transaction !== undefined) headers.set(TRANSACTION_HEADER, options.transaction);
    if (method !== 'GET' && this.#folder !== undefined) headers.set(FOLDER_HEADER, this.#folder);
    const response = await this.#fetch(address(path, options.query), {
      method,
      headers,
      credentials: 'same-origin',
      // The query cache decides what is fresh; a browser cache below it would serve old lists.
      cache: 'no-store',
      body: options.form ?? (options.body === undefined ? null : JSON.stringify(options.body)),
      signal: options.signal ?? null,
      keepalive: options.keepalive ?? false,
    });
    if (read && response.ok) {
      const data = (await this.#reached(read(response))) as T;
      return { data, etag: '', headers: response.headers };
    }
    // The connection may be lost in the middle of the answer, too.
    const text = await this.#reached(response.text());
    if (!response.ok) throw await this.#refusal(response.status, text);
    return {
      data: (text === '' ? undefined : inSet(parse(text), options.set)) as T,
      etag: response.headers.get('etag') ?? '',
      headers: response.headers,
    };
  }

  #fetch(url: string, init: RequestInit): Promise<Response> {
    return this.#reached(fetch(url, init));
  }

  async #reached<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      if (error instanceof ApiError) throw this.#report(error);
      throw this.#report(new ApiError(UNREACHABLE, NO_ANSWER));
    }
  }

  async #refusal(status: number, text: string): Promise<ApiError> {
    const { message, details, ...more } = await inLanguage(readError(status, text));
    return this.#report(new ApiError(status, message, details, more));
  }

  #report(error: ApiError): ApiError {
    for (const watcher of this.#watchers) watcher(error);
    return error;
  }
}

export const api = new ApiClient();
