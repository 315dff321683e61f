/**
 * Everything in the folder that grants access or runs code, and whether it is approved on this machine (decision 122).
 */
import { type FolderSettings, settingRecord } from './access/folder-settings.js';
import type { Keys } from './access/keys.js';
import type { PublicWriteApprovals } from './access/public-operations.js';
import { type Digests, digestOf, type Trust } from './access/trust.js';
import type { Users } from './access/users.js';
import type { Approvals } from './automations/approvals.js';
import type { Collections } from './content/model/collection.js';
import { type Details, message } from './contract/messages/message.js';
import type { TrustOverview } from './contract/trust.js';
import { failed } from './errors.js';
import type { OAuthClients } from './oauth/clients.js';
import { accessGrantingSettings } from './settings/access-granting.js';
import type { StoredSettings } from './settings/read.js';

export interface FolderApprovalParts {
  edition: () => 'pro' | 'standard';
  trust: Trust;
  keys: Keys;
  users: Users;
  clients: OAuthClients;
  settings: FolderSettings<StoredSettings>;
  writes: PublicWriteApprovals;
  collections: Collections;
  approvals: Approvals;
}

const AUTOMATION = /^automation:([^/]+)$/;

export class FolderApproval {
  readonly #parts: FolderApprovalParts;

  constructor(parts: FolderApprovalParts) {
    this.#parts = parts;
  }

  /** The records and their state. Below the Pro edition keys, users and clients have no effect. */
  async overview(): Promise<TrustOverview> {
    const { trust, edition } = this.#parts;
    const records = await this.#records();
    const found = edition() === 'pro' ? records : { ...records, keys: [], users: [], clients: [] };
    const pending = Object.values(found)
      .flat()
      .filter(({ approval }) => approval !== 'approved');
    return { trusted: trust.trusted(), pending: pending.length, ...found };
  }

  async #records(): Promise<Omit<TrustOverview, 'trusted' | 'pending'>> {
    const { trust, keys, users, clients, settings, writes, collections, approvals } = this.#parts;
    return {
      keys: keys.approvals(),
      users: users.approvals(),
      clients: clients.approvals(),
      settings: accessGrantingSettings(settings.stored()).map(({ setting: { name, label }, value }) => {
        const [record, digest] = [settingRecord(name), digestOf(value)];
        return { record, digest, approval: trust.approvalOf(record, digest), name, label, value };
      }),
      collections: writes.approvals(collections.all()),
      automations: await approvals.list(),
    };
  }

  /**
   * Trusts the folder and approves records whose digests still match. Throws `validation` for changed ones, and then
   * approves none.
   */
  async approve(digests: Digests): Promise<void> {
    const { trust, approvals } = this.#parts;
    const { automations: _, ...others } = await this.#records();
    const current = new Map(recordsIn(others).map(({ record, digest }) => [record, digest]));
    const approved = new Map<string, string>();
    const problems: Details = {};
    for (const [record, digest] of Object.entries(digests)) {
      const id = AUTOMATION.exec(record)?.[1];
      const one = current.get(record) === digest ? { [record]: digest } : undefined;
      const records = id === undefined ? one : await approvals.partsWithDigest(id, digest);
      if (!records) problems[`records.${record}`] = [message('recordChanged')];
      for (const [name, value] of Object.entries(records ?? {})) approved.set(name, value);
    }
    if (Object.keys(problems).length > 0) throw failed(problems);
    await trust.approve(Object.fromEntries(approved));
    await trust.trustFolder();
    approvals.updateRunnable();
  }

  /** Approves everything in the folder. */
  async approveAll(): Promise<void> {
    const { trust, approvals } = this.#parts;
    await trust.approve({ ...(await this.#currentRecords()), ...(await approvals.allParts()) });
    await trust.trustFolder();
    approvals.updateRunnable();
  }

  /** All records except automations, which are approved in parts. */
  async #currentRecords(): Promise<Digests> {
    const { automations: _, ...others } = await this.#records();
    return Object.fromEntries(recordsIn(others).map(({ record, digest }) => [record, digest]));
  }
}

const recordsIn = ({
  keys,
  users,
  clients,
  settings,
  collections,
}: Pick<TrustOverview, 'keys' | 'users' | 'clients' | 'settings' | 'collections'>) => [
  ...keys,
  ...users,
  ...clients,
  ...settings,
  ...collections,
];
