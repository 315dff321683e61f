/** API keys (spec/access.md#api-keys): creating, listing, revoking and verifying. Only hashes are stored. */
import { randomUUID } from 'node:crypto';
import type { CreatedKey, KeyMethod, KeyRecord, KeySummary } from '../contract/access.js';
import { message } from '../contract/messages/message.js';
import type { KeyApproval } from '../contract/trust.js';
import { PlinthError } from '../errors.js';
import type { JsonRecord } from '../store/types/documents.js';
import type { LastUse } from './last-use.js';
import { checkKeyRequest, isKeyRecord, type KeyInput, type KeyRequest } from './scopes.js';
import { hashOf, newSecret } from './secrets.js';
import { digestOf, type Trust } from './trust.js';

/** `.system/apikeys.json`. Entries come from files, so each is checked before it is relied on. */
export interface KeysFile {
  apikeys: unknown[];
}

export interface KeysOptions {
  record: JsonRecord<KeysFile>;
  trust: Trust;
  lastUse: LastUse;
  edition: () => 'pro' | 'standard';
  now: () => Date;
}

const PREFIX = 'plinth_';
const SHAPE = /^plinth_[0-9a-f]{64}$/;

/** The name of a key in the trust records. */
const recordOf = ({ id }: KeyRecord): string => `key:${id}`;

/** The parts of a scope that count. */
const countedScope = ({ methods, paths, suggests }: KeyRecord['scopes']): KeyRecord['scopes'] => ({
  methods,
  paths,
  ...(suggests && { suggests }),
});

/** The approved parts of a key: its hash and its scope. */
const digestOfKey = ({ hash, scopes }: KeyRecord): string => digestOf({ hash, ...countedScope(scopes) });

/** A key of the folder with its trust state. */
interface FolderKey {
  record: KeyRecord;
  name: string;
  digest: string;
}

/** A key as it is sent. */
export const newKey = (): string => `${PREFIX}${newSecret()}`;

function made(input: KeyRequest, now: Date, key = newKey()): { key: string; record: KeyRecord } {
  const record: KeyRecord = {
    id: randomUUID(),
    name: input.name,
    prefix: key.slice(0, PREFIX.length + 4),
    last4: key.slice(-4),
    hash: `sha256:${hashOf(key)}`,
    created: now.toISOString(),
    scopes: countedScope(input),
  };
  return { key, record };
}

const shown = ({ key, record }: { key: string; record: KeyRecord }): CreatedKey => ({
  id: record.id,
  name: record.name,
  key,
  methods: record.scopes.methods,
  paths: record.scopes.paths,
  ...(record.scopes.suggests && { suggests: true }),
  created: record.created,
});

export class Keys {
  readonly #options: KeysOptions;
  /** Hashes of keys that were verified. A hash never changes; whether a record has it is checked every time. */
  readonly #hashes = new Map<string, string>();
  readonly #ephemeral = new Map<string, KeyRecord>();
  /** Hashes of ephemeral keys that act for the local user. */
  readonly #local = new Set<string>();
  #index: { value: KeysFile; byHash: ReadonlyMap<string, FolderKey> } | undefined;

  constructor(options: KeysOptions) {
    this.#options = options;
  }

