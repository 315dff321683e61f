/** OAuth clients: created by the owner or registered by themselves. Only hashes of secrets are stored. */
import { randomUUID } from 'node:crypto';
import { hashOf, newSecret } from '../access/secrets.js';
import { digestOf, type Trust } from '../access/trust.js';
import { message } from '../contract/messages/message.js';
import type { OAuthClient, OAuthClientRequest, OAuthScope } from '../contract/oauth.js';
import type { ClientApproval } from '../contract/trust.js';
import { isJsonObject } from '../contract/values.js';
import { conflict } from '../errors.js';
import type { JsonRecord } from '../store/types/documents.js';
import { isScope, redirectUrisProblem } from './client-request.js';

/** A client as stored in `.system/oauth-clients.json`. */
export interface ClientRecord {
  id: string;
  name: string;
  redirectUris: string[];
  scopes: OAuthScope[];
  /** `sha256:` and 64 hex digits; null for a public client. */
  secret: string | null;
  dynamic: boolean;
  created: string;
}

/** `.system/oauth-clients.json`. Entries come from files, so each is checked before it is relied on. */
export interface ClientsFile {
  clients: unknown[];
}

const MAX_CLIENTS = 500;
/** Apps that registered themselves; anyone who reaches the server can. */
const MAX_DYNAMIC = 100;
/** How long a self-registered app is kept without an authorization, in ms. */
const UNUSED_LIFETIME = 24 * 3_600_000;

function isClient(value: unknown): value is ClientRecord {
  if (!isJsonObject(value)) return false;
  const { id, name, redirectUris, scopes, secret, dynamic, created } = value;
  return (
    typeof id === 'string' &&
    typeof name === 'string' &&
    typeof dynamic === 'boolean' &&
    typeof created === 'string' &&
    (secret === null || (typeof secret === 'string' && /^sha256:[0-9a-f]{64}$/.test(secret))) &&
    Array.isArray(scopes) &&
    scopes.every(isScope) &&
    redirectUrisProblem(redirectUris) === undefined
  );
}

/** The name of a client in the trust records. */
const recordOf = ({ id }: ClientRecord): string => `program:${id}`;

/** The approved parts of a client: its name, redirect URIs and scopes. */
const digestOfClient = ({ name, redirectUris, scopes, secret, dynamic }: ClientRecord): string =>
  digestOf({ name, redirectUris, scopes, secret, dynamic });

const entries = (file: ClientsFile): unknown[] => (Array.isArray(file.clients) ? file.clients : []);

export class OAuthClients {
  readonly #record: JsonRecord<ClientsFile>;
  readonly #now: () => Date;
  readonly #trust: Trust;
  #index:
    | { file: ClientsFile; byId: ReadonlyMap<string, { client: ClientRecord; digest: string }> }
    | undefined;

  constructor(record: JsonRecord<ClientsFile>, trust: Trust, now: () => Date) {
    this.#record = record;
    this.#trust = trust;
    this.#now = now;
  }

  /** All clients, in order of creation. */
  all(): ClientRecord[] {
    return [...this.#byId().values()].map(({ client }) => client);
  }

  /** A client that can request access; undefined for one that is not approved on this machine. */
  find(id: string): ClientRecord | undefined {
    const known = this.#byId().get(id);
    return known && this.#approvalOf(known) === 'approved' ? known.client : undefined;
  }

  /** All clients with their trust state. */
  approvals(): ClientApproval[] {
    return [...this.#byId().values()].map((known) => ({
      record: recordOf(known.client),
      digest: known.digest,
      approval: this.#approvalOf(known),
      id: known.client.id,
      name: known.client.name,
      redirectUris: known.client.redirectUris,
    }));
  }

  #approvalOf({ client, digest }: { client: ClientRecord; digest: string }) {
    return this.#trust.approvalOf(recordOf(client), digest);
  }

  /** Creates a client; `secret` is the only copy of its secret in clear text. Throws `conflict` at the limit. */
  async create(
    { confidential, ...request }: OAuthClientRequest,
    { dynamic }: { dynamic: boolean },
  ): Promise<{ client: ClientRecord; secret: string | null }> {
    const secret = confidential ? newSecret() : null;
    const client: ClientRecord = {
      id: randomUUID(),
      ...request,
      secret: secret === null ? null : `sha256:${hashOf(secret)}`,
      dynamic,
      created: this.#now().toISOString(),
    };
    await this.#record.update(async (file) => {
      const clients = entries(file);
      const dynamicClients = clients.filter((entry) => isClient(entry) && entry.dynamic).length;
      if (clients.length >= MAX_CLIENTS) throw conflict(message('oauthClientLimit', { limit: MAX_CLIENTS }));
      if (dynamic && dynamicClients >= MAX_DYNAMIC) throw conflict(message('oauthRegistrationLimit'));
      file.clients = [...clients, client];
      // Approved before it is written: a client that was created here must never need approval.
      await this.#trust.approve({ [recordOf(client)]: digestOfClient(client) });
    });
    return { client, secret };
  }

  /** Deletes a client; false when there is none. */
  async remove(id: string): Promise<boolean> {
    if (!this.#byId().has(id)) return false;
    await this.#drop((client) => client.id === id);
    return true;
  }

  /** Deletes apps that registered themselves a day ago and were never authorized; returns their number. */
  async prune(inUse: ReadonlySet<string>): Promise<number> {
    const before = this.#now().getTime() - UNUSED_LIFETIME;
    const unused = ({ id, dynamic, created }: ClientRecord) =>
      dynamic && !inUse.has(id) && !(Date.parse(created) > before);
    const { length } = this.all().filter(unused);
    if (length > 0) await this.#drop(unused);
    return length;
  }

  async #drop(which: (client: ClientRecord) => boolean): Promise<void> {
    await this.#trust.revoke(this.all().filter(which).map(recordOf));
    await this.#record.update((file) => {
      file.clients = entries(file).filter((entry) => !(isClient(entry) && which(entry)));
    });
  }

  /** The clients by id. Rebuilt when the file has changed, because its value is replaced and never mutated. */
  #byId(): ReadonlyMap<string, { client: ClientRecord; digest: string }> {
    const file = this.#record.read();
    if (this.#index?.file !== file) {
      const clients = entries(file).filter(isClient);
      this.#index = {
        file,
        byId: new Map(clients.map((client) => [client.id, { client, digest: digestOfClient(client) }])),
      };
    }
    return this.#index.byId;
  }
}

/** A client in lists. */
export function shownClient({ secret, ...client }: ClientRecord, grants: number): OAuthClient {
  return { ...client, confidential: secret !== null, grants };
}
