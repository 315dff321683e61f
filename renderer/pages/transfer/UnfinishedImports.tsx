/** Interrupted imports, shown before another one: a part of each is in the folder. */
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UnfinishedImport } from '#contract/templates';
import { keys } from '../../api/keys';
import { refresh } from '../../api/stale';
import { forgetImport, unfinishedImportsQuery } from '../../api/transfer';
import { formatMoment, formatNumber } from '../../ui/format';
import classes from './transfer.module.css';

const texts = {
  title: (name: string) => `The import of “${name}” was interrupted`,
  titleOfRows: (name: string) => `The import into “${name}” was interrupted`,
  started: (when: string, done: string, total: string) =>
    `It started ${when} and created ${done} of ${total} items.`,
  startedRows: (when: string, done: string, total: string) =>
    `It started ${when} and imported ${done} of ${total} rows.`,
  goOn: 'Import the same file again to continue. Anything created or changed since then is kept.',
  rowsAgain: 'If you import the same file again, rows without an ID are created a second time.',
  rolledBack: 'It was cancelled but could not be fully rolled back.',
  forget: 'Keep imported items and dismiss',
  failed: 'Could not dismiss the import',
};

export function UnfinishedImports() {
  const { data: imports = [] } = useQuery(unfinishedImportsQuery());
  if (imports.length === 0) return null;
  return (
    <Stack gap="xs">
      {imports.map((one) => (
        <Unfinished key={one.id} unfinished={one} />
      ))}
    </Stack>
  );
}

function Unfinished({ unfinished }: { unfinished: UnfinishedImport }) {
  const { id, name, startedAt, done, total, rolledBack, collection } = unfinished;
  const told = [formatMoment(startedAt), formatNumber(done), formatNumber(total)] as const;
  const ofRows = collection !== undefined;
  const again = ofRows ? texts.rowsAgain : texts.goOn;
  const client = useQueryClient();
  const forget = useMutation({
    mutationFn: () => forgetImport(id),
    onSettled: () => refresh(client, keys.unfinishedImports),
  });
  return (
    <Alert
      color="yellow"
      role="note"
      title={(ofRows ? texts.titleOfRows : texts.title)(name)}
      className={classes.reason}
    >
      <div>{ofRows ? texts.startedRows(...told) : texts.started(...told)}</div>
      <div>{rolledBack ? texts.rolledBack : again}</div>
      {forget.error && (
        <div role="alert">
          {texts.failed}: {forget.error.message}
        </div>
      )}
      <Group mt="xs">
        <Button size="xs" variant="default" loading={forget.isPending} onClick={() => forget.mutate()}>
          {texts.forget}
        </Button>
      </Group>
    </Alert>
  );
}
