/** Trust in a folder (decision 15): kept on this machine, by the folder's real path, never in the folder. */
import type { JsonRecord, Store } from '../store/store.js';

export interface TrustRecord {
  folders: Record<string, { trusted: string }>;
}

export interface Trust {
  /** Whether the user of this machine trusts the open folder, decided in whichever process. */
  trusted(): boolean;
  /** Trusts the folder from now on. */
  trust(): Promise<void>;
}

/** Opens the decisions of this machine for one folder. */
export async function openTrust(store: Store, now: () => Date): Promise<Trust> {
  const record: JsonRecord<TrustRecord> = await store.stateRecord('trust', { folders: {} });
  const isTrusted = () => Object.hasOwn(record.read().folders ?? {}, store.root);
  return {
    trusted: isTrusted,
    async trust() {
      if (isTrusted()) return;
      await record.update((value) => {
        value.folders = { ...value.folders, [store.root]: { trusted: now().toISOString() } };
      });
    },
  };
}
