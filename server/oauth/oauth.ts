/** OAuth 2.1 for the open folder (spec/oauth.md): off by default, Pro only. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SessionUser } from '../contract/access.js';
import { message } from '../contract/messages/message.js';
import type {
  CreatedOAuthClient,
  OAuthClientList,
  OAuthGrantList,
  OAuthScope,
  TokenAccess,
} from '../contract/oauth.js';
import type { JsonObject } from '../contract/values.js';
import { missing, PlinthError } from '../errors.js';
import {
  OAUTH_ACCESS_MINUTES,
  OAUTH_ENABLED,
  OAUTH_ISSUER,
  OAUTH_REFRESH_DAYS,
  OAUTH_REGISTRATION,
} from '../settings/oauth.js';
import { fromSettings, type StoredSettings, settingValue } from '../settings/read.js';
import type { JsonRecord } from '../store/types/documents.js';
import { readToken } from './access-token.js';
import { storage } from './adapter.js';
import { checkClientRequest, scopesOf } from './client-request.js';
import { type OAuthClients, shownClient } from './clients.js';
import { Consents } from './consent.js';
import type { OAuthGrants } from './grants.js';
import { loadLibrary, type OAuthLibrary } from './library.js';
import {
  type ChallengeError,
  challenge,
  isMcp,
  resourceMetadata,
  resourceOpens,
  serverMetadata,
} from './metadata.js';
import { handlerOf, makeProvider } from './provider.js';
import { openSigningKey, readKey, type SigningKey, type SigningKeyFile } from './signing-key.js';

const DAY = 86_400;

export interface OAuthOptions {
  settings: { read(): StoredSettings };
  clients: OAuthClients;
  grants: OAuthGrants;
  key: JsonRecord<SigningKeyFile>;
  edition: () => 'pro' | 'standard';
  /** A user who can authorize apps, with the current role; undefined when there is none any more. */
  user: (id: string) => SessionUser | undefined;
  now: () => Date;
  log: (level: 'warn' | 'error', message: string, error?: unknown) => void;
}

interface Setup {
  enabled: boolean;
  issuer: string;
  registration: boolean;
  accessLifetime: number;
  refreshLifetime: number;
}

interface Running {
  handle: ReturnType<typeof handlerOf>;
  consents: Consents;
  key: SigningKey;
}

export class OAuth {
  readonly clients: OAuthClients;
  readonly grants: OAuthGrants;
  readonly #options: OAuthOptions;
  readonly #setup: () => Setup;
  #address = '';
  #library: Promise<{ library: OAuthLibrary; adapter: ReturnType<typeof storage> }> | undefined;
  #running: { setup: Setup; made: Promise<Running> } | undefined;
  #pruned: string | undefined;

