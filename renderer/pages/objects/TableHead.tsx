import { VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import type { ListColumn } from '../../lists/columns';
import type { Sort } from '../../lists/useListPlace';
import { HeaderCell } from './HeaderCell';
import classes from './ObjectTable.module.css';
import type { Selection } from './useSelection';

const texts = { all: 'Select all', select: 'Selection', actions: 'Actions' };

interface Props {
  columns: readonly ListColumn[];
  sort: Sort;
  total: number;
  selection: Selection;
  onSort: (column: ListColumn, sort: Sort) => void;
}

function TableHeadView({ columns, sort, total, selection, onSort }: Props) {
  const allSelected = total > 0 && selection.ids.size >= total;
  return (
    <thead className={classes.head}>
      <tr className={classes.headRow} aria-rowindex={1}>
        <th className={classes.cell} scope="col">
          <VisuallyHidden>{texts.select}</VisuallyHidden>
          <input
            type="checkbox"
            ref={(box) => {
              if (box) box.indeterminate = selection.ids.size > 0 && !allSelected;
            }}
            className={classes.check}
            aria-label={texts.all}
            checked={allSelected}
            onChange={() => (allSelected ? selection.clear() : void selection.selectAll(total))}
          />
        </th>
        {columns.map((column) => (
          <HeaderCell key={column.id} column={column} sort={sort} onSort={(next) => onSort(column, next)} />
        ))}
        <th className={classes.cell} scope="col">
          <VisuallyHidden>{texts.actions}</VisuallyHidden>
        </th>
      </tr>
    </thead>
  );
}

/** The head of the list: the box that selects everything, and the columns. Not drawn again with the rows. */
export const TableHead = memo(TableHeadView);
