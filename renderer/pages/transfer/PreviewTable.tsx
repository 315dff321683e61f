import { Alert, Box, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { counted, formatNumber } from '../../ui/format';
import { Waiting } from '../../ui/Waiting';
import { previewQuery } from './preview';
import { rowsOf } from './report-rows';
import type { Subject } from './subject';
import classes from './transfer.module.css';

const texts = {
  label: 'Preview',
  none: (plural: string) => `No matching ${plural}`,
  failed: 'No preview available',
  first: (shown: number, all: string) => `The first ${formatNumber(shown)} of ${all}`,
  all: (what: string) => `All ${what}`,
};

interface Props {
  subject: Subject;
  /** Of the report as JSON. */
  address: string | undefined;
  columns: readonly { name: string; label: string }[];
  decks: ReadonlySet<string>;
}

/** The first rows of a report. */
export function PreviewTable({ subject, address, columns, decks }: Props) {
  const preview = useQuery({ ...previewQuery(subject.id, address), placeholderData: (before) => before });
  if (address === undefined) return null;
  if (preview.isError) {
    return (
      <Alert color="red" title={texts.failed} role="alert">
        {preview.error.message}
      </Alert>
    );
  }
  if (!preview.data) return <Waiting shape="table" />;
  const { objects, total } = preview.data;
  const names = columns.map(({ name }) => name);
  const rows = objects
    .flatMap((object, place) =>
      rowsOf(object, names, decks).map((cells, part) => ({ key: `${place}.${part}`, cells })),
    )
    .slice(0, 30);
  const what = counted(total ?? objects.length, subject.singular, subject.plural);
  if (objects.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.none(subject.plural)}
      </Text>
    );
  }
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {texts.label}{' '}
        <Text span size="sm" c="dimmed" fw={400} className="tabular">
          {total === objects.length ? texts.all(what) : texts.first(objects.length, what)}
        </Text>
      </Text>
      {/* It scrolls both ways, so it has to be reachable by keyboard. */}
      <Box className={classes.preview} tabIndex={0} role="region" aria-label={texts.label}>
        <Table verticalSpacing={5} horizontalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ name, label }) => (
                <Table.Th key={name} title={name}>
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ key, cells }) => (
              <Table.Tr key={key}>
                {cells.map((cell, column) => (
                  <Table.Td key={names[column]} title={cell}>
                    {cell}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
    </div>
  );
}
