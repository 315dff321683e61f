/** The objects that a set changes, with what can be done about each. */
import { ActionIcon, Anchor, Badge, Button, Center, Group, Menu, Table, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ChangedObject, ChangeSetWithObjects } from '#contract/change-sets';
import { SHARED_DRAFT } from '#contract/set-names';
import { changeSetsQuery } from '../../api/change-sets';
import { dropChange, moveChanges, publishChanges, restoreDropped } from '../../api/drafts';
import { partSchemasQuery } from '../../api/part-schemas';
import { collectionsQuery, schemaQuery, sessionQuery } from '../../api/queries';
import { t } from '../../t';
import { formatNumber } from '../../ui/format';
import { notifyDone, notifyFailed, notifyUndo } from '../../ui/notify';
import { QuietCell, RecordTable } from '../../ui/RecordTable';
import { TimeAgo } from '../../ui/TimeAgo';
import { notifyChange } from '../../ui/undo-transaction';
import { actorWords, isOwn } from '../history/words';
import { CompareDialog } from './CompareDialog';
import { changeWords, setTitle } from './words';

const texts = {
  columns: ['Object', 'Change', 'Changed', 'Actions'] as const,
  compare: 'Compare',
  compareOf: (title: string) => `Compare ${title} with live`,
  moreOf: (title: string) => `More actions for ${title}`,
  clash: 'Changed elsewhere',
  publish: 'Publish only this',
  acceptInto: (title: string) => `Accept into “${title}”`,
  drop: 'Drop from it',
  refuse: 'Reject',
  moveTo: (title: string) => `Move to “${title}”`,
  dropped: (title: string) => `Changes of “${title}” dropped.`,
  moved: (title: string) => `Changes of “${title}” moved.`,
  published: (title: string) => `“${title}” published.`,
  failed: 'Could not change it',
  you: 'you',
  more: (left: number) => `Show more (${formatNumber(left)} left)`,
};

/** Rows that are drawn at once. */
const PAGE = 100;

export function ChangedObjects({ set }: { set: ChangeSetWithObjects }) {
  const [shown, setShown] = useState(PAGE);
  const [compared, setCompared] = useState<ChangedObject>();
  const objects = set.objects.slice(0, shown);
  return (
    <>
      <RecordTable columns={texts.columns}>
        {objects.map((object) => (
          <ObjectRow
            key={`${object.collection}/${object.id}`}
            {...{ set, object }}
            onCompare={() => setCompared(object)}
          />
        ))}
      </RecordTable>
      {shown < set.objects.length && (
        <Center mt="sm">
          <Button variant="default" onClick={() => setShown((count) => count + PAGE)}>
            {texts.more(set.objects.length - shown)}
          </Button>
        </Center>
      )}
      {compared && <Compared set={set} object={compared} onClose={() => setCompared(undefined)} />}
    </>
  );
}

function Compared({
  set,
  object,
  onClose,
}: {
  set: ChangeSetWithObjects;
  object: ChangedObject;
  onClose(): void;
}) {
  const { collection, id, title } = object;
  const schema = useQuery(schemaQuery(collection));
  const parts = useQuery(partSchemasQuery(schema.data));
  if (schema.data === undefined || parts.data === undefined) return null;
  return (
    <CompareDialog
      {...{ collection, id, title, onClose }}
      set={set.id}
      kind={set.kind}
      schema={schema.data}
      parts={parts.data}
      opened
    />
  );
}

function ObjectRow({
  set,
  object,
  onCompare,
}: {
  set: ChangeSetWithObjects;
  object: ChangedObject;
  onCompare(): void;
}) {
  const { collection, id, title, change, at, actor, clashes } = object;
  const user = useQuery(sessionQuery()).data?.user;
  const schema = useQuery(schemaQuery(collection)).data;
  const name = useQuery(collectionsQuery()).data?.find((one) => one.name === collection)?.title;
  const address = `/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`;
  const words = changeWords(object, schema);
  return (
    <Table.Tr>
      <Table.Td style={{ maxWidth: 'min(360px, 50vw)' }}>
        <Anchor
          component={Link}
          to={set.id === SHARED_DRAFT ? address : `${address}?set=${encodeURIComponent(set.id)}`}
          size="sm"
          fw={500}
          c="var(--mantine-color-text)"
          truncate
          display="block"
          title={title}
        >
          {title}
        </Anchor>
        <Text size="xs" c="dimmed" truncate>
          {name ?? collection}
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {words}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm" maw={280}>
        <Text size="sm" truncate title={words}>
          {words}
        </Text>
        {clashes && (
          <Badge size="sm" color="red" variant="light" style={{ textTransform: 'none' }}>
            {texts.clash}
          </Badge>
        )}
      </Table.Td>
      <QuietCell>
        <TimeAgo value={at} />
        {actor && ` · ${isOwn(actor, user) ? texts.you : actorWords(actor)}`}
      </QuietCell>
      <Table.Td>
        <Group gap={6} justify="flex-end" wrap="nowrap">
          {change === 'edit' && (
            <Button
              size="compact-sm"
              variant="default"
              visibleFrom="sm"
              aria-label={texts.compareOf(title)}
              onClick={onCompare}
            >
              {texts.compare}
            </Button>
          )}
          <RowMenu {...{ set, object, onCompare }} />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function RowMenu({
  set,
  object,
  onCompare,
}: {
  set: ChangeSetWithObjects;
  object: ChangedObject;
  onCompare(): void;
}) {
  const client = useQueryClient();
  const { collection, id, title } = object;
  const chosen = { collection, id };
  const [opened, setOpened] = useState(false);
  const { data: all = [] } = useQuery({ ...changeSetsQuery(), enabled: opened });
  const targets = all.filter((one) => one.id !== set.id && one.kind !== 'suggestion' && !one.published);
  const doing = (work: () => Promise<unknown>) => () =>
    void work().catch((error: unknown) => notifyFailed(texts.failed, error));
  const drop = doing(async () => {
    const entry = await dropChange(client, set.id, chosen);
    if (entry === undefined) return notifyDone(texts.dropped(title));
    notifyUndo(
      texts.dropped(title),
      doing(() => restoreDropped(client, set.id, entry)),
    );
  });
  const publish = doing(async () => {
    const { transaction } = await publishChanges(client, set.id, [chosen]);
    if (transaction === undefined) notifyDone(texts.published(title));
    else notifyChange(client, texts.published(title), transaction);
  });
  const move = (to: string) =>
    doing(async () => {
      notifyChange(client, texts.moved(title), await moveChanges(client, set.id, to, [chosen]));
    });
  const isSuggestion = set.kind === 'suggestion';
  return (
    <Menu position="bottom-end" shadow="md" width={240} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <ActionIcon size={28} variant="default" aria-label={texts.moreOf(title)}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {object.change === 'edit' && (
          <Menu.Item hiddenFrom="sm" onClick={onCompare}>
            {texts.compare}
          </Menu.Item>
        )}
        <Menu.Item onClick={publish}>{isSuggestion ? t('Accept and publish') : texts.publish}</Menu.Item>
        {targets.map((one) => (
          <Menu.Item key={one.id} onClick={move(one.id)}>
            {(isSuggestion ? texts.acceptInto : texts.moveTo)(setTitle(one))}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item color="red" onClick={drop}>
          {isSuggestion ? texts.refuse : t('Drop from it')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
