/** What others changed since the user was here last. */
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { Activity } from '#contract/history';
import type { CollectionSummary } from '#contract/objects';
import { activityQuery } from '../../api/activity';
import { sessionQuery } from '../../api/queries';
import { formatNumber } from '../../ui/format';
import { groupBy } from '../../ui/group-by';
import { TimeAgo } from '../../ui/TimeAgo';
import { useUnseen } from '../../ui/useVisit';
import { subjectKey } from '../activity/activity-groups';
import { SubjectLink } from '../activity/SubjectLink';
import { changeLine, isOwn } from '../history/words';
import classes from './home.module.css';

const texts = {
  title: 'Changed by others',
  none: 'No new changes by others since your last visit.',
  seen: 'Mark as seen',
  folder: 'Folder',
  more: (count: number) => `${formatNumber(count)} more`,
  all: 'Show all activity',
};

/** Objects of a collection that are listed. */
const LISTED = 5;
/** Pages of the activity that are read; the rest is on its page. */
const PAGES = 5;

/** Changes by others since a moment, the newest of each subject, the newest first. */
function useChangesByOthers(since: string) {
  const { data: session } = useQuery(sessionQuery());
  const query = useInfiniteQuery(activityQuery({ since }));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const wantsMore = hasNextPage && !isFetchingNextPage && (data?.pages.length ?? 0) < PAGES;
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);
  const all = data?.pages.flatMap((page) => page.activity) ?? [];
  const others = all.filter(({ actor }) => !isOwn(actor, session?.user));
  const newest = new Map(others.toReversed().map((change) => [subjectKey(change), change]));
  return { isReady: query.isSuccess, last: all[0]?.at, changes: [...newest.values()].reverse() };
}

const collectionOf = ({ subject }: Activity): string => ('collection' in subject ? subject.collection : '');

/** A moment later, so that changes at the moment itself have been seen. */
const justAfter = (at: string): string => new Date(Date.parse(at) + 1).toISOString();

export function ChangedSince({ collections }: { collections: readonly CollectionSummary[] }) {
  const { since, isFirst, markSeen } = useUnseen();
  if (since === undefined) return null;
  return <Changes {...{ since, isFirst, markSeen, collections }} />;
}

interface ChangesProps {
  since: string;
  /** There is no last visit to speak of. */
  isFirst: boolean;
  markSeen(until: string): void;
  collections: readonly CollectionSummary[];
}

function Changes({ since, isFirst, markSeen, collections }: ChangesProps) {
  const { isReady, last, changes } = useChangesByOthers(since);
  const titles = new Map(collections.map(({ name, title }) => [name, title]));
  if (!isReady) return null;
  if (changes.length === 0) {
    return isFirst ? null : (
      <Text size="sm" c="dimmed">
        {texts.none}
      </Text>
    );
  }
  return (
    <Stack gap="xs" component="section" aria-label={texts.title}>
      <Group justify="space-between">
        <Title order={2} size="sm" c="dimmed" fw={550}>
          {texts.title}
        </Title>
        <Group gap="sm">
          <Anchor component={Link} to={`/activity?${new URLSearchParams({ since })}`} size="sm">
            {texts.all}
          </Anchor>
          {last !== undefined && (
            <Button variant="default" size="compact-sm" onClick={() => markSeen(justAfter(last))}>
              {texts.seen}
            </Button>
          )}
        </Group>
      </Group>
      <div className={classes.frame}>
        {[...groupBy(changes, collectionOf)].map(([name, some]) => (
          <CollectionChanges
            key={name}
            name={name}
            title={titles.get(name) ?? (name || texts.folder)}
            {...{ since, changes: some }}
          />
        ))}
      </div>
    </Stack>
  );
}

interface CollectionChangesProps {
  name: string;
  title: string;
  since: string;
  changes: readonly Activity[];
}

function CollectionChanges({ name, title, since, changes }: CollectionChangesProps) {
  const { data: session } = useQuery(sessionQuery());
  const left = changes.length - LISTED;
  return (
    <section className={classes.changed} aria-label={title}>
      <Text size="xs" fw={550} c="dimmed">
        {title}
      </Text>
      <ul className={classes.changes}>
        {changes.slice(0, LISTED).map((change) => (
          <li key={subjectKey(change)} className={classes.change}>
            <SubjectLink subject={change.subject} title={change.title} at={change.at} />
            <Text component="span" size="xs" c="dimmed">
              {changeLine(change, session?.user)} · <TimeAgo value={change.at} />
            </Text>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Anchor
          component={Link}
          to={`/activity?${new URLSearchParams(name === '' ? { since } : { collection: name, since })}`}
          size="xs"
        >
          {texts.more(left)}
        </Anchor>
      )}
    </section>
  );
}
