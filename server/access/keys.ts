/** API keys (interface 5): made, listed, revoked and recognised. Only hashes are stored. */
import { randomUUID } from 'node:crypto';
import type { CreatedKey, KeyMethod, KeyRecord, KeySummary } from '../contract/access.js';
import { PlinthError } from '../errors.js';
import type { JsonRecord } from '../store/store.js';
import { checkKeyRequest, isKeyRecord, type KeyRequest } from './scopes.js';
import { hashOf, newSecret } from './secrets.js';
import type { Trust } from './trust.js';

/** `.system/apikeys.json`. Entries come from files, so each is checked before it is relied on. */
export interface KeysFile {
  apikeys: unknown[];
}

/** What a new key may do, unchecked. */
export interface AskedKey {
  name: unknown;
  methods: unknown;
  paths: unknown;
}

export interface KeysOptions {
  record: JsonRecord<KeysFile>;
  trust: Trust;
  edition: () => 'pro' | 'standard';
  now: () => Date;
  log: (level: 'warn' | 'error', message: string, error?: unknown) => void;
}

const PREFIX = 'plinth_';
const SHAPE = /^plinth_[0-9a-f]{64}$/;
/** How often a key's last use is written down, in milliseconds. */
const TOUCH_EVERY = 60_000;

function made(asked: KeyRequest, now: Date): { key: string; record: KeyRecord } {
  const key = `${PREFIX}${newSecret()}`;
  const record: KeyRecord = {
    id: randomUUID(),
    name: asked.name,
    prefix: key.slice(0, PREFIX.length + 4),
    last4: key.slice(-4),
    hash: `sha256:${hashOf(key)}`,
    created: now.toISOString(),
    lastUsed: null,
    scopes: { methods: asked.methods, paths: asked.paths },
  };
  return { key, record };
}

const shown = ({ key, record }: { key: string; record: KeyRecord }): CreatedKey => ({
  id: record.id,
  name: record.name,
  key,
  methods: record.scopes.methods,
  paths: record.scopes.paths,
  created: record.created,
});

export class Keys {
  readonly #options: KeysOptions;
  /** Hashes of keys that were recognised. A hash never changes; whether a record has it is asked every time. */
  readonly #hashes = new Map<string, string>();
  readonly #ephemeral = new Map<string, KeyRecord>();
  /** Hashes of those ephemeral keys that stand for this user. */
  readonly #local = new Set<string>();
  readonly #touched = new Map<string, number>();
  readonly #writing = new Set<Promise<void>>();
  #index: { value: KeysFile; byHash: ReadonlyMap<string, KeyRecord> } | undefined;

  constructor(options: KeysOptions) {
    this.#options = options;
  }

  /**
   * Makes a key and trusts the folder with it. The answer is the only place the key ever stands in clear. Throws
   * `forbidden` below the Pro edition, `validation` with every problem at once.
   */
  async create(asked: AskedKey): Promise<CreatedKey> {
    this.#requirePro();
    const fresh = made(checkKeyRequest(asked), this.#options.now());
    await this.#options.record.update((value) => {
      value.apikeys = [...entries(value), fresh.record];
    });
    await this.#options.trust.trust();
    return shown(fresh);
  }

  /** A key for this process alone: nothing is written, no folder is trusted. Throws as `create`. */
  addEphemeral(asked: AskedKey): CreatedKey {
    this.#requirePro();
    const fresh = made(checkKeyRequest(asked), this.#options.now());
    this.#ephemeral.set(fresh.record.hash, fresh.record);
    return shown(fresh);
  }

  /**
   * A key for programs this user starts on this machine, at the door for AI clients only: it is this user's own access
   * by another way, so that neither the edition nor trust is asked.
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
    return this.#records().map(summaryOf);
  }

  /** Deletes a key, effective at once in every process; false when there is none. */
  async revoke(id: string): Promise<boolean> {
    for (const [hash, record] of this.#ephemeral) if (record.id === id) return this.#ephemeral.delete(hash);
    if (!this.#records().some((record) => record.id === id)) return false;
    await this.#options.record.update((value) => {
      value.apikeys = entries(value).filter((entry) => !(isKeyRecord(entry) && entry.id === id));
    });
    return true;
  }

  /**
   * The record of a key; undefined when there is none. Throws `forbidden` below the Pro edition and
   * `unauthenticated` for a key that came with a folder nobody here trusts.
   */
  find(rawKey: string): KeyRecord | undefined {
    const known = this.#hashes.get(rawKey);
    if (known === undefined && !SHAPE.test(rawKey)) return undefined;
    const hash = known ?? `sha256:${hashOf(rawKey)}`;
    const own = this.#ephemeral.get(hash);
    const record = own ?? this.#byHash().get(hash);
    if (!record) {
      this.#hashes.delete(rawKey);
      return undefined;
    }
    if (!known) this.#hashes.set(rawKey, hash);
    if (this.#local.has(hash)) return record;
    this.#requirePro();
    if (!own && !this.#options.trust.trusted()) {
      throw new PlinthError(
        'unauthenticated',
        'This key came with a folder that is not trusted on this machine; run "plinth trust" or make a key here',
      );
    }
    return record;
  }

  /** Writes down, some time after the answer and at most once a minute, that a key was used. */
  touch({ id, hash }: KeyRecord): void {
    const last = this.#touched.get(id);
    if (this.#ephemeral.has(hash)) return;
    if (last !== undefined && performance.now() - last < TOUCH_EVERY) return;
    this.#touched.set(id, performance.now());
    const used = this.#options.now().toISOString();
    const writing = new Promise((resolve) => setImmediate(resolve))
      .then(() =>
        this.#options.record.update((value) => {
          value.apikeys = entries(value).map((entry) =>
            isKeyRecord(entry) && entry.id === id ? { ...entry, lastUsed: used } : entry,
          );
        }),
      )
      .catch((error: unknown) => this.#options.log('warn', 'The last use of a key was not written', error))
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  /** Resolves when everything that was to be written down is. */
  async close(): Promise<void> {
    await Promise.all(this.#writing);
  }

  /** The records by hash, indexed anew when the file has changed: its value is replaced then, never altered. */
  #byHash(): ReadonlyMap<string, KeyRecord> {
    const value = this.#options.record.read();
    if (this.#index?.value !== value) {
      const records = entries(value).filter(isKeyRecord);
      this.#index = { value, byHash: new Map(records.reverse().map((record) => [record.hash, record])) };
    }
    return this.#index.byHash;
  }

  #records(): KeyRecord[] {
    return entries(this.#options.record.read()).filter(isKeyRecord);
  }

  #requirePro(): void {
    if (this.#options.edition() === 'pro') return;
    throw new PlinthError('forbidden', 'API keys need the Pro edition; this folder is set to "standard"');
  }
}

/** What is shown of a record. Only what opens something was checked; a file from elsewhere may lack the rest. */
function summaryOf({ id, name, prefix, last4, created, lastUsed, scopes }: KeyRecord): KeySummary {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    id,
    name,
    prefix: text(prefix),
    last4: text(last4),
    created: text(created),
    lastUsed: typeof lastUsed === 'string' ? lastUsed : null,
    scopes: { methods: scopes.methods, paths: scopes.paths },
  };
}

function entries(value: KeysFile): unknown[] {
  return Array.isArray(value.apikeys) ? value.apikeys : [];
}
