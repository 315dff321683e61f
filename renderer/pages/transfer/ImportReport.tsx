/** What an import did or would do: counts, then what was refused and why, then the rows. */
import { Accordion, Alert, Anchor, Badge, Box, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { ImportAnswer, ImportError, ImportedRow } from '#contract/transfer';
import { formatNumber } from '../../ui/format';
import classes from './transfer.module.css';

const texts = {
  would: {
    created: 'to create',
    updated: 'to update',
    same: 'unchanged',
    skipped: 'skipped',
    failed: 'rejected',
  },
  did: {
    created: 'created',
    updated: 'updated',
    same: 'unchanged',
    skipped: 'skipped',
    failed: 'rejected',
  },
  refused: 'Rejected rows',
  rows: 'All rows',
  firstRows: (count: number) => `The first ${formatNumber(count)} rows`,
  firstErrors: (shown: number, all: number) =>
    `The first ${formatNumber(shown)} of ${formatNumber(all)} rejected rows.`,
  row: 'Row',
  id: 'ID',
  reason: 'Reason',
  what: 'Action',
  changes: (names: readonly string[]) => names.join(', '),
  ignored: (names: string) => `Skipped columns that are not in the schema: ${names}`,
  skippedUpdate: 'Rows without a matching object are skipped.',
  skippedCreate: 'Rows with an existing ID are skipped.',
};

const ACTIONS: Record<ImportedRow['action'], { label: string; color: string }> = {
  create: { label: 'create', color: 'spruce' },
  update: { label: 'update', color: 'blue' },
  same: { label: 'same', color: 'gray' },
  skip: { label: 'skipped', color: 'gray' },
  fail: { label: 'rejected', color: 'red' },
};

const COUNTS = ['created', 'updated', 'same', 'skipped', 'failed'] as const;

interface Props {
  answer: ImportAnswer;
  collection: string;
  update: boolean;
  /** What was created has been taken back. */
  undone?: boolean;
}

/** Messages by column; the general one only where no column is to blame. */
function reasonsOf({ message, details }: ImportError): [column: string, message: string][] {
  const named = Object.entries(details ?? {}).flatMap(([column, messages]) =>
    messages.map((text): [string, string] => [column, text]),
  );
  return named.length > 0 ? named : [['', message]];
}

function Refused({ answer }: { answer: ImportAnswer }) {
  const { errors, failed } = answer;
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {texts.refused}
      </Text>
      <Box className={classes.preview} tabIndex={0} role="region" aria-label={texts.refused}>
        <Table verticalSpacing={6} horizontalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.row}</Table.Th>
              <Table.Th>{texts.id}</Table.Th>
              <Table.Th w="100%">{texts.reason}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {errors.map((error) => (
              <Table.Tr key={error.row}>
                <Table.Td className="tabular">{error.row}</Table.Td>
                <Table.Td title={error.id}>{error.id}</Table.Td>
                <Table.Td className={classes.reason}>
                  {reasonsOf(error).map(([column, message]) => (
                    <div key={`${column} ${message}`}>
                      {column !== '' && <strong>{column}: </strong>}
                      {message}
                    </div>
                  ))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
      {errors.length < failed && (
        <Text size="xs" c="dimmed" mt={4}>
          {texts.firstErrors(errors.length, failed)}
        </Text>
      )}
    </div>
  );
}

function Rows({ answer, collection, undone }: Omit<Props, 'update'>) {
  // What would be created is not there yet, and what was taken back is no longer.
  const there = (row: ImportedRow) =>
    row.id !== undefined && row.action !== 'fail' && (row.action !== 'create' || !(answer.dryRun || undone));
  return (
    <Box className={classes.preview} tabIndex={0} role="region" aria-label={texts.rows}>
      <Table verticalSpacing={5} horizontalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.row}</Table.Th>
            <Table.Th>{texts.id}</Table.Th>
            <Table.Th w="100%">{texts.what}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {answer.rows.slice(0, 200).map((row) => (
            <Table.Tr key={row.row}>
              <Table.Td className="tabular">{row.row}</Table.Td>
              <Table.Td>
                {there(row) ? (
                  <Anchor
                    component={Link}
                    to={`/c/${encodeURIComponent(collection)}/${encodeURIComponent(row.id ?? '')}`}
                    size="sm"
                  >
                    {row.id}
                  </Anchor>
                ) : (
                  row.id
                )}
              </Table.Td>
              <Table.Td>
                <Badge variant="light" color={ACTIONS[row.action].color}>
                  {ACTIONS[row.action].label}
                </Badge>{' '}
                {row.changes && texts.changes(row.changes)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

export function ImportReport({ answer, collection, update, undone = false }: Props) {
  const words = answer.dryRun ? texts.would : texts.did;
  const shown = Math.min(answer.rows.length, 200);
  const all = answer.created + answer.updated + answer.same + answer.skipped + answer.failed;
  return (
    <>
      <div className={classes.tiles}>
        {COUNTS.map((name) => (
          <div
            key={name}
            className={classes.tile}
            data-bad={(name === 'failed' && answer.failed > 0) || undefined}
          >
            <Text size="xl" fw={600} className="tabular">
              {formatNumber(answer[name])}
            </Text>
            <Text size="xs" c="dimmed">
              {words[name]}
            </Text>
          </div>
        ))}
      </div>
      {answer.skipped > 0 && (
        <Text size="xs" c="dimmed">
          {update ? texts.skippedUpdate : texts.skippedCreate}
        </Text>
      )}
      {answer.ignored && answer.ignored.length > 0 && (
        <Alert color="gray" role="note" className={classes.reason}>
          {texts.ignored(answer.ignored.slice(0, 20).join(', '))}
        </Alert>
      )}
      {answer.errors.length > 0 && <Refused answer={answer} />}
      {answer.rows.length > 0 && (
        <Accordion variant="contained" keepMounted={false}>
          <Accordion.Item value="rows">
            <Accordion.Control>{shown === all ? texts.rows : texts.firstRows(shown)}</Accordion.Control>
            <Accordion.Panel>
              <Rows answer={answer} collection={collection} undone={undone} />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      )}
    </>
  );
}
