/** A column of a board. Its objects are loaded when it comes into view, and drawn as far as they are in view. */
import { useDroppable } from '@dnd-kit/core';
import { useIntersection } from '@mantine/hooks';
import { type RefObject, useEffect, useId, useState } from 'react';
import { formatNumber } from '../../../ui/format';
import classes from './board.module.css';
import { type CardsOf, ColumnCards } from './ColumnCards';

interface Props extends Omit<CardsOf, 'onTotal'> {
  board: RefObject<HTMLElement | null>;
}

export function BoardColumn(props: Props) {
  const { column, board, movable } = props;
  const id = useId();
  const { ref, entry } = useIntersection({ root: board.current, rootMargin: '300px' });
  const [seen, setSeen] = useState(false);
  const [total, setTotal] = useState<number>();
  const { setNodeRef, isOver } = useDroppable({
    id: column.key,
    disabled: !movable || column.value === undefined,
  });
  useEffect(() => {
    if (entry?.isIntersecting) setSeen(true);
  }, [entry]);
  return (
    <section
      ref={(element) => {
        ref(element);
        setNodeRef(element);
      }}
      className={classes.column}
      aria-labelledby={id}
      data-column
      data-over={isOver || undefined}
    >
      <h2 id={id} className={classes.heading}>
        <span className="truncate" title={column.label}>
          {column.label}
        </span>
        {total !== undefined && <span className={classes.count}>{formatNumber(total)}</span>}
      </h2>
      {seen && <ColumnCards {...props} onTotal={setTotal} />}
    </section>
  );
}
