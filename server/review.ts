/**
 * Everything in the folder that grants access or runs code, and whether it is approved on this machine (decisions 15,
 * 80, 122).
 */
import { type FolderSettings, settingRecord } from './access/folder-settings.js';
import type { Keys } from './access/keys.js';
import type { AcceptedWrites } from './access/public-operations.js';
import { type Digests, digestOf, type Trust } from './access/trust.js';
import type { Users } from './access/users.js';
import type { Approvals } from './automations/approvals.js';
import type { Collections } from './content/model/collection.js';
import type { TrustOverview } from './contract/trust.js';
import { failed } from './errors.js';
import type { OAuthClients } from './oauth/clients.js';
import type { StoredSettings } from './settings/read.js';
import { wideningIn } from './settings/widening.js';

export interface ReviewParts {
  edition: () => 'pro' | 'standard';
  trust: Trust;
  keys: Keys;
  users: Users;
  clients: OAuthClients;
  settings: FolderSettings<StoredSettings>;
  writes: AcceptedWrites;
  collections: Collections;
  approvals: Approvals;
}

const AUTOMATION = /^automation:([^/]+)$/;

export class Review {
  readonly #parts: ReviewParts;

  constructor(parts: ReviewParts) {
    this.#parts = parts;
  }

  /** The records and their state. Below the Pro edition keys, users and clients have no effect. */
  async overview(): Promise<TrustOverview> {
    const { trust, edition } = this.#parts;
    const records = await this.#records();
    const found = edition() === 'pro' ? records : { ...records, keys: [], users: [], programs: [] };
    const waiting = Object.values(found)
      .flat()
      .filter(({ approval }) => approval !== 'approved');
    return { trusted: trust.trusted(), waiting: waiting.length, ...found };
  }

  async #records(): Promise<Omit<TrustOverview, 'trusted' | 'waiting'>> {
    const { trust, keys, users, clients, settings, writes, collections, approvals } = this.#parts;
    return {
      keys: keys.reviewed(),
      users: users.reviewed(),
      programs: clients.reviewed(),
      settings: wideningIn(settings.stored()).map(({ setting: { name, label }, value }) => {
        const [record, digest] = [settingRecord(name), digestOf(value)];
        return { record, digest, approval: trust.approvalOf(record, digest), name, label, value };
      }),
      collections: writes.reviewed(collections.all()),
      handlers: await approvals.reviewed(),
    };
  }

  /**
   * Trusts the folder and approves records whose digests still match. Throws `validation` for changed ones, and then
   * approves none.
   */
  async accept(shown: Digests): Promise<void> {
    const { trust, approvals } = this.#parts;
    const { handlers: _, ...others } = await this.#records();
    const standing = new Map(recordsIn(others).map(({ record, digest }) => [record, digest]));
    const accepted = new Map<string, string>();
    const problems: Record<string, string[]> = {};
    for (const [record, digest] of Object.entries(shown)) {
      const id = AUTOMATION.exec(record)?.[1];
      const one = standing.get(record) === digest ? { [record]: digest } : undefined;
      const records = id === undefined ? one : await approvals.shown(id, digest);
      if (!records) problems[`records.${record}`] = ['has changed since it was shown; review it again'];
      for (const [name, value] of Object.entries(records ?? {})) accepted.set(name, value);
    }
    if (Object.keys(problems).length > 0) throw failed(problems);
    await trust.accept(Object.fromEntries(accepted));
    await trust.trust();
    approvals.accepted();
  }

  /** Approves everything in the folder. */
  async acceptAll(): Promise<void> {
    const { trust, approvals } = this.#parts;
    await trust.accept({ ...(await this.#recordsNow()), ...(await approvals.all()) });
    await trust.trust();
    approvals.accepted();
  }

  /**
   * Migrates the decision of an earlier version: the contents of a trusted folder at the first start count as approved.
   */
  async carryOver(): Promise<void> {
    const { trust, approvals } = this.#parts;
    const earlier = trust.earlier();
    if (!earlier) return;
    const records = earlier.trusted ? await this.#recordsNow() : {};
    await trust.carryOver({ ...records, ...(await approvals.approvedEarlier(earlier)) });
  }

  /** All records except automations, which are approved in parts. */
  async #recordsNow(): Promise<Digests> {
    const { handlers: _, ...others } = await this.#records();
    return Object.fromEntries(recordsIn(others).map(({ record, digest }) => [record, digest]));
  }
}

const recordsIn = ({
  keys,
  users,
  programs,
  settings,
  collections,
}: Pick<TrustOverview, 'keys' | 'users' | 'programs' | 'settings' | 'collections'>) => [
  ...keys,
  ...users,
  ...programs,
  ...settings,
  ...collections,
];
