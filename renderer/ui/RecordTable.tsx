/** A table of records: a name, what is known of it, what can be done with it. */
import { Table, Text } from '@mantine/core';
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
      <Table verticalSpacing={8} horizontalSpacing="md" highlightOnHover withRowBorders={false}>
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

interface NameProps {
  name: string;
  /** Shown after the name. */
  badge?: ReactNode;
  /** Width it may take in a wide window, in pixels. */
  width: number;
  /** What is below the name; in a narrow window it tells what the other cells do. */
  children?: ReactNode;
}

/** The first cell of a record. */
export function NameCell({ name, badge, width, children }: NameProps) {
  return (
    <Table.Td style={{ maxWidth: `min(${width}px, 50vw)` }}>
      <Text size="sm" fw={500} truncate title={name}>
        {name}
        {badge}
      </Text>
      {children}
    </Table.Td>
  );
}

/** A cell that is only shown where there is room for it. */
export function QuietCell({ children }: { children: ReactNode }) {
  return (
    <Table.Td c="dimmed" visibleFrom="sm">
      {children}
    </Table.Td>
  );
}
