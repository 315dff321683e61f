/** The object of the row that the keyboard is on: where it gets another place, the keyboard goes with it. */
import { useCallback, useLayoutEffect, useReducer, useRef } from 'react';
import type { JsonObject, JsonValue } from '#contract/values';
import type { ListView } from '../../api/list-request';
import { type ObjectPages, placeIn } from './useObjectPages';

/** Rows among which an object is looked for that the user's change has put in another place. */
const SEARCHED = 1000;

interface Rows {
  /** What is shown and in which order: in another view the keyboard stays on its place. */
  request: ListView;
  pages: Pick<ObjectPages, 'row' | 'stale'>;
  total: number;
  /** The first and the last row in view. */
  first: number;
  last: number;
  active: number;
  /** It was marked by a key. */
  byKeyboard: boolean;
  setActive: (index: number) => void;
  setByKeyboard: (byKeyboard: boolean) => void;
  goTo: (index: number) => number;
}

interface Marked {
  id: JsonValue | undefined;
  at: number;
  of: ListView;
  /** The user has marked it: until then the keyboard is on the row that leads the list, whatever that is. */
  chosen: boolean;
  /** It is looked for in the list, also out of view, until it has another place or the keyboard has left it. */
  sought: boolean;
}

interface MarkedRow {
  /** Keeps the keyboard on an object whose place the user's change may alter. */
  follow: (object: JsonObject) => void;
  /** For the grid. */
  onPointerDown: () => void;
}

export function useMarkedRow(rows: Rows): MarkedRow {
  const { request, pages, total, first, last, active, byKeyboard, setActive, setByKeyboard, goTo } = rows;
  const marked = useRef<Marked>(undefined);
  const [, lookAgain] = useReducer((times: number) => times + 1, 0);
  // Before the next key: it is for the object that was marked.
  useLayoutEffect(() => {
    const here = pages.stale ? undefined : pages.row(active)?.id;
    const before = marked.current;
    const isSameView = before?.of === request;
    const chosen = isSameView && (before.chosen || byKeyboard || before.at !== active);
    const stays = isSameView && chosen && before.at === active && before.id !== undefined && !pages.stale;
    if (stays && (here === undefined || here === before.id)) return;
    if (stays) {
      const [from, to] = before.sought ? [0, Math.min(total, SEARCHED) - 1] : [first, last];
      const at = placeIn(pages, before.id, from, to);
      if (at === undefined && before.sought) return;
      if (at !== undefined) {
        marked.current = { ...before, at, sought: false };
        if (before.sought) goTo(at);
        else setActive(at);
        return;
      }
    }
    marked.current = { id: here, at: active, of: request, chosen, sought: false };
  });
  const follow = useCallback(
    ({ id }: JsonObject) => {
      marked.current = { id, at: active, of: request, chosen: true, sought: true };
      lookAgain();
    },
    [active, request],
  );
  const onPointerDown = useCallback(() => {
    setByKeyboard(false);
    // A click may be on the row that leads the list.
    if (marked.current) marked.current = { ...marked.current, chosen: true };
  }, [setByKeyboard]);
  return { follow, onPointerDown };
}
