/** Undo of moves, the last one first: from their message, and by the key of undo in the list. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { counted } from '../../../ui/format';
import { closeNotice, notifyDone, notifyUndo } from '../../../ui/notify';
import { undoAndNotify } from '../../../ui/undo-transaction';

const texts = {
  several: (message: string, moves: number) =>
    `${message} ${counted(moves, 'move', 'moves')} can be undone, the last one first.`,
  earlier: (moves: number) => `${counted(moves, 'earlier move', 'earlier moves')} can be undone.`,
};

/** Moves that are kept for undo. */
const KEPT = 100;

export interface MoveUndo {
  /** Says what was done, in place of the message about the move before. */
  done: (message: string, transaction: string | undefined, options?: { stays?: boolean }) => void;
  /** Undoes the last move; undefined where nothing is left to undo. */
  undo: () => Promise<void> | undefined;
}

/** `queued` runs the undo when the moves that are on their way are done. */
export function useMoveUndo(queued: (work: () => Promise<void>) => Promise<void>): MoveUndo {
  const client = useQueryClient();
  const moves = useRef<string[]>([]);
  const notice = useRef<string>(undefined);

  const offer = useCallback((message: string, undo: () => void, options?: { stays?: boolean }) => {
    if (notice.current !== undefined) closeNotice(notice.current);
    notice.current = notifyUndo(message, undo, options);
  }, []);
  const undo = useCallback((): Promise<void> | undefined => {
    if (moves.current.length === 0) return undefined;
    return queued(async () => {
      const last = moves.current.pop();
      if (last === undefined) return;
      if (notice.current !== undefined) closeNotice(notice.current);
      await undoAndNotify(client, last);
      const left = moves.current.length;
      if (left > 0) offer(texts.earlier(left), () => void undo());
    });
  }, [client, queued, offer]);
  const done = useCallback(
    (message: string, transaction: string | undefined, options?: { stays?: boolean }) => {
      if (transaction === undefined) return notifyDone(message);
      moves.current = [...moves.current, transaction].slice(-KEPT);
      const count = moves.current.length;
      offer(count > 1 ? texts.several(message, count) : message, () => void undo(), options);
    },
    [offer, undo],
  );
  return { done, undo };
}
