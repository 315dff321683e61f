import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ListColumn } from '../../lists/columns';
import type { Sort } from '../../lists/useListPlace';
import classes from './ObjectTable.module.css';

interface Props {
  column: ListColumn;
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** A column's name; a click sorts by it, another one turns the order round. */
export function HeaderCell({ column, sort, onSort }: Props) {
  const active = sort.property === column.id;
  const Arrow = sort.order === 'asc' ? IconArrowUp : IconArrowDown;
  const next = active ? (sort.order === 'asc' ? 'desc' : 'asc') : column.descending ? 'desc' : 'asc';
  return (
    <th
      className={classes.cell}
      data-align={column.align}
      scope="col"
      aria-sort={active ? (sort.order === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <UnstyledButton
        className={classes.sort}
        data-active={active || undefined}
        onClick={() => onSort({ property: column.id, order: next })}
      >
        <span className="truncate" title={column.label}>
          {column.label}
        </span>
        {active && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    </th>
  );
}
