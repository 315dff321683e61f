/** Objects of a tree dragged by their handles: before, below or into others. */
import { type RefObject, useEffect } from 'react';
import type { MoveRequest } from '../../../api/moves';
import orderClasses from '../order/order.module.css';
import { type Dragged, useDrag } from '../order/useDrag';
import { inside, isObject, type ObjectRow, type TreeRow } from './tree-rows';

export interface Drop {
  index: number;
  where: 'before' | 'into' | 'after';
}

interface Props {
  scroller: RefObject<HTMLDivElement | null>;
  rows: readonly TreeRow[];
  ordered: boolean;
  onOver: (drop: Drop | undefined) => void;
  onMove: (row: ObjectRow, to: MoveRequest) => void;
}

/** Whether a row is the object itself or below it. */
function isWithin(rows: readonly TreeRow[], row: ObjectRow, id: string): boolean {
  for (let at: TreeRow | undefined = row; isObject(at); ) {
    if (at.object.id === id) return true;
    const { parent }: ObjectRow = at;
    at = rows.find((one) => isObject(one) && one.object.id === parent);
  }
  return false;
}

/** Where the pointer is: near an edge of a row it is beside it, if siblings are in an order. */
function dropAt({ x, y, object }: Dragged, { rows, ordered }: Props): Drop | undefined {
  const element = document.elementFromPoint(x, y)?.closest('tr[aria-level]');
  const index = Number(element?.id.replace('row-', ''));
  const row = rows[index];
  if (!element || !isObject(row) || isWithin(rows, row, String(object.id))) return undefined;
  const { top, height } = element.getBoundingClientRect();
  const part = (y - top) / height;
  if (ordered && part < 0.3) return { index, where: 'before' };
  if (ordered && part > 0.7) return { index, where: 'after' };
  return { index, where: 'into' };
}

function placeAt({ index, where }: Drop, { rows, ordered }: Props): MoveRequest | undefined {
  const row = rows[index];
  if (!isObject(row)) return undefined;
  const { id } = row.object;
  if (where === 'into') return inside(id, ordered);
  if (where === 'before') return { parent: row.parent ?? null, before: id };
  return row.open ? { parent: id, first: true } : { parent: row.parent ?? null, after: id };
}

export default function TreeDrag(props: Props) {
  const { scroller, rows, onOver, onMove } = props;
  const row = (index: number) => {
    const found = rows[index];
    return isObject(found) ? { id: found.object.id } : undefined;
  };
  const onDrop = (dragged: Dragged) => {
    const drop = dropAt(dragged, props);
    const to = drop && placeAt(drop, props);
    const moved = rows.find((one) => isObject(one) && one.object.id === dragged.object.id);
    if (to && isObject(moved)) onMove(moved, to);
  };
  const dragged = useDrag({ scroller, head: 0, row, onDrop });
  const drop = dragged && dropAt(dragged, props);
  const [index, where] = [drop?.index, drop?.where];
  useEffect(() => {
    onOver(index === undefined || where === undefined ? undefined : { index, where });
  }, [onOver, index, where]);
  const box = scroller.current;
  const shown = dragged && rows[dragged.from];
  if (!dragged || !box || !isObject(shown)) return null;
  const { left, top } = box.getBoundingClientRect();
  return (
    <div
      className={`dragged ${orderClasses.dragged}`}
      style={{ left: dragged.x - left + box.scrollLeft + 12, top: dragged.y - top + box.scrollTop - 14 }}
    >
      {shown.object.title}
    </div>
  );
}
