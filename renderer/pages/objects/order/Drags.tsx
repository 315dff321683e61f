/** Dragging by the handles of rows, with pointer and keyboard. What the places are is for the list to say. */
import {
  type CollisionDetection,
  DndContext,
  type DragMoveEvent,
  DragOverlay,
  type DragStartEvent,
  KeyboardSensor,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  type KeyboardEvent as KeyEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useAnnounce } from '../../../ui/Announcer';
import { GripContext } from '../row-events';
import classes from './order.module.css';

const texts = {
  keys: 'Press Space to move it with the arrow keys, Space again to drop it, and Escape to leave it where it was.',
  picked: (title: string) => `“${title}” is picked up. Arrow keys move it, Space drops it.`,
  stays: (title: string) => `“${title}” stays where it was.`,
};

const FINE = { activationConstraint: { distance: 5 } };
/** Enter opens the menu of the handle. */
const CODES = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] };
const SCROLLS = { threshold: { x: 0, y: 0.12 }, layoutShiftCompensation: false };
/** The library says nothing: it knows no places, and one voice is enough. */
const SILENT = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

/** All targets: there is one. */
const ALL: CollisionDetection = ({ droppableContainers }) => droppableContainers.map(({ id }) => ({ id }));

/** An object as it was when it was picked up. */
export interface Dragged<Item> {
  id: string;
  title: string;
  index: number;
  item: Item;
}

export interface Point {
  x: number;
  y: number;
}

interface Props<Item, Place> {
  scroller: RefObject<HTMLElement | null>;
  /** Undefined for what cannot be dragged. */
  itemAt: (index: number) => { title: string; item: Item } | undefined;
  /** The place that is nearest to a point of the window. */
  placeAt: (dragged: Dragged<Item>, point: Point) => Place | undefined;
  /** Where an arrow key goes from a place, or from the beginning; undefined where it goes nowhere. */
  next: (dragged: Dragged<Item>, place: Place | undefined, code: string) => Place | undefined;
  say: (dragged: Dragged<Item>, place: Place) => string;
  /** Shows the place where it is dropped. */
  onPlace: (place: Place | undefined) => void;
  onDrop: (dragged: Dragged<Item>, place: Place) => void;
  children: ReactNode;
}

interface Drag<Item, Place> {
  dragged: Dragged<Item>;
  place: Place | undefined;
  /** Where the pointer was pressed; undefined for the keyboard. */
  from: Point | undefined;
}

/** What makes a handle one to drag by. */
function useGrip(id: string, index: number) {
  const { attributes, listeners, setNodeRef, isDragging } = useDraggable({ id, data: { index } });
  return {
    ref: setNodeRef,
    ...listeners,
    onKeyDown(event: KeyEvent) {
      listeners?.onKeyDown?.(event);
      // The list takes it as well.
      if (event.defaultPrevented) event.stopPropagation();
    },
    'aria-describedby': attributes['aria-describedby'],
    'data-dragging': isDragging || undefined,
  };
}

/** The whole list is the one target, and what it is in scrolls, also when the row that is dragged is out of view. */
function Target({ scroller }: Pick<Props<unknown, unknown>, 'scroller'>) {
  const { setNodeRef } = useDroppable({ id: 'list' });
  useEffect(() => setNodeRef(scroller.current?.querySelector('table') ?? null), [setNodeRef, scroller]);
  return null;
}

export function Drags<Item, Place>(props: Props<Item, Place>) {
  const { scroller, children } = props;
  const announce = useAnnounce();
  const drag = useRef<Drag<Item, Place>>(undefined);
  const [shown, setShown] = useState<string>();
  const put = (place: Place | undefined) => {
    if (drag.current) drag.current.place = place;
    props.onPlace(place);
  };
  const onKey = (event: KeyboardEvent): void => {
    const { current: now } = drag;
    const place = now && props.next(now.dragged, now.place, event.code);
    if (!now || place === undefined) return;
    event.preventDefault();
    put(place);
    announce(props.say(now.dragged, place));
  };
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  // The same objects at every drawing: with new ones the library would draw every handle again.
  const scrolls = useMemo(
    () => ({ ...SCROLLS, canScroll: (element: Element) => element === scroller.current }),
    [scroller],
  );
  const keys = useMemo(
    () => ({ keyboardCodes: CODES, coordinateGetter: (event: KeyboardEvent) => void latest.current(event) }),
    [],
  );
  const sensors = useSensors(useSensor(PointerSensor, FINE), useSensor(KeyboardSensor, keys));
  const onDragStart = ({ active, activatorEvent: event }: DragStartEvent) => {
    const index = Number(active.data.current?.index);
    const found = props.itemAt(index);
    if (!found) return;
    const dragged = { id: String(active.id), index, ...found };
    const from = event instanceof PointerEvent ? { x: event.clientX, y: event.clientY } : undefined;
    drag.current = { dragged, place: undefined, from };
    if (from) setShown(found.title);
    // The library hears the next key after this event only.
    else setTimeout(() => announce(texts.picked(dragged.title)));
  };
  const onDragMove = ({ active }: DragMoveEvent) => {
    const { current: now } = drag;
    const { initial, translated } = active.rect.current;
    if (!now?.from || !initial || !translated) return;
    const [x, y] = [translated.left - initial.left, translated.top - initial.top];
    put(props.placeAt(now.dragged, { x: now.from.x + x, y: now.from.y + y }));
  };
  const end = () => {
    const { current: now } = drag;
    put(undefined);
    drag.current = undefined;
    setShown(undefined);
    return now;
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={ALL}
      autoScroll={scrolls}
      accessibility={{
        restoreFocus: false,
        announcements: SILENT,
        screenReaderInstructions: { draggable: texts.keys },
      }}
      onDragStart={onDragStart}
      onDragMove={onDragMove}
      onDragEnd={() => {
        // What the list does with it is about the place as it was.
        const { place, from } = drag.current ?? {};
        const dragged = end()?.dragged;
        if (dragged && place !== undefined) props.onDrop(dragged, place);
        else if (dragged) announce(texts.stays(dragged.title));
        // By its object, which is in another row then, the keyboard goes on in the list.
        if (!from)
          scroller.current?.querySelector<HTMLElement>('[role$=grid]')?.focus({ preventScroll: true });
      }}
      onDragCancel={() => {
        const dragged = end()?.dragged;
        if (dragged) announce(texts.stays(dragged.title));
      }}
    >
      <GripContext value={useGrip}>{children}</GripContext>
      <Target scroller={scroller} />
      {createPortal(
        <DragOverlay dropAnimation={null} className={classes.overlay ?? ''}>
          {shown !== undefined && <div className={`dragged ${classes.dragged}`}>{shown}</div>}
        </DragOverlay>,
        // What is fixed in the list would be placed by the list.
        document.body,
      )}
    </DndContext>
  );
}
