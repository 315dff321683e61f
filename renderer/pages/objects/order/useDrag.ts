/** Dragging by the handles of rows, by pointer. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { JsonObject } from '#contract/values';

/** Pixels before a press becomes a drag. */
const NEAR = 5;
/** Pixels from the edge in which the list scrolls, and by how many in a frame. */
const EDGE = 36;
const SPEED = 10;

export interface Dragged {
  object: JsonObject;
  from: number;
  /** The pointer in the window, and where it was pressed. */
  x: number;
  y: number;
  pressed: readonly [x: number, y: number];
  moving: boolean;
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

interface Dragging {
  scroller: RefObject<HTMLDivElement | null>;
  /** Height of what stays above the rows. */
  head: number;
  row: (index: number) => JsonObject | undefined;
  onDrop: (dragged: Dragged) => void;
}

/** What is dragged by a handle, where the pointer is; the list scrolls at its edges, and Escape ends it. */
export function useDrag(props: Dragging): Dragged | undefined {
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
      const side = now.y > bottom - EDGE ? 1 : now.y < top + latest.current.props.head + EDGE ? -1 : 0;
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
      current.onDrop(now);
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
