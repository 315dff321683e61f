import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DeckColumn } from './deck-layout';
import classes from './deck-table.module.css';

const texts = { move: 'Move', actions: 'Actions' };

interface Props {
  /** DOM id of the deck's label. */
  labelId: string;
  columns: readonly DeckColumn[];
  /** A row for each item. */
  children: ReactNode;
}

/** The items of a deck as a table. */
export function DeckTable({ labelId, columns, children }: Props) {
  return (
    <table className={classes.table} aria-labelledby={labelId}>
      <thead>
        <tr>
          <th scope="col" className={classes.headTool}>
            <VisuallyHidden>{texts.move}</VisuallyHidden>
          </th>
          {columns.map(({ name, label }) => (
            <th key={name} scope="col" className={classes.headCell} title={label}>
              {label}
            </th>
          ))}
          <th scope="col" className={classes.headTool}>
            <VisuallyHidden>{texts.actions}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
