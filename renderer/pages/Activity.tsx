/** What was changed in the folder, by whom, and undoing it. */

import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { activityQuery } from '../api/activity';
import { collectionsQuery } from '../api/queries';
import { ErrorState } from '../ui/ErrorState';
import { LoadMore } from '../ui/LoadMore';
import { Nothing } from '../ui/Nothing';
import { Page } from '../ui/Page';
import { Waiting } from '../ui/Waiting';
import { ActivityFilters } from './activity/ActivityFilters';
import classes from './activity/activity.module.css';
import { groupsOf } from './activity/activity-groups';
import { ChangeGroup } from './activity/ChangeGroup';
import { UndoDialog } from './activity/UndoDialog';
import { useActivityFilter } from './activity/useActivityFilter';

const texts = {
  description: 'Changes of the folder since Plinth first opened it on this machine.',
  none: 'No changes yet',
  noneHint: 'Changes by you, other users, apps and automations will be listed here.',
  noMatch: 'No changes match',
  noMatchHint: 'Clear a filter to see more.',
  more: 'Show older changes',
};

export function Activity() {
  const { filter, period, isNarrowed, change, clear } = useActivityFilter();
  const query = useInfiniteQuery(activityQuery(filter));
  const { data: collections = [] } = useQuery(collectionsQuery());
  const [undoing, setUndoing] = useState<string>();
  const titles = new Map(collections.map(({ name, title }) => [name, title]));
  const groups = groupsOf(query.data?.pages.flatMap((page) => page.activity) ?? []);
  return (
    <Page description={texts.description}>
      <ActivityFilters {...{ filter, period, collections, isNarrowed }} onChange={change} onClear={clear} />
      {query.isPending && <Waiting shape="list" />}
      {query.isError && groups.length === 0 && (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      )}
      {query.isSuccess && groups.length === 0 && (
        <Nothing
          icon={IconHistory}
          title={isNarrowed ? texts.noMatch : texts.none}
          hint={isNarrowed ? texts.noMatchHint : texts.noneHint}
        />
      )}
      {groups.length > 0 && (
        <ol className={classes.groups}>
          {groups.map((group) => (
            <ChangeGroup
              key={group.key}
              group={group}
              isCut={query.hasNextPage && group === groups.at(-1)}
              titles={titles}
              onUndo={setUndoing}
            />
          ))}
        </ol>
      )}
      <LoadMore query={query} label={texts.more} />
      <UndoDialog transaction={undoing} onClose={() => setUndoing(undefined)} />
    </Page>
  );
}
