/**
 * Trust in a folder (decision 122): kept on this machine, by the folder's real path, never in the folder. What grants
 * access or runs code works only while its record is as it was created or approved on this machine.
 */
import { createHash } from 'node:crypto';
import type { Approval } from '../contract/access.js';
import { isJsonObject } from '../contract/values.js';
import type { Store } from '../store/store.js';
import type { JsonRecord } from '../store/types/documents.js';

interface FolderTrust {
  /** Since when; absent while only single records are approved. */
  trusted?: string;
  /** Digests of approved records by their names. Two while a record is being changed: the old one and the new one. */
  records?: Record<string, string[]>;
}

export interface TrustRecord {
  folders: Record<string, FolderTrust>;
}

/** Digests of records by their names, e.g. `key:{id}`. */
export type Digests = Readonly<Record<string, string>>;

export interface Trust {
  /** Whether the user of this machine created or trusted the open folder, in any process. */
  trusted(): boolean;
  /** Records that the folder is trusted. Does not approve any of its records. */
  trustFolder(): Promise<void>;
  /** Whether a record is approved in its current form. */
  approvalOf(name: string, digest: string): Approval;
  /** Approves records in their current form and drops earlier digests of them. */
  approve(records: Digests): Promise<void>;
  /** Approves records in addition to their previous form, while they are being written. */
  approveAlso(records: Digests): Promise<void>;
  /** Revokes the approval of records. */
  revoke(names: readonly string[]): Promise<void>;
  /** Changes whenever an approval does. */
  revision(): object;
}

/** The digest of a record. Keys are sorted, so that only their values matter. */
export function digestOf(value: unknown): string {
  return `sha256:${createHash('sha256')
    .update(JSON.stringify(ordered(value)))
    .digest('hex')}`;
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, ordered(value[key])]),
  );
}

/** Opens the approvals of this machine for one folder. */
export async function openTrust(store: Store, now: () => Date): Promise<Trust> {
  const record: JsonRecord<TrustRecord> = await store.stateRecord('trust', { folders: {} });
  return new FolderApprovals(record, store.root, now);
}

class FolderApprovals implements Trust {
  readonly #record: JsonRecord<TrustRecord>;
  readonly #root: string;
  readonly #now: () => Date;
  #known: { value: TrustRecord; decided: FolderTrust; records: ReadonlyMap<string, string[]> } | undefined;

  constructor(record: JsonRecord<TrustRecord>, root: string, now: () => Date) {
    this.#record = record;
    this.#root = root;
    this.#now = now;
  }

  trusted(): boolean {
    return this.#decided().decided.trusted !== undefined;
  }

  async trustFolder(): Promise<void> {
    if (this.trusted()) return;
    await this.#change((before) => ({
      ...before,
      trusted: this.#now().toISOString(),
      records: before.records ?? {},
    }));
  }

  approvalOf(name: string, digest: string): Approval {
    const approved = this.#decided().records.get(name);
    if (approved === undefined) return 'new';
    return approved.includes(digest) ? 'approved' : 'changed';
  }

  async approve(records: Digests): Promise<void> {
    await this.#put(records, (digest) => [digest]);
  }

  async approveAlso(records: Digests): Promise<void> {
    await this.#put(records, (digest, before) => [...new Set([...before, digest])]);
  }

  async revoke(names: readonly string[]): Promise<void> {
    const { records } = this.#decided();
    if (!names.some((name) => records.has(name))) return;
    await this.#change(({ records: before = {}, ...rest }) => ({
      ...rest,
      records: Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
    }));
  }

  revision(): object {
    return this.#decided();
  }

  async #put(
    records: Digests,
    digests: (digest: string, before: readonly string[]) => string[],
  ): Promise<void> {
    const next = (name: string, digest: string, before: ReadonlyMap<string, string[]>) =>
      digests(digest, before.get(name) ?? []);
    const known = this.#decided().records;
    const same = Object.entries(records).every(
      ([name, digest]) => String(next(name, digest, known)) === String(known.get(name)),
    );
    if (same) return;
    await this.#change((before) => {
      const approved = new Map(Object.entries(before.records ?? {}));
      for (const [name, digest] of Object.entries(records)) {
        approved.set(name, next(name, digest, approved));
      }
      return { ...before, records: Object.fromEntries(approved) };
    });
  }

  async #change(change: (before: FolderTrust) => FolderTrust): Promise<void> {
    await this.#record.update((value) => {
      const folders = new Map(Object.entries(value.folders ?? {}));
      folders.set(this.#root, change(folders.get(this.#root) ?? {}));
      value.folders = Object.fromEntries(folders);
    });
  }

  /**
   * The approvals of this folder. Rebuilt when the file has changed, because its value is replaced and never mutated.
   */
  #decided() {
    const value = this.#record.read();
    if (this.#known?.value !== value) {
      const { folders = {} } = value;
      const decided = (Object.hasOwn(folders, this.#root) ? folders[this.#root] : undefined) ?? {};
      this.#known = { value, decided, records: new Map(Object.entries(decided.records ?? {})) };
    }
    return this.#known;
  }
}
