/** The active row of the list, its scroll position, and how both are kept for the way back. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { TOOLS } from '../../lists/tools';
import { keepPlace, recallPlace } from '../../lists/useListPlace';

/** Height of a row in pixels; `--plinth-row` says the same to the styles. */
export const ROW_HEIGHT = 38;

interface Cursor {
  collection: string;
  /** Names what is shown, whatever the order; in another view the list starts from its top. */
  view: string;
  total: number;
  table: RefObject<HTMLTableElement | null>;
}

export function useRowCursor({ collection, view, total, table }: Cursor) {
  const [place] = useState(() => recallPlace(collection, view));
  const [shownView, setShownView] = useState(view);
  const [active, setActive] = useState(() => Math.min(place.row ?? 0, Math.max(0, total - 1)));
  /** The marker of the row shows while the keyboard is in use, not while the mouse is. */
  const [byKeyboard, setByKeyboard] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    initialOffset: place.top ?? 0,
    // The header stays on top of the rows.
    scrollPaddingStart: ROW_HEIGHT,
    scrollMargin: 0,
  });

  useLayoutEffect(() => {
    if (scroller.current && place.top) scroller.current.scrollTop = place.top;
    // A search or filter that is being typed keeps the focus.
    if (document.activeElement?.closest(`[${TOOLS}]`) === null) table.current?.focus({ preventScroll: true });
  }, [place, table]);

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
  if (active > 0 && active >= total) setActive(Math.max(0, total - 1));

  const goTo = useCallback(
    (index: number) => {
      const next = Math.max(0, Math.min(total - 1, index));
      setActive(next);
      setByKeyboard(true);
      virtualizer.scrollToIndex(next, { align: 'auto' });
      return next;
    },
    [total, virtualizer],
  );
  const toTop = () => {
    setActive(0);
    scroller.current?.scrollTo({ top: 0 });
  };
  return { scroller, virtualizer, active, setActive, byKeyboard, setByKeyboard, goTo, toTop };
}
