/** Moving objects of a tree: by keys, by the menu of a row and by dragging. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { Ordering } from '../../../lists/ordering';
import type { TreeBy } from '../../../lists/tree';
import { useAnnounce } from '../../../ui/Announcer';
import { counted } from '../../../ui/format';
import { notifyFailed, notifyWarning } from '../../../ui/notify';
import { useMoveUndo } from '../order/useMoveUndo';
import { type ObjectRow, placeOf, type TreePlace, type TreeRow, type TreeStep } from './tree-rows';

const texts = {
  viewer: 'You have read-only access.',
  fixed: (label: string) => `${label} cannot be changed here.`,
  unordered:
    'Choose a number for “Manual order by” in the settings of the collection to put objects in an order.',
  nowhere: (title: string) => `“${title}” cannot be moved there.`,
  moved: (title: string, others: number) =>
    others === 0
      ? `“${title}” moved.`
      : `“${title}” moved. ${counted(others, 'other object has', 'other objects have')} a new number.`,
  failed: (title: string) => `Could not move “${title}”`,
  kept: (title: string) => `“${title}” was not moved`,
  meanwhile: 'The tree was changed elsewhere. The list shows it.',
  full: (label: string) => `The bounds of ${label} have no room for so many objects.`,
  partly: (written: number, rest: number) =>
    `${counted(written, 'object has', 'objects have')} a new number; for ${counted(rest, 'object', 'objects')} it was not written.`,
};

interface Moves {
  collection: string;
  tree: TreeBy;
  ordering: Ordering | undefined;
  edits: boolean;
  rows: readonly TreeRow[];
  /** Shows what is below an object. */
  onInto: (parent: string) => void;
}

export interface TreeMoves {
  /** Undefined where objects cannot be moved. */
  moveTo: ((row: ObjectRow, to: TreePlace) => void) | undefined;
  step: (row: ObjectRow, step: TreeStep) => void;
  undo: () => Promise<void> | undefined;
}

export function useTreeMoves({ collection, tree, ordering, edits, rows, onInto }: Moves): TreeMoves {
  const client = useQueryClient();
  const announce = useAnnounce();
  const running = useRef<Promise<void>>(undefined);
  const [, setBusy] = useState(false);
  const queued = useCallback((work: () => Promise<void>) => {
    const next = (running.current ?? Promise.resolve()).then(work).finally(() => {
      if (running.current === next) running.current = undefined;
      setBusy(running.current !== undefined);
    });
    running.current = next;
    setBusy(true);
    return next;
  }, []);
  const { done: say, undo } = useMoveUndo(queued);

  const moveNow = async ({ object, parent }: ObjectRow, to: TreePlace): Promise<void> => {
    const { title } = object;
    try {
      const { moveInTree } = await import('./move-in-tree');
      const done = await moveInTree(client, { collection, tree, ordering, object, parent, to });
      if (done.result === 'moved') {
        if (to.parent !== undefined) onInto(to.parent);
        const message = texts.moved(title, done.others);
        say(message, done.transaction);
        announce(message);
        return;
      }
      if (done.result === 'partly')
        say(texts.partly(done.written, done.rest), done.transaction, { stays: true });
      if (done.result === 'changed') {
        await client.invalidateQueries({ queryKey: ['collection', collection, 'pages'] });
        notifyWarning(texts.kept(title), texts.meanwhile);
      } else if (done.result === 'full') notifyFailed(texts.failed(title), texts.full(ordering?.label ?? ''));
      else notifyFailed(texts.failed(title), done.reason);
    } catch (error) {
      notifyFailed(texts.failed(title), error);
    }
  };
  const isMovable = edits && tree.writable;
  /** A key that is pressed while the tree is about to change would move what is no longer there. */
  const moveTo = (row: ObjectRow, to: TreePlace): void => {
    if (running.current === undefined) void queued(() => moveNow(row, to));
  };
  const step = (row: ObjectRow, which: TreeStep): void => {
    const ordered = ordering?.writable === true;
    const to = placeOf(rows, row, which, ordered);
    if (!edits) announce(texts.viewer);
    else if (!tree.writable) announce(texts.fixed(tree.label));
    else if (to) moveTo(row, to);
    else if (!ordered && (which === 'up' || which === 'down')) announce(texts.unordered);
    else announce(texts.nowhere(row.object.title));
  };
  return { moveTo: isMovable ? moveTo : undefined, step, undo };
}