  constructor(options: OAuthOptions) {
    this.#options = options;
    this.clients = options.clients;
    this.grants = options.grants;
    this.#setup = fromSettings(options.settings, (stored) => ({
      enabled: settingValue(stored, OAUTH_ENABLED),
      issuer: settingValue(stored, OAUTH_ISSUER),
      registration: settingValue(stored, OAUTH_REGISTRATION),
      accessLifetime: settingValue(stored, OAUTH_ACCESS_MINUTES) * 60,
      refreshLifetime: settingValue(stored, OAUTH_REFRESH_DAYS) * DAY,
    }));
  }

  /** Sets the server's address: the issuer unless the settings have another. */
  listensAt(url: string): void {
    this.#address = url;
  }

  /** Whether apps can connect. */
  enabled(): boolean {
    return this.#setup().enabled && this.#options.edition() === 'pro';
  }

  /** The issuer in tokens and documents; never taken from a request. */
  issuer(): string {
    return this.#setup().issuer || this.#address;
  }

  /** Throws `missing` while OAuth is off, `forbidden` where the edition has none. */
  requireEnabled(): void {
    if (!this.#setup().enabled) throw missing(message('notFound'));
    this.requirePro();
  }

  /** Throws `forbidden` below the Pro edition. */
  requirePro(): void {
    if (this.#options.edition() === 'pro') return;
    throw new PlinthError('forbidden', message('oauthNeedsPro'));
  }

  /** `/.well-known/oauth-authorization-server`. */
  serverMetadata(): JsonObject {
    this.requireEnabled();
    return serverMetadata(this.issuer(), { registration: this.#setup().registration });
  }

  /** `/.well-known/oauth-protected-resource`, of everything or of MCP. */
  resourceMetadata(name: string, part: { mcp: boolean }): JsonObject {
    this.requireEnabled();
    return resourceMetadata(this.issuer(), name, part);
  }

  /** The `WWW-Authenticate` of a rejection at a URL, with the discovery document while apps can get a token. */
  challenge(error: ChallengeError | undefined, url: string, scope?: string): string {
    const issuer = this.enabled() ? this.issuer() : undefined;
    return challenge({ error, issuer, mcp: isMcp(url), ...(scope === undefined ? {} : { scope }) });
  }

  /** `/.well-known/jwks.json`. */
  async jwks(): Promise<{ keys: object[] }> {
    const { key } = await this.#open();
    return { keys: [key.publicJwk] };
  }

  /** Handles a request at an endpoint of the library. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { handle } = await this.#open();
    await handle(request, response);
  }

  /** Pending consent requests. */
  async consents(): Promise<Consents> {
    return (await this.#open()).consents;
  }

  /** Whether dynamic client registration is enabled. */
  registrationOpen(): boolean {
    this.requireEnabled();
    return this.#setup().registration;
  }

  /**
   * The permissions of a bearer token at a URL; undefined for one that is invalid, expired, revoked, meant for another
   * resource, or of a deleted client or user.
   */
  find(token: string, url: string): TokenAccess | undefined {
    const key = this.enabled() ? readKey(this.#options.key) : undefined;
    const issuer = this.issuer();
    const claims = key && readToken(token, { key, issuer, now: this.#options.now() });
    if (!claims || !resourceOpens(issuer, claims.audience, url)) return undefined;
    const { grantId, clientId, userId, scope } = claims;
    const grant = this.grants.find(grantId);
    const user = this.#options.user(userId);
    const client = this.clients.find(clientId);
    if (grant?.clientId !== clientId || grant.userId !== userId || !user || !client) {
      return undefined;
    }
    this.grants.touch(grantId);
    return { clientId, clientName: client.name, grantId, scopes: scopesOf(scope), user };
  }

  /** Creates a client for the owner. Throws `conflict`, `validation` with every problem at once. */
  async createClient(request: JsonObject): Promise<CreatedOAuthClient> {
    this.requirePro();
    const { client, secret } = await this.clients.create(checkClientRequest(request), { dynamic: false });
    return { client: shownClient(client, 0), secret };
  }

  /** All clients. Throws `forbidden` below the Pro edition. */
  listClients(): OAuthClientList {
    this.requirePro();
    const grants = this.grants.all();
    const clients = this.clients
      .all()
      .map((client) =>
        shownClient(client, grants.filter(([, { clientId }]) => clientId === client.id).length),
      );
    return { enabled: this.enabled(), issuer: this.issuer(), clients };
  }

  /** Deletes a client and revokes its grants; false when there is none. */
  async removeClient(id: string): Promise<boolean> {
    const removed = await this.clients.remove(id);
    await this.grants.revoke((_grant, { clientId }) => clientId === id);
    return removed;
  }

  /** All active grants, newest first. Throws `forbidden` below the Pro edition. */
  listGrants(): OAuthGrantList {
    this.requirePro();
    const grants = this.grants.all().flatMap(([id, grant]) => {
      const client = this.clients.find(grant.clientId);
      if (!client) return [];
      const user = this.#options.user(grant.userId);
      const [[resource, scope] = ['', '']] = Object.entries(grant.payload.resources ?? {});
      return [
        {
          id,
          client: { id: client.id, name: client.name },
          user: user ? { id: user.id, name: user.name } : null,
          scopes: scopesOf(String(scope)) satisfies OAuthScope[],
          resource,
          created: grant.created,
          lastUsed: grant.lastUsed,
          expires: new Date(grant.expires * 1000).toISOString(),
        },
      ];
    });
    return { grants: grants.sort((a, b) => (a.created < b.created ? 1 : -1)) };
  }

  /** Removes expired grants, used tokens, and self-registered apps that were never authorized. */
  async prune(): Promise<{ grants: number; tokens: number; clients: number }> {
    const expired = await this.grants.prune();
    const inUse = new Set(this.grants.all().map(([, { clientId }]) => clientId));
    return { ...expired, clients: await this.clients.prune(inUse) };
  }

  async close(): Promise<void> {
    await this.grants.close();
  }

  /** The provider for the current settings, recreated when they have changed. Throws as `requireEnabled`. */
  async #open(): Promise<Running> {
    this.requireEnabled();
    const setup = { ...this.#setup(), issuer: this.issuer() };
    if (JSON.stringify(this.#running?.setup) !== JSON.stringify(setup)) {
      const made = this.#make(setup);
      this.#running = { setup, made };
      made.catch(() => {
        this.#running = undefined;
      });
    }
    this.#pruneDaily();
    const running = await this.#running?.made;
    if (!running) throw new Error('OAuth could not be initialized');
    return running;
  }

  async #make(setup: Setup): Promise<Running> {
    const { key: record, user, log } = this.#options;
    const { clients, grants } = this;
    const onReplay = (clientId: string | undefined) =>
      log('warn', `OAuth: client ${clientId} reused a code or refresh token; its grant is revoked`);
    this.#library ??= loadLibrary().then((library) => ({
      library,
      adapter: storage({ clients, grants, errors: library.errors, onReplay }),
    }));
    const [{ library, adapter }, key] = await Promise.all([this.#library, openSigningKey(record)]);
    const provider = makeProvider(library, {
      issuer: setup.issuer,
      key,
      adapter,
      accessLifetime: setup.accessLifetime,
      refreshLifetime: setup.refreshLifetime,
      hasUser: (id) => user(id) !== undefined,
      onReplay,
      onServerError: (error) => log('error', 'OAuth failed', error),
    });
    return { handle: handlerOf(provider), consents: new Consents(provider, clients), key };
  }

  /** Once a day, with the first request. */
  #pruneDaily(): void {
    const today = this.#options.now().toISOString().slice(0, 10);
    if (this.#pruned === today) return;
    this.#pruned = today;
    this.prune().catch((error: unknown) =>
      this.#options.log('warn', 'Expired grants could not be removed', error),
    );
  }
}
