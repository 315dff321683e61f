/** Files of which a sync tool or git has left two versions. */
import { Anchor, Badge, Code, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Conflict } from '#contract/conflicts';
import { conflictsQuery } from '../api/conflicts';
import { ErrorState } from '../ui/ErrorState';
import { Nothing } from '../ui/Nothing';
import { Page } from '../ui/Page';
import { TimeAgo } from '../ui/TimeAgo';
import { Waiting } from '../ui/Waiting';
import { subjectOf } from './conflicts/labels';
import classes from './Damaged.module.css';

const texts = {
  description: 'Two computers changed the same file. Both versions are kept until you decide.',
  none: 'No conflicts',
  noneHint: 'When a sync tool or git keeps two versions of a file, they are shown here.',
  same: 'Identical content',
  markers: 'Merge markers',
  gone: 'Original is missing',
  changed: 'Copy changed',
};

export function Conflicts() {
  const { data, isPending, isError, error, refetch } = useQuery(conflictsQuery());
  return (
    <Page description={texts.description} narrow>
      {isPending && <Waiting shape="list" />}
      {isError && <ErrorState error={error} retry={() => void refetch()} />}
      {data?.length === 0 && <Nothing icon={IconCircleCheck} title={texts.none} hint={texts.noneHint} />}
      {data !== undefined && data.length > 0 && (
        <ul className={classes.files}>
          {data.map((conflict) => (
            <Item key={conflict.id} conflict={conflict} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function Item({ conflict }: { conflict: Conflict }) {
  const { id, kind, path, same, tool, mine, theirs } = conflict;
  const badge =
    kind === 'markers' ? texts.markers : mine === null ? texts.gone : same ? texts.same : undefined;
  return (
    <li className={classes.file}>
      <Anchor
        component={Link}
        to={`/conflicts/${encodeURIComponent(id)}`}
        fw={550}
        size="sm"
        className={classes.path}
      >
        {subjectOf(conflict)}
      </Anchor>
      <Code className={classes.path}>{path}</Code>
      <Text size="xs" c="dimmed" component="div">
        {badge !== undefined && (
          <Badge variant="light" color="gray" mr={6}>
            {badge}
          </Badge>
        )}
        {tool !== undefined && `${tool} · `}
        {texts.changed} <TimeAgo value={theirs.modified} />
      </Text>
    </li>
  );
}