  /**
   * Creates a key, which works immediately; other keys of the folder are not changed. The result is the only place that
   * contains the key in clear text. Throws `forbidden` below the Pro edition, `validation` with every problem at once.
   */
  async create(input: KeyInput): Promise<CreatedKey> {
    this.#requirePro();
    const fresh = made(checkKeyRequest(input), this.#options.now());
    // Approved before it is written: a key that was created here must never need approval.
    await this.#options.trust.approve({ [recordOf(fresh.record)]: digestOfKey(fresh.record) });
    await this.#options.record.update((value) => {
      value.apikeys = [...entries(value), fresh.record];
    });
    await this.#options.trust.trustFolder();
    return shown(fresh);
  }

  /** A key for this process only: nothing is written and no folder is trusted. Throws as `create`. */
  addEphemeral(input: KeyInput, key?: string): CreatedKey {
    this.#requirePro();
    const fresh = made(checkKeyRequest(input), this.#options.now(), key);
    this.#ephemeral.set(fresh.record.hash, fresh.record);
    return shown(fresh);
  }

  /**
   * A key for MCP clients that the local user starts on this machine. It has the user's own access, so edition and
   * trust are not checked.
   */
  addLocal(methods: readonly KeyMethod[]): string {
    const fresh = made({ name: 'This machine', methods: [...methods], paths: ['*'] }, this.#options.now());
    this.#ephemeral.set(fresh.record.hash, fresh.record);
    this.#local.add(fresh.record.hash);
    return fresh.key;
  }

  /** Whether a key was made by `addLocal`. */
  isLocal({ hash }: KeyRecord): boolean {
    return this.#local.has(hash);
  }

  /** All keys of the folder. Throws `forbidden` below the Pro edition. */
  list(): KeySummary[] {
    this.#requirePro();
    const { lastUse, trust } = this.#options;
    return this.#records().map((record) => ({
      ...summaryOf(record),
      lastUsed: lastUse.of(recordOf(record)),
      ...(trust.approvalOf(recordOf(record), digestOfKey(record)) !== 'approved' && { pending: true }),
    }));
  }

  /** All keys of the folder with their trust state. */
  approvals(): KeyApproval[] {
    return this.#records().map((record) => {
      const [name, digest] = [recordOf(record), digestOfKey(record)];
      const { id, scopes } = record;
      const approval = this.#options.trust.approvalOf(name, digest);
      return {
        record: name,
        digest,
        approval,
        id,
        name: record.name,
        ...countedScope(scopes),
      };
    });
  }

  /** Deletes a key, effective immediately in every process; false when there is none. */
  async revoke(id: string): Promise<boolean> {
    for (const [hash, record] of this.#ephemeral) if (record.id === id) return this.#ephemeral.delete(hash);
    const name = `key:${id}`;
    if (!this.#records().some((record) => record.id === id)) return false;
    // Revoked first: a key that a sync tool restores must not work again.
    await this.#options.trust.revoke([name]);
    await this.#options.record.update((value) => {
      value.apikeys = entries(value).filter((entry) => !(isKeyRecord(entry) && entry.id === id));
    });
    await this.#options.lastUse.forget(name);
    return true;
  }

  /**
   * The record of a key; undefined when there is none. Throws `forbidden` below the Pro edition and `unauthenticated`
   * for a key that is not approved on this machine.
   */
  find(rawKey: string): KeyRecord | undefined {
    const known = this.#hashes.get(rawKey);
    if (known === undefined && !SHAPE.test(rawKey)) return undefined;
    const hash = known ?? `sha256:${hashOf(rawKey)}`;
    const own = this.#ephemeral.get(hash);
    const stored = own ? undefined : this.#byHash().get(hash);
    const record = own ?? stored?.record;
    if (!record) {
      this.#hashes.delete(rawKey);
      return undefined;
    }
    if (!known) this.#hashes.set(rawKey, hash);
    if (this.#local.has(hash)) return record;
    this.#requirePro();
    if (stored && this.#options.trust.approvalOf(stored.name, stored.digest) !== 'approved') {
      throw new PlinthError('unauthenticated', message('apiKeyUntrusted'));
    }
    return record;
  }

  /** Records a use of the key. */
  touch(record: KeyRecord): void {
    if (!this.#ephemeral.has(record.hash)) this.#options.lastUse.touch(recordOf(record));
  }

  /** The records by hash. Rebuilt when the file has changed, because its value is replaced and never mutated. */
  #byHash(): ReadonlyMap<string, FolderKey> {
    const value = this.#options.record.read();
    if (this.#index?.value !== value) {
      const keys = entries(value)
        .filter(isKeyRecord)
        .map((record) => ({ record, name: recordOf(record), digest: digestOfKey(record) }));
      this.#index = { value, byHash: new Map(keys.reverse().map((key) => [key.record.hash, key])) };
    }
    return this.#index.byHash;
  }

  #records(): KeyRecord[] {
    return entries(this.#options.record.read()).filter(isKeyRecord);
  }

  #requirePro(): void {
    if (this.#options.edition() === 'pro') return;
    throw new PlinthError('forbidden', message('apiKeysNeedPro'));
  }
}

/** The public part of a record. Only security-relevant fields were validated; a file from elsewhere may lack others. */
function summaryOf({
  id,
  name,
  prefix,
  last4,
  created,
  scopes,
}: KeyRecord): Omit<KeySummary, 'lastUsed' | 'waits'> {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    id,
    name,
    prefix: text(prefix),
    last4: text(last4),
    created: text(created),
    scopes: countedScope(scopes),
  };
}

function entries(value: KeysFile): unknown[] {
  return Array.isArray(value.apikeys) ? value.apikeys : [];
}
