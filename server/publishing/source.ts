/** The folder as anonymous callers and readers of the API see it, through requests to a server of it. */
import type { IncomingMessage } from 'node:http';
import { message } from '../contract/messages/message.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { PlinthError } from '../errors.js';

/** Sends requests to a server of the folder. */
export interface Requests {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<IncomingMessage>;
}

export interface SourceOptions {
  requests: Requests;
  /** A key that may read. */
  key: string;
  /** Also objects that are not live. */
  drafts: boolean;
  /** The key reads through change sets: what it reads need not be live. */
  throughSets?: boolean;
}

export interface Read {
  body: Buffer;
  headers: IncomingMessage['headers'];
}

export class Source {
  readonly drafts: boolean;
  readonly throughSets: boolean;
  readonly #requests: Requests;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ requests, key, drafts, throughSets = false }: SourceOptions) {
    this.#requests = requests;
    this.#headers = { 'X-API-Key': key };
    this.drafts = drafts;
    this.throughSets = throughSets;
  }

  /** An answer of the API to the key, of what is live unless `drafts`. Throws PlinthError with the server's message. */
  async read(path: string): Promise<Read> {
    const published = this.drafts ? '' : `${path.includes('?') ? '&' : '?'}published=1`;
    const response = await found(await this.#requests.get(`/api${path}${published}`, this.#headers));
    return { body: await bodyOf(response), headers: response.headers };
  }

  async json(path: string): Promise<JsonObject> {
    const value: unknown = JSON.parse((await this.read(path)).body.toString());
    return isJsonObject(value) ? value : {};
  }

  /** An object that is live; undefined where there is none. */
  async object(collection: string, id: string): Promise<JsonObject | undefined> {
    try {
      return await this.json(`/collections/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`);
    } catch (error) {
      if (error instanceof PlinthError && error.kind === 'missing') return undefined;
      throw error;
    }
  }

  /** Whether an object exists and is live. */
  async isLive(collection: string, id: string): Promise<boolean> {
    return (await this.object(collection, id)) !== undefined;
  }

  /**
   * A file as an anonymous caller gets it, through change sets as the key gets it; one that needs a password or a group is
   * none. Throws PlinthError where there is none.
   */
  async file(address: string): Promise<IncomingMessage> {
    const path = encoded(address);
    const response = await this.#requests.get(path);
    if (!this.throughSets || response.statusCode === 401 || response.statusCode === 403)
      return found(response);
    response.destroy();
    return found(await this.#requests.get(path, this.#headers));
  }

  /** The stream of what changes in what the key reads (spec/events.md#stream). Throws PlinthError. */
  async changes(): Promise<IncomingMessage> {
    return found(await this.#requests.get('/api/events', this.#headers));
  }
}

/** An address as a request target: whatever is not ASCII is encoded. */
const encoded = (address: string): string =>
  address.replace(/[^\x21-\x7e]+/gu, (text) => encodeURIComponent(text));

/** An answer of success. Throws PlinthError for another one. */
async function found(response: IncomingMessage): Promise<IncomingMessage> {
  if (response.statusCode === 200) return response;
  throw errorOf(response, await bodyOf(response));
}

async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece);
  return Buffer.concat(pieces);
}

function errorOf({ statusCode }: IncomingMessage, body: Buffer): PlinthError {
  const kind =
    statusCode === 404 || statusCode === 410
      ? 'missing'
      : statusCode === 401 || statusCode === 403
        ? 'forbidden'
        : 'invalid';
  const said = messageIn(body);
  const answered = () => message('serverAnswered', { status: statusCode ?? 0 });
  return new PlinthError(kind, said ? message('serverSaid', { message: said }) : answered());
}

/** The message of an error body, in its long or short form. */
function messageIn(body: Buffer): string | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    if (!isJsonObject(value)) return undefined;
    const { error } = value;
    if (typeof error === 'string') return error;
    return isJsonObject(error) && typeof error.message === 'string' ? error.message : undefined;
  } catch {
    return undefined;
  }
}
