/** Moving objects of a table to other places of their order: by keys, by the menu of a row and by dragging. */
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import type { JsonObject } from '#contract/values';
import type { ListView } from '../../../api/list-request';
import type { Ordering } from '../../../lists/ordering';
import { useAnnounce } from '../../../ui/Announcer';
import { counted } from '../../../ui/format';
import { closeNotice, notifyFailed, notifyWarning } from '../../../ui/notify';
import { titleOf } from '../../../ui/title-of';
import { notifyChange } from '../../../ui/undo-transaction';
import type { MoveTo } from './move-object';

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
  full: (label: string) => `The bounds of ${label} have no room for so many objects.`,
};

interface Rows {
  collection: string;
  view: ListView;
  /** Undefined for a collection whose objects are in no order of their own, or are not drawn by it. */
  ordering: Ordering | undefined;
  edits: boolean;
  active: number;
  row: (index: number) => JsonObject | undefined;
  goTo: (index: number) => number;
}

/** A move on its way, or the last one: the next key moves the same object. */
interface Last {
  object: JsonObject;
  index: number;
}

const KEYS: Readonly<Record<string, MoveTo>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'top',
  End: 'bottom',
};

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

export function useRowOrder({ collection, view, ordering, edits, active, row, goTo }: Rows): RowOrder {
  const client = useQueryClient();
  const announce = useAnnounce();
  const [pending, setPending] = useState<string>();
  const queue = useRef<Queue>({ running: undefined, tail: Promise.resolve(), failed: false });
  const said = useRef<{ object: unknown; notice: string | undefined }>(undefined);
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
          // The steps of one object leave one message.
          const last = said.current;
          if (last?.object === object.id && last?.notice !== undefined) closeNotice(last.notice);
          const notice = notifyChange(client, texts.moved(title, done.others), done.transaction);
          said.current = { object: object.id, notice };
          announce(texts.place(title, done.index + 1, done.total));
          goTo(done.index);
          return { object: { ...object, [name]: done.number }, index: done.index };
        }
        if (done.result === 'same') {
          announce(texts.same(title));
          return { object, index };
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
    [client, announce, collection, view, ordering, goTo],
  );

  /** One after the other: each begins where the one before has left the object, and none after one that failed. */
  const move = useCallback(
    (object: JsonObject, index: number, to: MoveTo) => {
      const { current } = queue;
      const asked: Last = { object, index };
      if (current.running?.object.id !== object.id) current.running = asked;
      const tail = current.tail.then(async () => {
        const { running } = current;
        const from = (running?.object.id === object.id ? running : undefined) ?? asked;
        const done = current.failed ? undefined : await moveNow(from, to);
        if (done === undefined) current.failed = true;
        else if (current.running?.object.id === object.id) current.running = done;
        if (current.tail === tail) Object.assign(current, { running: undefined, failed: false });
      });
      current.tail = tail;
    },
    [moveNow],
  );

  const onKeyDown = (event: KeyboardEvent): boolean => {
    const to = KEYS[event.key];
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
