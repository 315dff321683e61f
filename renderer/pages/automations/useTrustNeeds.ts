import { useQuery } from '@tanstack/react-query';
import type { TrustOverview } from '#contract/automations';
import { trustQuery } from '../../api/automations';
import { useRights } from '../../ui/rights';

export interface TrustNeeds {
  overview: TrustOverview;
  /** Handlers nobody has said yes to as they are now. */
  waiting: TrustOverview['handlers'];
  /** The folder itself waits: its keys, users and programs do not work. */
  folder: boolean;
}

/** What waits for a yes of the owner of this machine; undefined when nothing does, or somebody else is asked. */
export function useTrustNeeds(): TrustNeeds | undefined {
  const { manages } = useRights();
  const { data: overview } = useQuery({ ...trustQuery(), enabled: manages });
  if (overview === undefined) return undefined;
  const waiting = overview.handlers.filter(({ approval }) => approval !== 'approved');
  const { keys, users, programs } = overview;
  const folder = !overview.trusted && keys.length + users.length + programs.length > 0;
  return waiting.length === 0 && !folder ? undefined : { overview, waiting, folder };
}
