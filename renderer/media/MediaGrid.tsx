/**
 * Files as a grid of which only the rows in view are drawn. Arrow keys move through it. Cells have one size, so that
 * the place of a file is known before it is read.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { MediaFile } from '#contract/media';
import { createImageQueue } from './image-queue';
import classes from './media.module.css';
import { ImageQueueContext } from './Thumbnail';
import type { MediaPages } from './useMediaPages';

const GAP = 12;

/** Images of a list that are loaded at a time; a browser has six connections for all requests of the page. */
const IMAGES_AT_A_TIME = 4;

export interface Cell {
  /** 0 for the one that Tab reaches, else -1. */
  tabIndex: 0 | -1;
  at: number;
  /** Where it is; it has the class `cell` of the grid. */
  style: CSSProperties;
}

interface Props {
  pages: MediaPages;
  label: string;
  role: 'listbox' | 'list';
  many?: boolean;
  /** Min width of a cell, and what it has below the image, in pixels. */
  minWidth: number;
  below: number;
  /** Draws one; the element that takes the focus has `data-at`. */
  draw(file: MediaFile, cell: Cell): ReactNode;
}

/** How many cells fit beside each other, and how high they are. */
function useMeasures(list: React.RefObject<HTMLElement | null>, minWidth: number, below: number) {
  const [measured, setMeasured] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const measure = () => {
      const scroller = scrollerOf(element);
      const { top, width } = element.getBoundingClientRect();
      const from = scroller === null ? 0 : scroller.getBoundingClientRect().top - scroller.scrollTop;
      setMeasured({ width, top: Math.round(top - from) });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.parentElement) observer.observe(element.parentElement);
    return () => observer.disconnect();
  }, [list]);
  const { width, top } = measured;
  const columns = Math.max(1, Math.floor((width + GAP) / (minWidth + GAP)));
  const cell = (width - GAP * (columns - 1)) / columns;
  return { columns, top, width: cell, height: Math.max(1, Math.round((cell * 3) / 4) + below + GAP) };
}

const scrollerOf = (element: HTMLElement | null): HTMLElement | null =>
  element?.closest<HTMLElement>('[data-media-scroller], main') ?? null;

/** Where a key leads from a place. */
function moved(key: string, at: number, columns: number, total: number): number | undefined {
  const to = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: total - 1,
    PageUp: at - columns * 4,
    PageDown: at + columns * 4,
  }[key];
  if (to === undefined) return undefined;
  if (key.startsWith('Page')) return Math.max(0, Math.min(total - 1, to));
  return to >= 0 && to < total ? to : at;
}

export function MediaGrid({ pages, label, role, many, minWidth, below, draw }: Props) {
  const list = useRef<HTMLElement>(null);
  const setList = useCallback((element: HTMLElement | null) => {
    list.current = element;
  }, []);
  const [queue] = useState(() => createImageQueue(IMAGES_AT_A_TIME));
  const { columns, top, width, height } = useMeasures(list, minWidth, below);
  const total = pages.total ?? 0;
  const [active, setActive] = useState(0);
  const focused = useRef<number>(undefined);
  const virtualizer = useVirtualizer({
    count: Math.ceil(total / columns),
    getScrollElement: () => scrollerOf(list.current),
    estimateSize: () => height,
    overscan: 2,
    scrollMargin: top,
    scrollPaddingStart: GAP,
    scrollPaddingEnd: GAP,
  });
  // Rows are of one height, which follows the width of the window.
  const measuredFor = useRef(0);
  useLayoutEffect(() => {
    if (measuredFor.current === height) return;
    measuredFor.current = height;
    virtualizer.measure();
  });
  const rows = virtualizer.getVirtualItems();
  const first = (rows[0]?.index ?? 0) * columns;
  const last = ((rows.at(-1)?.index ?? 0) + 1) * columns;
  const { show } = pages;
  const { isScrolling } = virtualizer;
  useEffect(() => {
    if (!isScrolling) show(first, last);
  }, [show, first, last, isScrolling]);
  const reached = Math.min(active, Math.max(0, total - 1));

  useLayoutEffect(() => {
    if (focused.current === undefined) return;
    const target = list.current?.querySelector<HTMLElement>(`[data-at="${focused.current}"]`);
    if (!target) return;
    focused.current = undefined;
    target.focus({ preventScroll: true });
  });

  function onKeyDown(event: KeyboardEvent) {
    const on = event.target instanceof HTMLElement ? event.target.dataset.at : undefined;
    if (on === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = moved(event.key, Number(on), columns, total);
    if (to === undefined) return;
    event.preventDefault();
    focused.current = to;
    setActive(to);
    virtualizer.scrollToIndex(Math.floor(to / columns));
  }

  const List = role === 'list' ? 'ul' : 'div';
  const Blank = role === 'list' ? 'li' : 'div';
  return (
    <ImageQueueContext value={queue}>
      <List
        ref={setList}
        {...(role === 'listbox' && { role, 'aria-multiselectable': many })}
        aria-label={label}
        className={classes.list}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const at = target.closest<HTMLElement>('[data-cell]')?.dataset.cell;
          if (at !== undefined) setActive(Number(at));
        }}
      >
        {rows.flatMap(({ index, start }) =>
          Array.from({ length: Math.min(columns, total - index * columns) }, (_, column) => {
            const at = index * columns + column;
            const style = {
              transform: `translate(${column * (width + GAP)}px, ${start - top}px)`,
              width,
              height: height - GAP,
            };
            const file = pages.fileAt(at);
            return file === undefined ? (
              <Blank key={at} aria-hidden className={`${classes.cell} ${classes.blank}`} style={style} />
            ) : (
              draw(file, { at, tabIndex: at === reached ? 0 : -1, style })
            );
          }),
        )}
      </List>
    </ImageQueueContext>
  );
}
