/**
 * Trust in a folder (decision 15): kept on this machine, by the folder's real path, never in the folder. Keys and users
 * work once the folder is trusted; handlers of automations each by the hash of their text.
 */
import type { Approval } from '../contract/automations.js';
import type { JsonRecord, Store } from '../store/store.js';

interface FolderTrust {
  /** Since when; absent while only handlers are approved. */
  trusted?: string;
  /** Hashes of approved handlers by the ids of their automations. */
  handlers?: Record<string, string>;
}

export interface TrustRecord {
  folders: Record<string, FolderTrust>;
}

export interface Trust {
  /** Whether the user of this machine trusts the open folder, decided in whichever process. */
  trusted(): boolean;
  /** Trusts the folder from now on. */
  trust(): Promise<void>;
  /** Whether a handler of this hash may run. */
  approvalOf(automation: string, hash: string): Approval;
  /** Lets handlers run from now on: hashes by the ids of their automations. */
  approve(handlers: Readonly<Record<string, string>>): Promise<void>;
}

/** Opens the decisions of this machine for one folder. */
export async function openTrust(store: Store, now: () => Date): Promise<Trust> {
  const record: JsonRecord<TrustRecord> = await store.stateRecord('trust', { folders: {} });
  const decided = (): FolderTrust => {
    const { folders = {} } = record.read();
    return (Object.hasOwn(folders, store.root) ? folders[store.root] : undefined) ?? {};
  };
  const handlers = () => new Map(Object.entries(decided().handlers ?? {}));
  const isTrusted = () => decided().trusted !== undefined;
  const change = (by: FolderTrust) =>
    record.update((value) => {
      const before = value.folders?.[store.root];
      value.folders = { ...value.folders, [store.root]: { ...before, ...by } };
    });
  return {
    trusted: isTrusted,
    async trust() {
      if (!isTrusted()) await change({ trusted: now().toISOString() });
    },
    approvalOf(automation, hash) {
      const approved = handlers().get(automation);
      if (approved === undefined) return 'new';
      return approved === hash ? 'approved' : 'changed';
    },
    async approve(more) {
      const known = handlers();
      if (Object.entries(more).every(([id, hash]) => known.get(id) === hash)) return;
      await record.update((value) => {
        const before = value.folders?.[store.root];
        const all = { ...before?.handlers, ...more };
        value.folders = { ...value.folders, [store.root]: { ...before, handlers: all } };
      });
    },
  };
}
