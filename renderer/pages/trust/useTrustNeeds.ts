import { useQuery } from '@tanstack/react-query';
import type { ReviewedHandler, TrustOverview } from '#contract/trust';
import { trustQuery } from '../../api/trust';
import { useRights } from '../../ui/rights';

/** A record that waits, as the dialog lists it. */
export interface WaitingRecord {
  record: string;
  digest: string;
  changed: boolean;
  name: string;
  /** What it opens. */
  what: string;
}

export const TRUST_LISTS = ['users', 'keys', 'programs', 'settings', 'collections'] as const;
export type TrustList = (typeof TRUST_LISTS)[number];

export interface TrustNeeds {
  /** The folder was neither created nor trusted on this machine. */
  foreign: boolean;
  count: number;
  handlers: readonly ReviewedHandler[];
  records: Readonly<Record<TrustList, readonly WaitingRecord[]>>;
}

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
};

/** The records of a list that wait, with what each opens. */
function waitingIn<T extends { record: string; digest: string; approval: string; name: string }>(
  list: readonly T[],
  what: (item: T) => string,
): WaitingRecord[] {
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

/** What waits until the owner accepts it. */
function needsOf(overview: TrustOverview): TrustNeeds {
  const { trusted, waiting, keys, users, programs, settings, collections, handlers } = overview;
  return {
    foreign: !trusted,
    count: waiting,
    handlers: handlers.filter(({ approval }) => approval !== 'approved'),
    records: {
      keys: waitingIn(keys, ({ methods, paths }) => `${methods.join(', ')} on ${paths.join(', ')}`),
      users: waitingIn(users, ({ role }) => role),
      programs: waitingIn(programs, ({ redirectUris }) => redirectUris.join(', ')),
      settings: waitingIn(
        settings.map((setting) => ({ ...setting, key: setting.name, name: setting.label })),
        ({ key, value }) => `${key}: ${shown(value)}`,
      ),
      collections: waitingIn(collections, ({ operations }) => operations.join(', ')),
    },
  };
}

/** What waits for approval on this machine; undefined if nothing does or the user cannot approve it. */
export function useTrustNeeds(): TrustNeeds | undefined {
  const { manages } = useRights();
  const { data: overview } = useQuery({ ...trustQuery(), enabled: manages });
  return overview === undefined || overview.waiting === 0 ? undefined : needsOf(overview);
}
