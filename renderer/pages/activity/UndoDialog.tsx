/** Undoes a transaction: first what would happen, then what did. */
import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Undone } from '#contract/history';
import { undoTransaction } from '../../api/activity';
import { ApiError } from '../../api/client';
import { progressQuery } from '../../api/find';
import { undoPreviewQuery } from '../../api/undo-preview';
import { t } from '../../t';
import { ErrorState } from '../../ui/ErrorState';
import { FormFailure } from '../../ui/FormParts';
import { counted, formatNumber } from '../../ui/format';
import { HowFar } from '../../ui/HowFar';
import { undoAndNotify } from '../../ui/undo-transaction';
import { Waiting } from '../../ui/Waiting';
import classes from './activity.module.css';
import { subjectKey } from './activity-groups';
import { SubjectLink } from './SubjectLink';

const texts = {
  title: 'Undo these changes?',
  done: 'Changes undone',
  hint: 'What was changed since in other fields is kept.',
  nothing: 'Nothing of these changes is left that could be undone.',
  gone: 'The history no longer has these changes, or they cannot be undone by you.',
  failed: 'Could not undo',
  cancel: 'Cancel',
  close: 'Close',
  redo: 'Redo',
  undo: (count: number) => `Undo ${counted(count, 'change', 'changes')}`,
  more: (count: number) => `and ${formatNumber(count)} more`,
  fields: (names: string) => `Changed again since: ${names}`,
};

const BEFORE: Record<Undone['result'], [label: string, color: string]> = {
  restored: [t('Will be restored'), 'spruce'],
  removed: [t('Will be moved to the trash'), 'red'],
  unchanged: [t('Nothing left to undo'), 'gray'],
  clash: [t('Stays as it is'), 'red'],
  skipped: [t('Skipped'), 'gray'],
};

const AFTER: typeof BEFORE = {
  ...BEFORE,
  restored: [t('Restored'), 'spruce'],
  removed: [t('Moved to the trash'), 'red'],
  clash: [t('Left as it is'), 'red'],
};

/** Results that are listed. */
const LISTED = 200;

/** What needs a look comes first. */
const ORDER: readonly Undone['result'][] = ['clash', 'skipped', 'removed', 'restored', 'unchanged'];

function Results({ undone, labels }: { undone: readonly Undone[]; labels: typeof BEFORE }) {
  const sorted = undone.toSorted((a, b) => ORDER.indexOf(a.result) - ORDER.indexOf(b.result));
  return (
    <ul className={classes.results}>
      {sorted.slice(0, LISTED).map((one) => {
        const [label, color] = labels[one.result];
        const { properties = [], message } = one;
        return (
          <li key={subjectKey(one)} className={classes.result}>
            <Group justify="space-between" gap="xs">
              <SubjectLink subject={one.subject} />
              <Badge variant="light" color={color} tt="none" fw={500}>
                {label}
              </Badge>
            </Group>
            {(properties.length > 0 || message !== undefined) && (
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {properties.length > 0 ? texts.fields(properties.join(', ')) : message}
              </Text>
            )}
          </li>
        );
      })}
      {sorted.length > LISTED && <li className={classes.result}>{texts.more(sorted.length - LISTED)}</li>}
    </ul>
  );
}

const doable = (undone: readonly Undone[]): number =>
  undone.filter(({ result }) => result === 'restored' || result === 'removed').length;

interface Props {
  /** The transaction that may be undone; undefined while none is. */
  transaction: string | undefined;
  onClose(): void;
}

export function UndoDialog({ transaction, onClose }: Props) {
  return (
    <Modal opened={transaction !== undefined} onClose={onClose} title={texts.title} size="lg">
      {transaction !== undefined && <Content key={transaction} transaction={transaction} onClose={onClose} />}
    </Modal>
  );
}

function Content({ transaction, onClose }: { transaction: string; onClose(): void }) {
  const client = useQueryClient();
  const preview = useQuery({ ...undoPreviewQuery(transaction), gcTime: 0 });
  const { data: progress } = useQuery(progressQuery(undoPreviewQuery(transaction).queryKey));
  const undo = useMutation({ mutationFn: () => undoTransaction(client, transaction) });
  const redo = undo.data?.transaction;
  if (undo.data !== undefined) {
    return (
      <Stack>
        <Text size="sm" fw={550} role="status">
          {texts.done}
        </Text>
        <Results undone={undo.data.undone} labels={AFTER} />
        <Group justify="flex-end" gap="xs">
          {redo !== undefined && doable(undo.data.undone) > 0 && (
            <Button
              variant="default"
              onClick={() => {
                onClose();
                void undoAndNotify(client, redo);
              }}
            >
              {texts.redo}
            </Button>
          )}
          <Button onClick={onClose}>{texts.close}</Button>
        </Group>
      </Stack>
    );
  }
  if (preview.error instanceof ApiError && preview.error.status === 404) return <Text>{texts.gone}</Text>;
  if (preview.error !== null) {
    return <ErrorState error={preview.error} retry={() => void preview.refetch()} />;
  }
  if (preview.data === undefined) {
    return (
      <Stack>
        <HowFar progress={progress} />
        <Waiting shape="list" />
      </Stack>
    );
  }
  const count = doable(preview.data);
  const start = () => {
    if (count <= LISTED) return undo.mutate();
    // Long work: a message shows how far it is, can stop it, and says what became of it.
    onClose();
    void undoAndNotify(client, transaction);
  };
  return (
    <Stack>
      <Text size="sm">{count === 0 ? texts.nothing : texts.hint}</Text>
      <Results undone={preview.data} labels={BEFORE} />
      <FormFailure title={texts.failed} error={undo.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus onClick={onClose}>
          {texts.cancel}
        </Button>
        {count > 0 && (
          <Button loading={undo.isPending} onClick={start}>
            {texts.undo(count)}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
