/** Moves in an order or a tree: sent one after the other, with a message about each that offers to undo it. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { ApiError } from '../../../api/client';
import { type MovedObject, type MoveRequest, moveObject } from '../../../api/moves';
import { refreshLists } from '../../../api/mutations';
import { useAnnounce } from '../../../ui/Announcer';
import { counted } from '../../../ui/format';
import { notifyFailed, notifyWarning } from '../../../ui/notify';
import { useDraftsOfList } from '../list-drafts';
import { type MoveUndo, useMoveUndo } from './useMoveUndo';

const texts = {
  viewer: 'Open the object to suggest a change.',
  fixed: (label: string) => `${label} cannot be changed here.`,
  moved: (title: string, others: number) =>
    others === 0
      ? `“${title}” moved.`
      : `“${title}” moved. ${counted(others, 'other object has', 'other objects have')} a new number.`,
  place: (title: string, place: number, total: number) => `“${title}” is number ${place} of ${total}.`,
  same: (title: string) => `“${title}” is there already.`,
  failed: (title: string) => `Could not move “${title}”`,
  kept: (title: string) => `“${title}” was not moved`,
  meanwhile: {
    order: 'The order was changed elsewhere. The list shows it.',
    tree: 'The tree was changed elsewhere. The list shows it.',
  },
};

export interface Moves {
  /** Runs work after all that was queued before. */
  queued: (work: () => Promise<void>) => Promise<void>;
  /** Resolves with where the object is then; undefined where it was not moved. To be called in the queue. */
  send: (object: { id: string; title: string }, request: MoveRequest) => Promise<MovedObject | undefined>;
  undo: MoveUndo['undo'];
  /** Says why nothing can be moved, where that is so. */
  saysWhyNot: (edits: boolean, by: { label: string; writable: boolean }) => boolean;
}

export function useMoves(collection: string, within: 'order' | 'tree'): Moves {
  const client = useQueryClient();
  const announce = useAnnounce();
  const { set } = useDraftsOfList();
  const tail = useRef(Promise.resolve());
  const queued = useCallback((work: () => Promise<void>) => {
    tail.current = tail.current.then(work);
    return tail.current;
  }, []);
  const { done: say, undo } = useMoveUndo(queued);
  const send = useCallback<Moves['send']>(
    async ({ id, title }, request) => {
      try {
        const { moved, transaction } = await moveObject(client, { collection, id, request, set });
        const { changed, place, total } = moved;
        const message = texts.moved(title, Math.max(0, changed - 1));
        if (changed > 0) say(message, transaction);
        if (changed === 0) announce(texts.same(title));
        else announce(place && total ? texts.place(title, place, total) : message);
        return moved;
      } catch (error) {
        if (error instanceof ApiError && error.status === 412) {
          await refreshLists(client, collection);
          notifyWarning(texts.kept(title), texts.meanwhile[within]);
        } else notifyFailed(texts.failed(title), error);
        return undefined;
      }
    },
    [client, announce, collection, within, say, set],
  );
  const saysWhyNot: Moves['saysWhyNot'] = (edits, { label, writable }) => {
    if (!edits) announce(texts.viewer);
    else if (!writable) announce(texts.fixed(label));
    return !edits || !writable;
  };
  return { queued, send, undo, saysWhyNot };
}
