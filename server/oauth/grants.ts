/**
 * Grants and their refresh tokens. Durable: a confirmed revocation survives a crash. Every access token names its
 * grant, so that revoking a grant invalidates its tokens.
 */
import type { AdapterPayload } from 'oidc-provider';
import { hashOf } from '../access/secrets.js';
import type { JsonRecord } from '../store/types/documents.js';
import { isInFuture } from './access-token.js';
import {
  asPayload,
  asStored,
  type GrantEntry,
  type GrantsFile,
  grantOf,
  type RefreshEntry,
  refreshOf,
} from './grants-file.js';

/** Minimum interval between two writes of the last use of a grant, in ms. */
const TOUCH_EVERY = 60_000;
/** Used refresh tokens remembered per grant, to detect reuse. */
const MAX_USED = 100;

export interface GrantsOptions {
  record: JsonRecord<GrantsFile>;
  now: () => Date;
  log: (level: 'warn' | 'error', message: string, error?: unknown) => void;
}

export class OAuthGrants {
  readonly #options: GrantsOptions;
  readonly #touched = new Map<string, number>();
  readonly #writing = new Set<Promise<void>>();

  constructor(options: GrantsOptions) {
    this.#options = options;
  }

  /** Active grants, by their ids. */
  all(): [id: string, grant: GrantEntry][] {
    return Object.entries(this.#file().grants).flatMap(([id, entry]) => {
      const grant = grantOf(entry);
      return grant && this.#holds(grant) ? [[id, grant]] : [];
    });
  }

  /** The grant of an id; undefined when there is none or it has expired. */
  find(id: string): GrantEntry | undefined {
    const { grants } = this.#file();
    const grant = Object.hasOwn(grants, id) ? grantOf(grants[id]) : undefined;
    return grant && this.#holds(grant) ? grant : undefined;
  }

  /** Revokes grants with all their refresh tokens; returns their ids. */
  async revoke(which: (id: string, grant: GrantEntry) => boolean): Promise<string[]> {
    const ids = new Set(
      this.all()
        .filter(([id, grant]) => which(id, grant))
        .map(([id]) => id),
    );
    if (ids.size > 0) await this.#options.record.update((file) => dropGrants(file, (id) => ids.has(id)));
    return [...ids];
  }

  /** Removes expired records and returns their number. */
  async prune(): Promise<{ grants: number; tokens: number }> {
    const isGone = (entry: GrantEntry | RefreshEntry | undefined) => !entry || !this.#holds(entry);
    const existing = this.#file();
    const grants = Object.values(existing.grants).filter((entry) => isGone(grantOf(entry))).length;
    const tokens = Object.values(existing.refreshTokens).filter((entry) => isGone(refreshOf(entry))).length;
    if (grants + tokens === 0) return { grants, tokens };
    await this.#options.record.update((file) => {
      dropGrants(file, (_id, entry) => isGone(grantOf(entry)));
      for (const [hash, entry] of Object.entries(file.refreshTokens)) {
        if (isGone(refreshOf(entry))) Reflect.deleteProperty(file.refreshTokens, hash);
      }
    });
    return { grants, tokens };
  }

  /** Records a use of a grant, some time after the response and at most once a minute. */
  touch(id: string): void {
    const last = this.#touched.get(id);
    if (last !== undefined && performance.now() - last < TOUCH_EVERY) return;
    this.#touched.set(id, performance.now());
    const lastUsed = this.#options.now().toISOString();
    const writing = new Promise((resolve) => setImmediate(resolve))
      .then(() =>
        this.#options.record.update((file) => {
          const grant = Object.hasOwn(file.grants, id) ? grantOf(file.grants[id]) : undefined;
          if (grant) file.grants[id] = { ...grant, lastUsed };
        }),
      )
      .catch((error: unknown) => this.#options.log('warn', 'Could not save the last use of grants', error))
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  /** Resolves when all pending writes are done. */
  async close(): Promise<void> {
    await Promise.all(this.#writing);
  }

  /** Stores a grant of the library. */
  async saveGrant(id: string, payload: AdapterPayload): Promise<void> {
    await this.#options.record.update((file) => {
      const existing = Object.hasOwn(file.grants, id) ? grantOf(file.grants[id]) : undefined;
      const grant: GrantEntry = {
        payload: asStored(payload),
        clientId: String(payload.clientId),
        userId: String(payload.accountId),
        expires: payload.exp ?? 0,
        created: existing?.created ?? this.#options.now().toISOString(),
        lastUsed: existing?.lastUsed ?? null,
      };
      file.grants[id] = grant;
    });
  }

  /** The grant in the library's format. */
  grantPayload(id: string): AdapterPayload | undefined {
    const grant = this.find(id);
    return grant && asPayload({ ...grant.payload, exp: grant.expires }, id);
  }

  /** Stores a refresh token and extends its grant; false when the grant has been revoked. */
  async saveRefreshToken(token: string, payload: AdapterPayload): Promise<boolean> {
    const { grantId = '', exp: expires = 0 } = payload;
    let kept = false;
    await this.#options.record.update((file) => {
      const grant = Object.hasOwn(file.grants, grantId) ? grantOf(file.grants[grantId]) : undefined;
      kept = grant !== undefined;
      if (!grant) return;
      const entry: RefreshEntry = { payload: asStored(payload), grantId, expires, used: false };
      file.refreshTokens[hashOf(token)] = entry;
      file.grants[grantId] = { ...grant, expires: Math.max(grant.expires, expires) };
    });
    return kept;
  }

  /** A refresh token in the library's format, also a used one, so that its reuse is detected. */
  refreshPayload(token: string): AdapterPayload | undefined {
    const { refreshTokens } = this.#file();
    const hash = hashOf(token);
    const entry = Object.hasOwn(refreshTokens, hash) ? refreshOf(refreshTokens[hash]) : undefined;
    return entry && { ...asPayload(entry.payload, token), ...(entry.used ? { consumed: true } : {}) };
  }

  /** Consumes a refresh token; false when it was consumed before, by any process. Then its grant is revoked. */
  async spendRefreshToken(token: string): Promise<boolean> {
    let first = false;
    await this.#options.record.update((file) => {
      const hash = hashOf(token);
      const entry = Object.hasOwn(file.refreshTokens, hash) ? refreshOf(file.refreshTokens[hash]) : undefined;
      first = entry?.used === false;
      if (entry && first) {
        file.refreshTokens[hash] = { ...entry, used: true };
        forgetOldest(file, entry.grantId);
      } else if (entry) dropGrants(file, (id) => id === entry.grantId);
    });
    return first;
  }

  #file(): GrantsFile {
    return this.#options.record.read();
  }

  /** Neither expired nor issued by a clock that was ahead, which would extend its life. */
  #holds({ expires, payload }: GrantEntry | RefreshEntry): boolean {
    const now = this.#options.now().getTime();
    return expires * 1000 > now && !isInFuture(payload.iat, now);
  }
}

/** An app that refreshes every minute must not fill the file: its oldest used tokens are dropped. */
function forgetOldest(file: GrantsFile, grantId: string): void {
  const used = Object.entries(file.refreshTokens).filter(([, entry]) => {
    const token = refreshOf(entry);
    return token?.grantId === grantId && token.used;
  });
  for (const [hash] of used.slice(0, -MAX_USED)) Reflect.deleteProperty(file.refreshTokens, hash);
}

/** Removes grants and their refresh tokens from the file. */
function dropGrants(file: GrantsFile, which: (id: string, entry: unknown) => boolean): void {
  for (const [id, entry] of Object.entries(file.grants)) {
    if (which(id, entry)) Reflect.deleteProperty(file.grants, id);
  }
  for (const [hash, entry] of Object.entries(file.refreshTokens)) {
    const token = refreshOf(entry);
    if (token && !Object.hasOwn(file.grants, token.grantId)) Reflect.deleteProperty(file.refreshTokens, hash);
  }
}
