/** Finds the newest change of the user, to be undone. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { activityQuery } from '../api/activity';
import { sessionQuery } from '../api/queries';
import { isOwn } from '../pages/history/words';
import { notifyDone, notifyFailed } from '../ui/notify';

const texts = {
  none: 'The history has no change of yours that could be undone.',
  failed: 'Could not read the history',
};

/** `transaction`: the one that was found; `find` looks for it. */
export function useUndoLast() {
  const client = useQueryClient();
  const [transaction, setTransaction] = useState<string>();
  const find = async () => {
    try {
      const { user } = await client.ensureQueryData(sessionQuery());
      const query = { ...activityQuery({ actor: user?.id }), staleTime: 0 };
      const { pages } = await client.fetchInfiniteQuery(query);
      const own = pages[0]?.activity.find(({ actor }) => isOwn(actor, user));
      if (own?.transaction === undefined) notifyDone(texts.none);
      setTransaction(own?.transaction?.id);
    } catch (error) {
      notifyFailed(texts.failed, error);
    }
  };
  return { transaction, find, close: () => setTransaction(undefined) };
}
