/** Moving objects of a tree: by keys, by the menu of a row and by dragging. */
import { useState } from 'react';
import type { MoveRequest } from '../../../api/moves';
import type { Ordering } from '../../../lists/ordering';
import type { TreeBy } from '../../../lists/tree';
import { useAnnounce } from '../../../ui/Announcer';
import { type Moves, useMoves } from '../order/useMoves';
import { type ObjectRow, placeOf, type TreeRow, type TreeStep } from './tree-rows';

const texts = {
  unordered:
    'Choose a number for “Manual order by” in the settings of the collection to put objects in an order.',
  nowhere: (title: string) => `“${title}” cannot be moved there.`,
};

interface Tree {
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
  moveTo: ((row: ObjectRow, to: MoveRequest) => void) | undefined;
  step: (row: ObjectRow, step: TreeStep) => void;
  undo: Moves['undo'];
}

export function useTreeMoves({ collection, tree, ordering, edits, rows, onInto }: Tree): TreeMoves {
  const announce = useAnnounce();
  const { queued, send, undo, saysWhyNot } = useMoves(collection, 'tree');
  const [busy] = useState({ is: false });
  const ordered = ordering?.writable === true;
  const moveTo = ({ object, parent }: ObjectRow, to: MoveRequest): void => {
    // A key that is pressed while the tree is about to change would move what is no longer there.
    if (busy.is) return;
    busy.is = true;
    void queued(async () => {
      const from = { parent: parent ?? null, ...(ordering && { order: object.order ?? null }) };
      const moved = await send(object, { ...to, from });
      busy.is = false;
      if (moved !== undefined && typeof to.parent === 'string') onInto(to.parent);
    });
  };
  const step = (row: ObjectRow, which: TreeStep): void => {
    const to = placeOf(rows, row, which, ordered);
    if (saysWhyNot(edits, tree)) return;
    if (to) moveTo(row, to);
    else if (!ordered && (which === 'up' || which === 'down')) announce(texts.unordered);
    else announce(texts.nowhere(row.object.title));
  };
  return { moveTo: edits && tree.writable ? moveTo : undefined, step, undo };
}
