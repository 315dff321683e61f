/** Rows of a table, or cards, dragged by their handles: a line shows where the object goes, and the list scrolls at its edges. */
import { type CSSProperties, type ReactNode, type RefObject, useState } from 'react';
import type { JsonObject } from '#contract/values';
import type { MoveRequest } from '../../../api/moves';
import { titleOf } from '../../../ui/title-of';
import type { Line } from '../useRowCursor';
import { type Dragged, Drags, type Point } from './Drags';
import classes from './order.module.css';

const texts = { place: (place: number, total: number) => `Number ${place} of ${total}.` };

interface Props {
  scroller: RefObject<HTMLDivElement | null>;
  line: Line;
  /** Pixels between objects side by side, and beside them. */
  gap?: number;
  total: number;
  row: (index: number) => JsonObject | undefined;
  /** Undefined where the objects cannot be moved. */
  move: ((object: JsonObject, to: MoveRequest) => void) | undefined;
  children: ReactNode;
}

/** Pixels of an object with the gap beside it. */
const widthOf = ({ scroller, gap = 0, line }: Props): number =>
  ((scroller.current?.clientWidth ?? 0) - gap) / line.across;

/** A gap between objects, 0 before the first one, and the line of them that it is in. */
interface Gap {
  gap: number;
  inLine: number;
  /** Keys have taken it there, maybe out of view. */
  keys?: true;
}

function gapAt({ x, y }: Point, props: Props): Gap {
  const { scroller, line, gap: beside = 0, total } = props;
  const { height, head, across } = line;
  const { left, top } = scroller.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
  const { scrollLeft = 0, scrollTop = 0 } = scroller.current ?? {};
  const down = (y - top + scrollTop - head) / height;
  if (across === 1) return gapOf(Math.max(0, Math.min(total, Math.round(down))), props);
  const inLine = Math.max(0, Math.min(Math.ceil(total / across) - 1, Math.floor(down)));
  const past = Math.round((x - left + scrollLeft - beside) / widthOf(props));
  return { gap: Math.max(0, Math.min(total, inLine * across + Math.max(0, Math.min(across, past)))), inLine };
}

/** At the beginning of a line, behind the last object at the end of its. */
const gapOf = (gap: number, { line: { across }, total }: Props): Gap => ({
  gap,
  inLine: across === 1 ? gap : Math.floor(Math.min(gap, total - 1) / across),
});

function drawnAt({ gap, inLine }: Gap, props: Props): CSSProperties {
  const { height, head, across } = props.line;
  const top = head + inLine * height;
  if (across === 1) return { top: top - 1, right: 0, left: 0, height: 2 };
  const beside = props.gap ?? 0;
  const left = beside / 2 + (gap - inLine * across) * widthOf(props) - 1;
  return { top, left, width: 2, height: height - beside };
}

/** By how many places an arrow key goes; undefined for another key. */
function stepOf(code: string, across: number): number | undefined {
  const sideways: Record<string, number> = across > 1 ? { ArrowLeft: -1, ArrowRight: 1 } : {};
  const steps: Record<string, number> = { ArrowUp: -across, ArrowDown: across, ...sideways };
  return steps[code];
}

/** The number that an object has in a gap, from 0. */
const slotIn = ({ index }: { index: number }, { gap }: Gap): number => (gap <= index ? gap : gap - 1);

export default function RowDrags(props: Props) {
  const { scroller, total, row, move, children } = props;
  const [place, setPlace] = useState<Gap>();
  const onDrop = ({ id, item }: Dragged<JsonObject>, { gap }: Gap) => {
    const [next, previous] = [gap < total ? row(gap) : undefined, row(gap - 1)];
    if (next?.id === id || previous?.id === id) return;
    // Beside a row that is loaded.
    if (next) move?.(item, { before: String(next.id) });
    else if (previous) move?.(item, { after: String(previous.id) });
  };
  return (
    <Drags<JsonObject, Gap>
      scroller={scroller}
      itemAt={(index) => {
        const item = row(index);
        return item && { title: titleOf(item), item };
      }}
      placeAt={(_dragged, point) => gapAt(point, props)}
      next={(dragged, now, code) => {
        const step = stepOf(code, props.line.across);
        if (step === undefined) return undefined;
        const was = now ? slotIn(dragged, now) : dragged.index;
        const slot = Math.max(0, Math.min(total - 1, was + step));
        return { ...gapOf(slot <= dragged.index ? slot : slot + 1, props), keys: true };
      }}
      say={(dragged, gap) => texts.place(slotIn(dragged, gap) + 1, total)}
      onPlace={setPlace}
      onDrop={onDrop}
    >
      {children}
      {place && (
        <div
          ref={(drawn) => void (place.keys && drawn?.scrollIntoView({ block: 'nearest' }))}
          className={classes.line}
          data-drop-line
          style={drawnAt(place, props)}
        />
      )}
    </Drags>
  );
}
