import { Button, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { JsonObject } from '#contract/values';
import type { BoardColumn } from '../../../lists/board';
import { type CardColumns, wordsHeight } from '../../../lists/card';
import { ListDraftsContext, useDraftsOfList, useDraftsWith } from '../list-drafts';
import { idsByPage, keysOf, useObjectPages } from '../useObjectPages';
import { useRelated } from '../useRelated';
import { BoardCard } from './BoardCard';
import classes from './board.module.css';

const texts = {
  empty: 'No objects',
  failed: (reason: string) => `Could not be loaded: ${reason}`,
  retry: 'Try again',
};

const GAP = 8;

/** Rows among which an object is looked for that has come from another column. */
const SEARCHED = 1000;

export interface CardsOf {
  collection: string;
  column: BoardColumn;
  columns: CardColumns;
  search: string;
  pending: ReadonlySet<string>;
  /** Users can move cards. */
  movable: boolean;
  /** An object that takes the focus as soon as it is here. */
  wanted: string | undefined;
  onWanted: () => void;
  onTotal: (total: number | undefined) => void;
  /** A key moves a card to a column before or after this one. */
  onStep: (object: JsonObject, side: -1 | 1) => void;
  onOpen: (id: string, index: number) => void;
  onDelete: (object: JsonObject) => void;
  onMenu: (object: JsonObject, index: number, at: DOMRect) => void;
}

/** Gives the focus to a card of the next column to the left or right, as far down as this one. */
function focusBeside(from: HTMLElement, side: -1 | 1, index: number): void {
  const all = [...(from.closest('[data-board]')?.querySelectorAll('[data-column]') ?? [])];
  const own = from.closest('[data-column]');
  for (let at = own ? all.indexOf(own) + side : -1; all[at]; at += side) {
    const links = [...(all[at]?.querySelectorAll<HTMLElement>('[data-card] a') ?? [])];
    const link = links.find((one) => Number(one.closest('[data-card]')?.getAttribute('data-card')) >= index);
    const found = link ?? links.at(-1);
    if (found) {
      found.focus();
      return;
    }
  }
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <div className={classes.note} role="alert">
      <Text size="sm">{texts.failed(error.message)}</Text>
      <Button variant="default" size="compact-sm" mt={6} onClick={retry}>
        {texts.retry}
      </Button>
    </div>
  );
}

/** What the cards show, with the titles of related objects. */
function useShown(
  collection: string,
  columns: CardsOf['columns'],
  inView: Parameters<typeof useRelated>[2],
): CardsOf['columns'] {
  const given = useMemo(() => [...columns.flags, ...columns.values], [columns]);
  const related = useRelated(collection, given, inView);
  return useMemo(
    () => ({
      flags: related.filter(({ show }) => show === 'flag'),
      values: related.filter(({ show }) => show !== 'flag'),
    }),
    [related],
  );
}

export function ColumnCards(props: CardsOf) {
  const { collection, column, columns, pending, wanted, onWanted, onTotal, onStep, onMenu } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState<[number, number][]>([[0, 0]]);
  const pages = useObjectPages(collection, column.view, range);
  const { total = 0, row } = pages;
  const drafts = useDraftsWith(useDraftsOfList(), collection, () => idsByPage(pages, range));
  const [active, setActive] = useState(0);
  /** The card that takes the focus once it is drawn. */
  const [next, setNext] = useState<number>();
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => wordsHeight(columns) + GAP,
    overscan: 4,
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  const rowKeys = keysOf(
    items.map(({ index }) => index),
    row,
  );
  useEffect(() => setRange([[first, last]]), [first, last]);
  useEffect(() => onTotal(pages.total), [onTotal, pages.total]);
  const shown = useShown(collection, columns, { row, first, last });

  useEffect(() => {
    const place = next === undefined ? undefined : `[data-card="${next}"] a`;
    const link = place && scroller.current?.querySelector<HTMLElement>(place);
    if (!link) return;
    link.focus();
    setNext(undefined);
  });
  useEffect(() => {
    if (wanted === undefined) return;
    for (let index = 0; index < Math.min(total, SEARCHED); index += 1) {
      if (row(index)?.id !== wanted) continue;
      virtualizer.scrollToIndex(index);
      setActive(index);
      setNext(index);
      onWanted();
    }
  }, [wanted, total, row, onWanted, virtualizer]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, object: JsonObject, index: number) => {
    const { key, altKey, shiftKey, currentTarget } = event;
    const side = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : undefined;
    const by = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined;
    if (side !== undefined && altKey && shiftKey) onStep(object, side);
    else if (altKey || event.ctrlKey || event.metaKey) return;
    else if (side !== undefined) focusBeside(currentTarget, side, index);
    else if (by !== undefined) {
      const to = Math.max(0, Math.min(total - 1, index + by));
      virtualizer.scrollToIndex(to);
      setActive(to);
      setNext(to);
    } else if (key === 'ContextMenu' || (key === 'F10' && shiftKey))
      onMenu(object, index, currentTarget.getBoundingClientRect());
    else if (key === 'Delete') props.onDelete(object);
    else return;
    event.preventDefault();
  };

  if (pages.error !== null) return <Failed error={pages.error} retry={pages.retry} />;
  return (
    <div ref={scroller} className={classes.cards}>
      {pages.total === 0 && <p className={classes.note}>{texts.empty}</p>}
      <ListDraftsContext value={drafts}>
        <ul className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const object = row(item.index);
            return (
              <li
                key={rowKeys.get(item.index)}
                className={classes.place}
                data-card={item.index}
                style={{ transform: `translateY(${item.start}px)`, height: item.size - GAP }}
              >
                {object && (
                  <BoardCard
                    {...{ collection, object, column, movable: props.movable, search: props.search }}
                    columns={shown}
                    index={item.index}
                    active={item.index === active}
                    moving={pending.has(String(object.id))}
                    onFocus={() => setActive(item.index)}
                    onKeyDown={(event) => onKeyDown(event, object, item.index)}
                    onOpen={() => props.onOpen(String(object.id), item.index)}
                    onMenu={(at) => onMenu(object, item.index, at)}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </ListDraftsContext>
    </div>
  );
}
