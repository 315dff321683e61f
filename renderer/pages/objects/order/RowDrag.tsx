/** Rows of a table, or cards, dragged by their handles: a line shows where the object goes, and the list scrolls at its edges. */
import type { CSSProperties, RefObject } from 'react';
import type { JsonObject } from '#contract/values';
import type { MoveRequest } from '../../../api/moves';
import { titleOf } from '../../../ui/title-of';
import type { Line } from '../useRowCursor';
import classes from './order.module.css';
import { type Dragged, useDrag } from './useDrag';

interface Props {
  scroller: RefObject<HTMLDivElement | null>;
  line: Line;
  /** Pixels between objects side by side, and beside them. */
  gap?: number;
  total: number;
  row: (index: number) => JsonObject | undefined;
  onMove: (object: JsonObject, to: MoveRequest) => void;
}

/** The gap between objects that is nearest to the pointer, and the line that is drawn there. */
interface Gap {
  /** 0 is before the first object. */
  place: number;
  drawn: CSSProperties;
}

function gapAt({ x, y }: Dragged, { scroller, line, gap = 0, total }: Props): Gap {
  const box = scroller.current;
  if (!box) return { place: 0, drawn: {} };
  const { left, top } = box.getBoundingClientRect();
  const { height, head, across } = line;
  const down = y - top + box.scrollTop - head;
  if (across === 1) {
    const place = Math.max(0, Math.min(total, Math.round(down / height)));
    return { place, drawn: { top: head + place * height - 1, right: 0, left: 0, height: 2 } };
  }
  const wide = (box.clientWidth - gap) / across;
  const lines = Math.ceil(total / across);
  const inLine = Math.max(0, Math.min(lines - 1, Math.floor(down / height)));
  const count = Math.min(across, total - inLine * across);
  const past = Math.max(0, Math.min(count, Math.round((x - left + box.scrollLeft - gap) / wide)));
  return {
    place: inLine * across + past,
    drawn: {
      top: head + inLine * height,
      left: gap / 2 + past * wide - 1,
      width: 2,
      height: height - gap,
    },
  };
}

/** Where that gap is, beside a row that is loaded. */
function targetAt(gap: number, { row, total }: Props): MoveRequest | undefined {
  const [next, previous] = [gap < total ? row(gap) : undefined, row(gap - 1)];
  if (next) return { before: String(next.id) };
  return previous && { after: String(previous.id) };
}

export default function RowDrag(props: Props) {
  const { line, row, onMove } = props;
  const onDrop = (now: Dragged) => {
    const gap = gapAt(now, props).place;
    const to = targetAt(gap, props);
    const isThere = row(gap)?.id === now.object.id || row(gap - 1)?.id === now.object.id;
    if (to && !isThere) onMove(now.object, to);
  };
  const dragged = useDrag({ scroller: props.scroller, head: line.head, row, onDrop });
  const box = props.scroller.current;
  if (!dragged || !box) return null;
  const { left, top } = box.getBoundingClientRect();
  return (
    <>
      <div className={classes.line} data-drop-line style={gapAt(dragged, props).drawn} />
      <div
        className={`dragged ${classes.dragged}`}
        style={{ left: dragged.x - left + box.scrollLeft + 12, top: dragged.y - top + box.scrollTop - 14 }}
      >
        {titleOf(dragged.object)}
      </div>
    </>
  );
}
