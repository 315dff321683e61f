/** Rows of a table dragged by their handles: a line shows where the object goes, and the list scrolls at its edges. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { JsonObject } from '#contract/values';
import { titleOf } from '../../../ui/title-of';
import type { MoveTo } from './move-object';
import classes from './order.module.css';

/** Pixels before a press becomes a drag. */
const NEAR = 5;
/** Pixels from the edge in which the list scrolls, and by how many in a frame. */
const EDGE = 36;
const SPEED = 10;

interface Props {
  scroller: RefObject<HTMLDivElement | null>;
  /** Height of a row, and of the head above the rows. */
  height: number;
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
  pressed: number;
  moving: boolean;
}

/** The gap between rows that is nearest to the pointer; 0 is before the first row. */
function gapAt({ y }: Dragged, { scroller, height, total }: Props): number {
  const box = scroller.current;
  if (!box) return 0;
  const inside = y - box.getBoundingClientRect().top + box.scrollTop - height;
  return Math.max(0, Math.min(total, Math.round(inside / height)));
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
      const side = now.y > bottom - EDGE ? 1 : now.y < top + latest.current.props.height + EDGE ? -1 : 0;
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
      put({ object, from, x: event.clientX, y: event.clientY, pressed: event.clientY, moving: false });
    };
    const move = (event: PointerEvent) => {
      const { dragged: now } = latest.current;
      if (!now) return;
      const moving = now.moving || Math.abs(event.clientY - now.pressed) > NEAR;
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
      const gap = gapAt(now, current);
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
  const { height } = props;
  return (
    <>
      <div
        className={classes.line}
        data-drop-line
        style={{ top: height + gapAt(dragged, props) * height - 1 }}
      />
      <div
        className={`dragged ${classes.dragged}`}
        style={{ left: dragged.x - left + box.scrollLeft + 12, top: dragged.y - top + box.scrollTop - 14 }}
      >
        {titleOf(dragged.object)}
      </div>
    </>
  );
}
