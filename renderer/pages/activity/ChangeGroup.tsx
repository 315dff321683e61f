/** Changes that were made together: who, when, what, and undoing them. */
import { Badge, Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Activity } from '#contract/history';
import { sessionQuery } from '../../api/queries';
import { counted, formatNumber } from '../../ui/format';
import { TimeAgo } from '../../ui/TimeAgo';
import { changeLine, suggestedBy } from '../history/words';
import classes from './activity.module.css';
import { type ActivityGroup, subjectKey } from './activity-groups';
import { SubjectLink } from './SubjectLink';

const texts = {
  undo: 'Undo…',
  undoName: (who: string) => `Undo the changes by ${who}`,
  deleted: 'Deleted',
  changes: (count: number) => counted(count, 'change', 'changes'),
  some: (count: number) => `at least ${counted(count, 'change', 'changes')}`,
  all: (count: number) => `Show all ${formatNumber(count)}`,
  these: (count: number) => `Show ${formatNumber(count)}`,
};

/** Changes shown before all are asked for. */
const SHOWN = 6;

interface Props {
  group: ActivityGroup;
  /** Whether older changes, which are not read yet, may belong to it. */
  isCut: boolean;
  /** Titles of collections by their ids. */
  titles: ReadonlyMap<string, string>;
  onUndo(transaction: string): void;
}

/** The newest change of each subject. */
const newest = (changes: readonly Activity[]): Activity[] => [
  ...new Map(changes.toReversed().map((change) => [subjectKey(change), change])).values(),
];

/** `suggested`: who suggested it, where that is not so for all changes of the group. */
function ChangeRow({
  change,
  titles,
  suggested,
}: {
  change: Activity;
  titles: Props['titles'];
  suggested: string;
}) {
  const { subject, title, revision, at } = change;
  return (
    <li className={classes.change}>
      <SubjectLink subject={subject} title={title} at={at} />
      {subject.type === 'object' && (
        <Text component="span" size="xs" c="dimmed">
          {titles.get(subject.collection) ?? subject.collection}
        </Text>
      )}
      {suggested !== '' && (
        <Text component="span" size="xs" c="dimmed">
          {suggested}
        </Text>
      )}
      {revision === null && (
        <Badge size="xs" variant="light" color="red">
          {texts.deleted}
        </Badge>
      )}
    </li>
  );
}

export function ChangeGroup({ group, isCut, titles, onUndo }: Props) {
  const [all, setAll] = useState(false);
  const { data: session } = useQuery(sessionQuery());
  const changes = newest(group.changes);
  const [first] = group.changes;
  if (first === undefined) return null;
  const suggestedIn = (change: Activity) => suggestedBy(change, session?.user).join(' · ');
  const isShared = changes.every((change) => suggestedIn(change) === suggestedIn(first));
  const { transaction: whole } = first;
  const shared = isShared || !whole ? first : { ...first, transaction: { ...whole, suggestions: [] } };
  const who = changeLine({ ...shared, revision: '' }, session?.user);
  const { transaction } = group;
  return (
    <li className={classes.group}>
      <Group justify="space-between" wrap="nowrap" gap="sm" align="flex-start">
        <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {who}
          <Text component="span" size="xs" c="dimmed" fw={400} ml={8}>
            <TimeAgo value={first.at} /> · {(isCut ? texts.some : texts.changes)(changes.length)}
          </Text>
        </Text>
        {transaction !== undefined && (
          <Button
            variant="default"
            size="compact-sm"
            flex="none"
            leftSection={<IconArrowBackUp size={15} />}
            aria-label={texts.undoName(who)}
            onClick={() => onUndo(transaction)}
          >
            {texts.undo}
          </Button>
        )}
      </Group>
      <ul className={classes.changes}>
        {(all ? changes : changes.slice(0, SHOWN)).map((change) => (
          <ChangeRow
            key={subjectKey(change)}
            {...{ change, titles }}
            suggested={isShared ? '' : suggestedIn(change)}
          />
        ))}
      </ul>
      {!all && changes.length > SHOWN && (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setAll(true)}>
          {(isCut ? texts.these : texts.all)(changes.length)}
        </Button>
      )}
    </li>
  );
}
