/** What is not live yet: the shared draft, releases and suggestions. */
import { Anchor, Badge, Button, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconVersions } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import type { ChangeSet } from '#contract/change-sets';
import { changeSetsQuery } from '../api/change-sets';
import { sessionQuery } from '../api/queries';
import { ErrorState } from '../ui/ErrorState';
import { counted, formatMoment } from '../ui/format';
import { Nothing } from '../ui/Nothing';
import { Page } from '../ui/Page';
import { QuietCell, RecordTable } from '../ui/RecordTable';
import { Waiting } from '../ui/Waiting';
import { SetDialog } from './change-sets/SetDialog';
import { setState, setTitle } from './change-sets/words';
import { actorWords, isOwn } from './history/words';

const texts = {
  description:
    'Changes that are not live yet. A release is published as a whole, at once or at a planned time.',
  add: 'New release',
  columns: ['Title', 'State', 'Objects', 'By'] as const,
  none: 'No releases yet',
  noneHint:
    'Gather changes of several objects in a release, look at the site with them, and publish them together.',
  you: 'You',
};

/** Open ones first, published ones last. */
const order = ({ id, kind, published }: ChangeSet): number =>
  id === 'draft' ? 0 : published !== undefined ? 3 : kind === 'suggestion' ? 1 : 2;

export function ChangeSets() {
  const { data, isPending, isError, error, refetch } = useQuery(changeSetsQuery());
  const [opened, { open, close }] = useDisclosure();
  const navigate = useNavigate();
  const sets = [...(data ?? [])].sort((one, other) => order(one) - order(other));
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={open}>
      {texts.add}
    </Button>
  );
  return (
    <Page description={texts.description} actions={sets.length > 1 && add}>
      {isPending && <Waiting shape="table" />}
      {isError && <ErrorState error={error} retry={() => void refetch()} />}
      {sets.length > 0 && (
        <RecordTable columns={texts.columns}>
          {sets.map((set) => (
            <SetRow key={set.id} set={set} />
          ))}
        </RecordTable>
      )}
      {sets.length === 1 && (
        <Nothing icon={IconVersions} title={texts.none} hint={texts.noneHint}>
          {add}
        </Nothing>
      )}
      <SetDialog
        opened={opened}
        set={undefined}
        onClose={close}
        onSaved={({ id }) => void navigate(`/change-sets/${encodeURIComponent(id)}`)}
      />
    </Page>
  );
}

function SetRow({ set }: { set: ChangeSet }) {
  const user = useQuery(sessionQuery()).data?.user;
  const { id, author, objects } = set;
  const { label, color, at } = setState(set);
  const who = author === undefined ? '' : isOwn(author, user) ? texts.you : actorWords(author);
  return (
    <Table.Tr>
      <Table.Td style={{ maxWidth: 'min(420px, 50vw)' }}>
        <Anchor
          component={Link}
          to={`/change-sets/${encodeURIComponent(id)}`}
          size="sm"
          fw={500}
          c="var(--mantine-color-text)"
          truncate
          display="block"
          title={setTitle(set)}
        >
          {setTitle(set)}
        </Anchor>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {label} · {counted(objects, 'object', 'objects')}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {label !== '' && (
          <Badge variant="light" color={color} style={{ textTransform: 'none' }}>
            {label}
          </Badge>
        )}
        {at !== undefined && (
          <Text size="xs" c="dimmed">
            {formatMoment(at)}
          </Text>
        )}
      </Table.Td>
      <QuietCell>{objects}</QuietCell>
      <Table.Td ta="right">
        <Text size="sm" c="dimmed" truncate>
          {who}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
