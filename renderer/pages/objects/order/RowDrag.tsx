/** Rows of a table, or cards, dragged by their handles: a line shows where the object goes, and the list scrolls at its edges. */
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import type { JsonObject } from '#contract/values';
import { titleOf } from '../../../ui/title-of';
import type { Line } from '../useRowCursor';
import type { MoveTo } from './move-object';
import classes from './order.module.css';

/** Pixels before a press becomes a drag. */
const NEAR = 5;
/** Pixels from the edge in which the list scrolls, and by how many in a frame. */
const EDGE = 36;
const SPEED = 10;

interface Props {
  scroller: RefObject<HTMLDivElement | null>;
  line: Line;
  /** Pixels between objects side by side, and beside them. */
  gap?: number;
  total: number;
  row: (index: number) => JsonObject | undefined;
  onMove: (object: JsonObject, index: number, to: MoveTo) => void;
}

interface Dragged {
  object: JsonObject;
  from: number;
  /** The pointer in the window, and where it was pressed. */
  x: number;
  y: number;
  pressed: readonly [x: number, y: number];
  moving: boolean;
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
function targetAt(gap: number, { row, total }: Props): MoveTo | undefined {
  const [next, previous] = [gap < total ? row(gap) : undefined, row(gap - 1)];
  if (next) return { before: String(next.id), near: gap };
  return previous && { after: String(previous.id), near: gap - 1 };
}

/** A click that ends a drag is none. */
function skipClick(): void {
  const stop = (event: MouseEvent) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }));
}

function useDrag(props: Props): Dragged | undefined {
  const [dragged, setDragged] = useState<Dragged>();
  const latest = useRef({ props, dragged });
  useEffect(() => {
    latest.current = { props, dragged };
  });
  const { scroller } = props;
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    let frame = 0;
    const put = (next: Dragged | undefined) => {
      latest.current = { ...latest.current, dragged: next };
      setDragged(next);
    };
    const end = () => {
      cancelAnimationFrame(frame);
      put(undefined);
    };
    const scroll = () => {
      const now = latest.current.dragged;
      if (!now) return;
      const { top, bottom } = box.getBoundingClientRect();
      const side = now.y > bottom - EDGE ? 1 : now.y < top + latest.current.props.line.head + EDGE ? -1 : 0;
      if (side !== 0) {
        box.scrollTop += side * SPEED;
        put({ ...now });
      }
      frame = requestAnimationFrame(scroll);
    };
    const down = (event: PointerEvent) => {
      const grip = event.target instanceof Element && event.target.closest<HTMLElement>('[data-grip]');
      if (!grip || event.button !== 0) return;
      const from = Number(grip.dataset.grip);
      const object = latest.current.props.row(from);
      if (!object) return;
      const [x, y] = [event.clientX, event.clientY];
      put({ object, from, x, y, pressed: [x, y], moving: false });
    };
    const move = (event: PointerEvent) => {
      const { dragged: now } = latest.current;
      if (!now) return;
      const [fromX, fromY] = now.pressed;
      const moving = now.moving || Math.hypot(event.clientX - fromX, event.clientY - fromY) > NEAR;
      if (moving && !now.moving) {
        // Not before: a press alone is for the button.
        box.setPointerCapture(event.pointerId);
        frame = requestAnimationFrame(scroll);
      }
      put({ ...now, x: event.clientX, y: event.clientY, moving });
    };
    const up = () => {
      const { dragged: now, props: current } = latest.current;
      end();
      if (!now?.moving) return;
      skipClick();
      const gap = gapAt(now, current).place;
      const to = targetAt(gap, current);
      const isThere = current.row(gap)?.id === now.object.id || current.row(gap - 1)?.id === now.object.id;
      if (to && !isThere) current.onMove(now.object, now.from, to);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !latest.current.dragged) return;
      event.stopPropagation();
      end();
    };
    const leaving = new AbortController();
    const { signal } = leaving;
    box.addEventListener('pointerdown', down, { signal });
    box.addEventListener('pointermove', move, { signal });
    box.addEventListener('pointerup', up, { signal });
    box.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', key, { signal, capture: true });
    return () => {
      cancelAnimationFrame(frame);
      leaving.abort();
    };
  }, [scroller]);
  return dragged?.moving ? dragged : undefined;
}

export default function RowDrag(props: Props) {
  const dragged = useDrag(props);
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
