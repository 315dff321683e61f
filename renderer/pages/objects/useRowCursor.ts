/** The active row of the list, its scroll position, and how both are kept for the way back. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { activeAfter, type Lines } from '../../lists/lines';
import { TOOLS } from '../../lists/tools';
import { keepPlace, recallPlace } from '../../lists/useListPlace';

/** A line of the list: its height in pixels, that of what stays above the lines, and how many objects are in it. */
export interface Line {
  height: number;
  head: number;
  across: number;
}

interface Cursor {
  collection: string;
  /** Names what is shown, whatever the order; in another view the list starts from its top. */
  view: string;
  total: number;
  element: RefObject<HTMLElement | null>;
  line: Line;
  lines: Lines;
}

/** Height of a heading in pixels. */
const HEADING = 40;

/**
 * Keys of lines: their places. With another function the virtualizer places all lines again while it draws them; after
 * `measure` it would do so a second time.
 */
const keysFor = (_lines: Lines, _height: number) => (at: number) => at;

export function useRowCursor({ collection, view, total, element, line, lines }: Cursor) {
  const { height, head, across } = line;
  const [place] = useState(() => recallPlace(collection, view));
  const [shownView, setShownView] = useState(view);
  const [active, setActive] = useState(() => Math.min(place.row ?? 0, Math.max(0, total - 1)));
  /** The marker of the row shows while the keyboard is in use, not while the mouse is. */
  const [byKeyboard, setByKeyboard] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: lines.count,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (lines.isHeading(at) ? HEADING : height),
    getItemKey: useMemo(() => keysFor(lines, height), [lines, height]),
    // About a window of rows; lines of cards are higher, and each has several.
    overscan: Math.ceil(12 / across),
    initialOffset: place.top ?? 0,
    // The header stays on top of the rows.
    scrollPaddingStart: head,
    scrollMargin: 0,
    // Rows come in a task of their own after the scrolling, which the overscan bridges: together they take too long.
    useFlushSync: false,
  });

  useLayoutEffect(() => {
    if (scroller.current && place.top) scroller.current.scrollTop = place.top;
    // A search or filter that is being typed keeps the focus.
    if (document.activeElement?.closest(`[${TOOLS}]`) === null)
      element.current?.focus({ preventScroll: true });
  }, [place, element]);

  if (shownView !== view) {
    setShownView(view);
    setActive(0);
  }
  const scrolledView = useRef(view);
  useLayoutEffect(() => {
    if (scrolledView.current === view) return;
    scrolledView.current = view;
    scroller.current?.scrollTo({ top: 0 });
  }, [view]);

  useEffect(() => {
    // Asked of the virtualizer: the element would have to lay out the page to answer.
    const keep = () => keepPlace(collection, { top: virtualizer.scrollOffset ?? 0 }, view);
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [collection, view, virtualizer]);
  useEffect(() => keepPlace(collection, { row: active }, view), [collection, view, active]);
  const stays = activeAfter(lines, total, active);
  if (stays !== active) setActive(stays);

  const goTo = useCallback(
    (index: number) => {
      const next = lines.shown(Math.max(0, Math.min(total - 1, index)), index < active ? -1 : 1);
      setActive(next);
      setByKeyboard(true);
      const at = lines.of(next);
      // On the way up a group is shown from its heading on.
      const isFirst = index <= active && lines.isHeading(at - 1);
      virtualizer.scrollToIndex(isFirst ? at - 1 : at, { align: 'auto' });
      return next;
    },
    [total, virtualizer, lines, active],
  );
  const toTop = useCallback(() => {
    setActive(0);
    scroller.current?.scrollTo({ top: 0 });
  }, []);
  return { scroller, virtualizer, active, setActive, byKeyboard, setByKeyboard, goTo, toTop };
}
