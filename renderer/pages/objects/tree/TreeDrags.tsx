/** Objects of a tree dragged by their handles: before, below or into others. */
import type { ReactNode, RefObject } from 'react';
import type { MoveRequest } from '../../../api/moves';
import { type Dragged, Drags, type Point } from '../order/Drags';
import { rowId } from '../row-events';
import { inside, isObject, type ObjectRow, type TreeRow } from './tree-rows';

const texts = {
  before: (title: string) => `Before “${title}”.`,
  into: (title: string) => `Into “${title}”.`,
  after: (title: string) => `After “${title}”.`,
};

export interface Drop {
  index: number;
  where: 'before' | 'into' | 'after';
}

interface Props {
  scroller: RefObject<HTMLDivElement | null>;
  rows: readonly TreeRow[];
  ordered: boolean;
  onOver: (drop: Drop | undefined) => void;
  /** Undefined where objects cannot be moved. */
  onMove: ((row: ObjectRow, to: MoveRequest) => void) | undefined;
  children: ReactNode;
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

/** Where a point is: near an edge of a row it is beside it, if siblings are in an order. */
function dropAt(id: string, { x, y }: Point, { rows, ordered }: Props): Drop | undefined {
  const element = document.elementFromPoint(x, y)?.closest('tr[aria-level]');
  const index = Number(element?.id.replace('row-', ''));
  const row = rows[index];
  if (!element || !isObject(row) || isWithin(rows, row, id)) return undefined;
  const { top, height } = element.getBoundingClientRect();
  const part = (y - top) / height;
  if (ordered && part < 0.3) return { index, where: 'before' };
  if (ordered && part > 0.7) return { index, where: 'after' };
  return { index, where: 'into' };
}

/** All places from top to bottom; behind an object only where no other of its siblings follows. */
const dropsFor = (id: string, { rows, ordered }: Props): Drop[] =>
  rows.flatMap((row, index): Drop[] => {
    if (!isObject(row) || isWithin(rows, row, id)) return [];
    const into = { index, where: 'into' } as const;
    if (!ordered) return [into];
    const isLast = row.place === row.count - 1 && !row.open;
    return [{ index, where: 'before' }, into, ...(isLast ? [{ index, where: 'after' } as const] : [])];
  });

/** The place that an arrow key leads to; from the object itself the nearest one. */
function nextDrop(
  { id, index }: Dragged<ObjectRow>,
  now: Drop | undefined,
  code: string,
  props: Props,
): Drop | undefined {
  if (code !== 'ArrowUp' && code !== 'ArrowDown') return undefined;
  const drops = dropsFor(id, props);
  const isDown = code === 'ArrowDown';
  const at = now
    ? drops.findIndex((drop) => drop.index === now.index && drop.where === now.where)
    : drops.filter((drop) => drop.index < index).length - (isDown ? 1 : 0);
  const next = drops[at + (isDown ? 1 : -1)] ?? now;
  if (next) document.getElementById(rowId(next.index))?.scrollIntoView({ block: 'nearest' });
  return next;
}

function placeAt({ index, where }: Drop, { rows, ordered }: Props): MoveRequest | undefined {
  const row = rows[index];
  if (!isObject(row)) return undefined;
  const { id } = row.object;
  if (where === 'into') return inside(id, ordered);
  if (where === 'before') return { parent: row.parent ?? null, before: id };
  return row.open ? { parent: id, first: true } : { parent: row.parent ?? null, after: id };
}

export function TreeDrags(props: Props) {
  const { scroller, rows, onOver, onMove, children } = props;
  return (
    <Drags<ObjectRow, Drop>
      scroller={scroller}
      itemAt={(index) => {
        const item = rows[index];
        return isObject(item) ? { title: item.object.title, item } : undefined;
      }}
      placeAt={({ id }, point) => dropAt(id, point, props)}
      next={(dragged, now, code) => nextDrop(dragged, now, code, props)}
      say={(_dragged, { index, where }) => {
        const row = rows[index];
        return texts[where](isObject(row) ? row.object.title : '');
      }}
      onPlace={onOver}
      onDrop={({ item }, drop) => {
        const to = placeAt(drop, props);
        if (to) onMove?.(item, to);
      }}
    >
      {children}
    </Drags>
  );
}
