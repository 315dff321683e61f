/**
 * Temporary keys of commands such as `plinth exec` that use a running server (spec/access.md#temporary-keys). Only the user
 * who runs the server can leave a file in the state directory, as for one-time links.
 */
import { type UnknownName, UnknownNameLog } from '../content/core/unknown-name-log.js';
import type { KeyRecord, TemporaryKeyRequest } from '../contract/access.js';
import { message } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';
import type { Perspective } from '../perspectives.js';
import { type Keys, newKey } from './keys.js';
import { hashOf } from './secrets.js';

/** How long a command may take to ask for its key, in ms. */
export const TOKEN_LIFETIME = 60_000;

/** The hash a token is left by; another one than that of a link, so that a token never signs in. */
export const hashOfToken = (token: string): string => hashOf(`temporary key ${token}`);

/** Address and key for a command. */
export interface LentKey {
  readonly url: string;
  readonly key: string;
  /** Ends the key. Returns names in its requests that do not exist. */
  end(): UnknownName[];
}

/** What addresses of a server with a token in their path begin with (spec/access.md#addresses-with-a-token). */
const TOKEN_PATH = '/preview-files/';

/** What a key reads where a request names nothing else. */
export interface KeyReads {
  /** The user whose unsaved changes it may read. */
  readonly user: string;
  /** In the address of the server that its command gets, so that pages read files as the key does; default: none. */
  readonly token?: string;
  /** As it is now; undefined for what is live. */
  perspective(): Perspective | undefined;
}

interface Temporary {
  readonly names: UnknownNameLog;
  readonly reads: KeyReads | undefined;
  readonly token: string | undefined;
  end(): void;
}

/** Opens a port of this machine for the server. */
type OpenPort = (port: number) => Promise<{ port: number; close(): void }>;

export interface TemporaryKeysOptions {
  keys: Keys;
  /** Takes the hash of a token away; true once. */
  consume: (hash: string) => boolean;
}

export class TemporaryKeys {
  readonly #options: TemporaryKeysOptions;
  readonly #all = new Map<string, Temporary>();
  readonly #listeners = new Set<() => void>();
  #openPort: OpenPort | undefined;

  constructor(options: TemporaryKeysOptions) {
    this.#options = options;
  }

  /** From now on keys can be added. */
  serveAt(openPort: OpenPort): void {
    this.#openPort = openPort;
  }

  /**
   * Adds a key until `end` is called, and calls `ended` once. Throws `unauthenticated` for a token that was not left,
   * and as `Keys.addEphemeral`.
   */
  async add(
    { token, ...wanted }: Omit<TemporaryKeyRequest, 'perspective'>,
    ended: () => void,
    reads?: KeyReads,
  ): Promise<{ id: string; url: string }> {
    if (!this.#openPort || !this.#options.consume(hashOfToken(token))) {
      throw new PlinthError('unauthenticated', message('temporaryTokenInvalid'));
    }
    return this.#add(this.#openPort, wanted, ended, reads);
  }

  /** A key that only reads, for a command that this server runs itself. Throws `busy` before it listens. */
  async lend(port: number, reads?: KeyReads): Promise<LentKey> {
    if (!this.#openPort) throw new PlinthError('busy', message('folderOpenElsewhere'));
    const key = newKey();
    const { id, url } = await this.#add(this.#openPort, { key, methods: ['GET'], port }, () => {}, reads);
    return { url, key, end: () => this.end(id) ?? [] };
  }

  async #add(
    openPort: OpenPort,
    { key, methods, port: wanted }: Omit<TemporaryKeyRequest, 'token' | 'perspective'>,
    ended: () => void,
    reads: KeyReads | undefined,
  ): Promise<{ id: string; url: string }> {
    const { keys } = this.#options;
    const { id } = keys.addEphemeral({ name: 'exec', methods, paths: ['*'] }, key);
    try {
      const { port, close } = await openPort(wanted);
      const end = () => {
        if (!this.#all.delete(id)) return;
        void keys.revoke(id);
        close();
        ended();
      };
      const token = reads?.token;
      this.#all.set(id, { names: new UnknownNameLog(() => undefined), reads, token, end });
      const path = token === undefined ? '' : TOKEN_PATH + token;
      return { id, url: `http://127.0.0.1:${port}${path}` };
    } catch (error) {
      await keys.revoke(id);
      throw error;
    }
  }

  /** Where the unknown names of requests with a temporary key go. */
  namesOf({ id }: KeyRecord): UnknownNameLog | undefined {
    return this.#all.get(id)?.names;
  }

  /** What a temporary key reads, if it reads otherwise than other keys. */
  readsOf({ id }: KeyRecord): KeyReads | undefined {
    return this.#all.get(id)?.reads;
  }

  /** What an address with a token in its path reads, and the rest of it; undefined where no key has the token. */
  readsAt(url: string): { reads: KeyReads; rest: string } | undefined {
    if (!url.startsWith(TOKEN_PATH)) return undefined;
    const end = url.indexOf('/', TOKEN_PATH.length);
    const token = end < 0 ? '' : url.slice(TOKEN_PATH.length, end);
    const found = [...this.#all.values()].find((one) => one.token !== undefined && one.token === token);
    return found?.reads && { reads: found.reads, rest: url.slice(end) };
  }

  /** Something else was chosen for keys to read: those that follow changes are told. */
  readsChanged(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Calls back when what keys read may be something else, until the answer is called. */
  onReads(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends a key, and returns the unknown names of its requests; undefined where there is none. */
  end(id: string): UnknownName[] | undefined {
    const found = this.#all.get(id);
    found?.end();
    return found?.names.list();
  }

  endAll(): void {
    for (const id of [...this.#all.keys()]) this.end(id);
  }
}
