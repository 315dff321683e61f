/** A table of records: a name, what is known of it, what can be done with it. */
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /**
   * The first is the name, the last what can be done; a narrow window keeps these two, and the cells of the name have a
   * line for the others there.
   */
  columns: readonly string[];
  /** `Table.Tr` for each record. */
  children: ReactNode;
}

export function RecordTable({ columns, children }: Props) {
  const last = columns.length - 1;
  return (
    <Table.ScrollContainer minWidth={300} className="framed">
      <Table verticalSpacing={8} horizontalSpacing="md" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map((label, at) => (
              <Table.Th
                key={label}
                ta={at === last ? 'right' : undefined}
                visibleFrom={at === 0 || at === last ? undefined : 'sm'}
              >
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
