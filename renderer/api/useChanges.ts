/** The folder's changes in the pages that show them. */
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from './client';
import { followChanges } from './events';
import { keys } from './keys';

/** Follows changes of the folder during a session. */
export function useChanges(signedIn: boolean): void {
  const client = useQueryClient();
  useEffect(() => (signedIn ? followChanges(client, api) : undefined), [signedIn, client]);
}

/** Whether change events arrive; otherwise pages have to poll. */
export function useLive(): boolean {
  const { data } = useQuery({
    queryKey: keys.live,
    queryFn: skipToken,
    initialData: false,
  });
  return data === true;
}
