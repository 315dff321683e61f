/** What was deleted and can be restored. */
import { ActionIcon, Button, Table } from '@mantine/core';
import { IconArrowBackUp, IconHistory, IconTrash, IconTrashOff } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { memo } from 'react';
import { Link } from 'react-router';
import type { TrashEntry } from '#contract/objects';
import { emptyTrash, purgeTrash, restoreTrash } from '../api/mutations';
import { collectionsQuery } from '../api/queries';
import { trashQuery } from '../api/trash';
import { t } from '../t';
import { confirmDeed } from '../ui/confirm';
import { ErrorState } from '../ui/ErrorState';
import { formatNumber } from '../ui/format';
import { LoadMore } from '../ui/LoadMore';
import { Nothing } from '../ui/Nothing';
import { notifyDone, notifyFailed } from '../ui/notify';
import { Page } from '../ui/Page';
import { NameCell, QuietCell, RecordTable } from '../ui/RecordTable';
import { useRights } from '../ui/rights';
import { TimeAgo } from '../ui/TimeAgo';
import { useSlices } from '../ui/useSlices';
import { Waiting } from '../ui/Waiting';
import { historyAddress } from './history/useHistoryAddress';
import classes from './Trash.module.css';

const counted = (count: number) => (count === 1 ? '1 item' : `${formatNumber(count)} items`);

const texts = {
  description: 'Deleted items are kept for 30 days.',
  empty: 'The trash is empty',
  emptyHint: 'Deleted items are moved here and can be restored for 30 days.',
  columns: ['Name', 'From', 'Deleted', 'Actions'] as const,
  restore: 'Restore',
  restoreName: (title: string) => `Restore ${title}`,
  history: 'History',
  historyName: (title: string) => `History of ${title}`,
  purge: 'Delete permanently',
  purgeName: (title: string) => `Delete ${title} permanently`,
  ask: (title: string) => `Delete “${title}” permanently?`,
  warning: 'It will be removed from the folder. This cannot be undone.',
  emptyTrash: 'Empty trash',
  emptyAsk: (count: number) => `Delete ${counted(count)} permanently?`,
  emptyWarning: 'Everything in the trash will be removed from the folder. This cannot be undone.',
  emptied: (count: number) => `${counted(count)} deleted permanently.`,
  restored: (title: string) => `“${title}” restored.`,
  purged: (title: string) => `“${title}” deleted permanently.`,
  restoreFailed: 'Could not restore',
  purgeFailed: 'Could not delete',
};

const KINDS: Record<TrashEntry['kind'], string | undefined> = {
  object: undefined,
  collection: t('Collection'),
  damaged: t('Damaged file'),
  file: t('File'),
  copy: t('Conflict copy'),
  schema: t('Schema'),
  change: t('Unpublished change'),
  changeSet: t('Release or suggestion'),
};

/** So many rows are drawn at a time. */
const SLICE = 8;

export function Trash() {
  const client = useQueryClient();
  const { manages } = useRights();
  const trash = useInfiniteQuery(trashQuery());
  const { data: collections = [] } = useQuery(collectionsQuery());
  const names = new Map(collections.map((item) => [item.name, item.title]));
  const pages = trash.data?.pages ?? [];
  // What was deleted since a page was read has moved the others: one may be in two pages.
  const entries = [
    ...new Map(pages.flatMap((page) => page.entries).map((entry) => [entry.id, entry])).values(),
  ];
  const total = pages.at(-1)?.total ?? 0;
  const slices = useSlices(entries, SLICE);

  // The clock of the server: the newest entry shown, so that entries that were added since are kept.
  const newest = entries[0]?.deleted;
  const empty = (until: string) =>
    confirmDeed({
      title: texts.emptyAsk(total),
      message: texts.emptyWarning,
      confirm: texts.emptyTrash,
      act: () => emptyTrash(client, until),
      done: texts.emptied,
      failed: texts.purgeFailed,
    });
  const actions = manages && newest !== undefined && (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
      onClick={() => empty(newest)}
    >
      {texts.emptyTrash}
    </Button>
  );

  return (
    <Page description={texts.description} actions={actions}>
      {trash.isPending && <Waiting shape="table" />}
      {trash.isError && <ErrorState error={trash.error} retry={() => void trash.refetch()} />}
      {trash.isSuccess && entries.length === 0 && (
        <Nothing icon={IconTrashOff} title={texts.empty} hint={texts.emptyHint} />
      )}
      {entries.length > 0 && (
        <RecordTable columns={texts.columns}>
          {slices.flat().map((entry) => (
            <TrashRow key={entry.id} entry={entry} from={names.get(entry.collection) ?? entry.collection} />
          ))}
        </RecordTable>
      )}
      <LoadMore query={trash} left={total - entries.length} />
    </Page>
  );
}

interface RowProps {
  entry: TrashEntry;
  /** The title of the collection it was deleted from. */
  from: string;
}

function TrashRowView({ entry, from }: RowProps) {
  const client = useQueryClient();
  const { manages } = useRights();
  const restore = async () => {
    try {
      await restoreTrash(client, entry.id);
      notifyDone(texts.restored(entry.title));
    } catch (error) {
      notifyFailed(texts.restoreFailed, error);
    }
  };
  const purge = () =>
    confirmDeed({
      title: texts.ask(entry.title),
      message: texts.warning,
      confirm: texts.purge,
      act: () => purgeTrash(client, entry.id),
      done: texts.purged(entry.title),
      failed: texts.purgeFailed,
    });
  return (
    <Table.Tr>
      <NameCell name={entry.title} width={360}>
        <div className={`${classes.note} ${classes.narrow}`}>
          {from} · <TimeAgo value={entry.deleted} />
        </div>
        {KINDS[entry.kind] !== undefined && <div className={classes.note}>{KINDS[entry.kind]}</div>}
      </NameCell>
      <QuietCell>{from}</QuietCell>
      <QuietCell>
        <TimeAgo value={entry.deleted} />
      </QuietCell>
      <Table.Td>
        <div className={classes.actions}>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconArrowBackUp size={15} />}
            aria-label={texts.restoreName(entry.title)}
            onClick={() => void restore()}
          >
            {texts.restore}
          </Button>
          {entry.kind === 'object' && entry.object !== undefined && (
            <ActionIcon
              component={Link}
              to={historyAddress(entry.collection, entry.object)}
              title={texts.history}
              aria-label={texts.historyName(entry.title)}
            >
              <IconHistory size={16} stroke={1.6} />
            </ActionIcon>
          )}
          {manages && (
            <ActionIcon
              color="red"
              title={texts.purge}
              aria-label={texts.purgeName(entry.title)}
              onClick={purge}
            >
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          )}
        </div>
      </Table.Td>
    </Table.Tr>
  );
}

/** An entry stays as it was made, so that those after one that has gone are not drawn again. */
const TrashRow = memo(
  TrashRowView,
  (before, now) => before.entry.id === now.entry.id && before.from === now.from,
);
