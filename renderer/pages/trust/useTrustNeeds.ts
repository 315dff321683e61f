import { useQuery } from '@tanstack/react-query';
import type { AutomationApproval, TrustOverview } from '#contract/trust';
import { trustQuery } from '../../api/trust';
import { useRights } from '../../ui/rights';

/** A record that needs approval, as the dialog lists it. */
export interface PendingRecord {
  record: string;
  digest: string;
  changed: boolean;
  name: string;
  /** What it grants. */
  what: string;
}

export const TRUST_LISTS = ['users', 'keys', 'clients', 'settings', 'collections'] as const;
export type TrustList = (typeof TRUST_LISTS)[number];

export interface TrustNeeds {
  /** The folder was neither created nor trusted on this machine. */
  foreign: boolean;
  count: number;
  automations: readonly AutomationApproval[];
  records: Readonly<Record<TrustList, readonly PendingRecord[]>>;
}

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
};

/** The records of a list that need approval, with what each grants. */
function pendingIn<T extends { record: string; digest: string; approval: string; name: string }>(
  list: readonly T[],
  what: (item: T) => string,
): PendingRecord[] {
  return list
    .filter(({ approval }) => approval !== 'approved')
    .map((item) => ({
      record: item.record,
      digest: item.digest,
      changed: item.approval === 'changed',
      name: item.name,
      what: what(item),
    }));
}

/** What needs the approval of the owner. */
function needsOf(overview: TrustOverview): TrustNeeds {
  const { trusted, pending, keys, users, clients, settings, collections, automations } = overview;
  return {
    foreign: !trusted,
    count: pending,
    automations: automations.filter(({ approval }) => approval !== 'approved'),
    records: {
      keys: pendingIn(keys, ({ methods, paths }) => `${methods.join(', ')} on ${paths.join(', ')}`),
      users: pendingIn(users, ({ role }) => role),
      clients: pendingIn(clients, ({ redirectUris }) => redirectUris.join(', ')),
      settings: pendingIn(
        settings.map((setting) => ({ ...setting, key: setting.name, name: setting.label })),
        ({ key, value }) => `${key}: ${shown(value)}`,
      ),
      collections: pendingIn(collections, ({ operations }) => operations.join(', ')),
    },
  };
}

/** What needs approval on this machine; undefined if nothing does or the user cannot approve it. */
export function useTrustNeeds(): TrustNeeds | undefined {
  const { manages } = useRights();
  const { data: overview } = useQuery({ ...trustQuery(), enabled: manages });
  return overview === undefined || overview.pending === 0 ? undefined : needsOf(overview);
}
