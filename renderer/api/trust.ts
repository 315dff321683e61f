/** What waits in the folder until it is accepted on this machine. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { TrustDecision, TrustOverview } from '#contract/trust';
import { api, NO_VERSION } from './client';
import { keys } from './keys';
import { TRUST } from './paths';

export const trustQuery = () =>
  queryOptions({
    queryKey: keys.trust,
    queryFn: async ({ signal }) => (await api.get<TrustOverview>(TRUST, { signal })).data,
    staleTime: 10_000,
  });

/** Accepts records as they were shown; 422 when one of them has changed since, and then none is accepted. */
export async function decideTrust(client: QueryClient, decision: TrustDecision): Promise<void> {
  await api.post<unknown>(TRUST, { ifMatch: NO_VERSION, body: decision });
  // Approved users, keys, connected apps, settings and automations take effect now.
  await client.invalidateQueries();
}
