/** Moving objects of a list to other places of their order: by keys, by the menu of a row and by dragging. */
import { type KeyboardEvent, useCallback, useRef } from 'react';
import type { JsonObject } from '#contract/values';
import type { MoveRequest } from '../../../api/moves';
import type { Ordering } from '../../../lists/ordering';
import { useAnnounce } from '../../../ui/Announcer';
import { titleOf } from '../../../ui/title-of';
import { isForDragged } from '../row-events';
import { isUndo } from './is-undo';
import { useMoves } from './useMoves';

const texts = {
  sortFirst: (label: string) =>
    `Objects are moved in the whole list, sorted by ${label} in ascending order, without groups.`,
};

interface Rows {
  collection: string;
  /** Undefined for a collection whose objects are in no order of their own, or are not drawn by it. */
  ordering: Ordering | undefined;
  edits: boolean;
  /** Objects side by side. */
  across: number;
  active: number;
  row: (index: number) => JsonObject | undefined;
  goTo: (index: number) => number;
}

/** Where a key moves an object; `across`: so many are side by side. */
function moveOf(key: string, across: number): MoveRequest | undefined {
  if (key === 'Home') return { first: true };
  if (key === 'End') return { last: true };
  if (key === 'ArrowUp') return { by: -across };
  if (key === 'ArrowDown') return { by: across };
  if (across === 1) return undefined;
  return key === 'ArrowLeft' ? { by: -1 } : key === 'ArrowRight' ? { by: 1 } : undefined;
}

/** Moves of one object that wait for each other; the next key moves it as well. */
interface Run {
  /** As it is after the last answer. */
  object: JsonObject;
  waiting: number;
  failed: boolean;
}

export interface RowOrder {
  /** Undefined where the rows cannot be moved. */
  move: ((object: JsonObject, to: MoveRequest) => void) | undefined;
  /** Whether the key is to move an object. */
  onKeyDown: (event: KeyboardEvent) => boolean;
}

export function useRowOrder({ collection, ordering, edits, across, active, row, goTo }: Rows): RowOrder {
  const announce = useAnnounce();
  const { queued, send, undo, saysWhyNot } = useMoves(collection, 'order');
  const isMovable = ordering?.shown === true && ordering.writable && edits;
  const running = useRef<Run>(undefined);

  /** One after the other, and none after one that failed. */
  const move = useCallback(
    (object: JsonObject, to: MoveRequest) => {
      const name = ordering?.name ?? '';
      const same = running.current?.object.id === object.id ? running.current : undefined;
      const run = same ?? { object, waiting: 0, failed: false };
      running.current = run;
      run.waiting += 1;
      void queued(async () => {
        const { id, [name]: number } = run.object;
        const from = { order: typeof number === 'number' ? number : null };
        const moved = run.failed
          ? undefined
          : await send({ id: String(id), title: titleOf(object) }, { ...to, from });
        run.waiting -= 1;
        if (moved === undefined) run.failed = true;
        else run.object = { ...run.object, [name]: moved.order ?? null };
        if (moved?.place !== undefined) goTo(moved.place - 1);
        if (run.waiting === 0 && running.current === run) running.current = undefined;
      });
    },
    [queued, send, ordering, goTo],
  );

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (isForDragged(event)) return true;
    if (isUndo(event) && undo() !== undefined) {
      event.preventDefault();
      return true;
    }
    const to = moveOf(event.key, across);
    if (ordering === undefined || to === undefined || !event.altKey || !event.shiftKey) return false;
    if (event.ctrlKey || event.metaKey) return false;
    event.preventDefault();
    const object = running.current?.object ?? row(active);
    if (saysWhyNot(edits, ordering)) return true;
    if (!ordering.shown) announce(texts.sortFirst(ordering.label));
    else if (object) move(object, to);
    return true;
  };
  return { move: isMovable ? move : undefined, onKeyDown };
}
