/** Moving objects of a list to other places of their order: by keys, by the menu of a row and by dragging. */
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import type { JsonObject } from '#contract/values';
import type { ListView } from '../../../api/list-request';
import type { Ordering } from '../../../lists/ordering';
import { useAnnounce } from '../../../ui/Announcer';
import { counted } from '../../../ui/format';
import { notifyFailed, notifyWarning } from '../../../ui/notify';
import { titleOf } from '../../../ui/title-of';
import { isUndo } from './is-undo';
import type { MoveTo } from './move-object';
import { useMoveUndo } from './useMoveUndo';

const texts = {
  viewer: 'You have read-only access.',
  fixed: (label: string) => `${label} cannot be changed here.`,
  sortFirst: (label: string) =>
    `Objects are moved in the whole list, sorted by ${label} in ascending order, without groups.`,
  moved: (title: string, others: number) =>
    others === 0
      ? `“${title}” moved.`
      : `“${title}” moved. ${counted(others, 'other object has', 'other objects have')} a new number.`,
  place: (title: string, place: number, total: number) => `“${title}” is number ${place} of ${total}.`,
  same: (title: string) => `“${title}” is there already.`,
  failed: (title: string) => `Could not move “${title}”`,
  kept: (title: string) => `“${title}” was not moved`,
  meanwhile: 'The order was changed elsewhere. The list shows it.',
  partly: (written: number, rest: number) =>
    `${counted(written, 'object has', 'objects have')} a new number; for ${counted(rest, 'object', 'objects')} it was not written.`,
  full: (label: string) => `The bounds of ${label} have no room for so many objects.`,
};

interface Rows {
  collection: string;
  view: ListView;
  /** Undefined for a collection whose objects are in no order of their own, or are not drawn by it. */
  ordering: Ordering | undefined;
  edits: boolean;
  /** Objects side by side. */
  across: number;
  active: number;
  row: (index: number) => JsonObject | undefined;
  goTo: (index: number) => number;
}

/** A move on its way, or the last one: the next key moves the same object. */
interface Last {
  object: JsonObject;
  index: number;
}

/** Where a key moves an object; `across`: so many are side by side. */
function moveOf(key: string, across: number): MoveTo | undefined {
  if (key === 'Home') return 'top';
  if (key === 'End') return 'bottom';
  if (key === 'ArrowUp') return across === 1 ? 'up' : { by: -across };
  if (key === 'ArrowDown') return across === 1 ? 'down' : { by: across };
  if (across === 1) return undefined;
  return key === 'ArrowLeft' ? 'up' : key === 'ArrowRight' ? 'down' : undefined;
}

/** Moves that wait for each other. */
interface Queue {
  running: Last | undefined;
  tail: Promise<void>;
  failed: boolean;
}

export interface RowOrder {
  /** Undefined where the rows cannot be moved. */
  move: ((object: JsonObject, index: number, to: MoveTo) => void) | undefined;
  /** ID of the object that is being moved. */
  pending: string | undefined;
  /** Whether the key was to move an object. */
  onKeyDown: (event: KeyboardEvent) => boolean;
}

export function useRowOrder(rows: Rows): RowOrder {
  const { collection, view, ordering, edits, across, active, row, goTo } = rows;
  const client = useQueryClient();
  const announce = useAnnounce();
  const [pending, setPending] = useState<string>();
  const queue = useRef<Queue>({ running: undefined, tail: Promise.resolve(), failed: false });
  const queued = useCallback((work: () => Promise<void>) => {
    const { current } = queue;
    const tail = current.tail.then(async () => {
      await work();
      if (current.tail === tail) Object.assign(current, { running: undefined, failed: false });
    });
    current.tail = tail;
    return tail;
  }, []);
  const { done: say, undo } = useMoveUndo(queued);
  const isMovable = ordering?.shown === true && ordering.writable && edits;

  /** Resolves with the object as it is then, where the next key finds it. */
  const moveNow = useCallback(
    async ({ object, index }: Last, to: MoveTo): Promise<Last | undefined> => {
      if (ordering === undefined) return undefined;
      const { name, definition, label } = ordering;
      const title = titleOf(object);
      setPending(String(object.id));
      try {
        const { moveObject } = await import('./move-object');
        const done = await moveObject(client, { collection, view, name, definition, object, index, to });
        if (done.result === 'moved') {
          say(texts.moved(title, done.others), done.transaction);
          announce(texts.place(title, done.index + 1, done.total));
          goTo(done.index);
          return { object: { ...object, [name]: done.number }, index: done.index };
        }
        if (done.result === 'same') {
          announce(texts.same(title));
          return { object, index };
        }
        if (done.result === 'partly') {
          say(texts.partly(done.written, done.of - done.written), done.transaction, { stays: true });
        }
        if (done.result === 'changed') notifyWarning(texts.kept(title), texts.meanwhile);
        else notifyFailed(texts.failed(title), done.result === 'full' ? texts.full(label) : done.reason);
      } catch (error) {
        notifyFailed(texts.failed(title), error);
      } finally {
        setPending(undefined);
      }
      return undefined;
    },
    [client, announce, collection, view, ordering, goTo, say],
  );

  /** One after the other: each begins where the one before has left the object, and none after one that failed. */
  const move = useCallback(
    (object: JsonObject, index: number, to: MoveTo) => {
      const { current } = queue;
      const asked: Last = { object, index };
      if (current.running?.object.id !== object.id) current.running = asked;
      void queued(async () => {
        const { running } = current;
        const from = (running?.object.id === object.id ? running : undefined) ?? asked;
        const done = current.failed ? undefined : await moveNow(from, to);
        if (done === undefined) current.failed = true;
        else if (current.running?.object.id === object.id) current.running = done;
      });
    },
    [moveNow, queued],
  );

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (isUndo(event) && undo() !== undefined) {
      event.preventDefault();
      return true;
    }
    const to = moveOf(event.key, across);
    if (ordering === undefined || to === undefined || !event.altKey || !event.shiftKey) return false;
    if (event.ctrlKey || event.metaKey) return false;
    event.preventDefault();
    const { running } = queue.current;
    const object = running?.object ?? row(active);
    if (!edits) announce(texts.viewer);
    else if (!ordering.writable) announce(texts.fixed(ordering.label));
    else if (!ordering.shown) announce(texts.sortFirst(ordering.label));
    else if (object) move(object, running?.index ?? active, to);
    return true;
  };
  return { move: isMovable ? move : undefined, pending, onKeyDown };
}
