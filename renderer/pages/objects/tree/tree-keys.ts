/** The keys of a tree, as those of a treegrid whose rows have the focus. */
import type { KeyboardEvent } from 'react';
import { isUndo } from '../order/is-undo';
import { isForDragged } from '../row-events';
import { isObject, type ObjectRow, type TreeRow, type TreeStep } from './tree-rows';

interface Keys {
  rows: readonly TreeRow[];
  active: number;
  goTo: (index: number) => void;
  setOpen: (id: string, open: boolean) => void;
  onStep: (row: ObjectRow, step: TreeStep) => void;
  onUndo: () => Promise<void> | undefined;
  onOpen: (row: ObjectRow) => void;
  onMore: (parent: string | undefined) => void;
  onMenu: (index: number) => void;
  onCommand: (command: 'duplicate' | 'delete', row: ObjectRow) => void;
}

const STEPS: Readonly<Record<string, TreeStep>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/** Rows that a page key goes. */
const PAGE = 15;

/** Opens an object, or goes to the first one below it. */
function inward({ active, goTo, setOpen }: Keys, row: ObjectRow): void {
  if (row.object.children === 0) return;
  if (row.open) goTo(active + 1);
  else setOpen(row.object.id, true);
}

/** Closes an object, or goes to its parent. */
function outward({ rows, goTo, setOpen }: Keys, row: TreeRow): void {
  if (isObject(row) && row.open) {
    setOpen(row.object.id, false);
    return;
  }
  const parent = isObject(row) ? row.parent : row.of;
  const at = rows.findIndex((one) => isObject(one) && one.object.id === parent);
  if (at >= 0) goTo(at);
}

function isMenuKey({ key, shiftKey }: KeyboardEvent): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey);
}

/** Whether the key was for the tree. */
function done(event: KeyboardEvent, keys: Keys): boolean {
  const { rows, active, goTo } = keys;
  if (isForDragged(event)) return false;
  const row = rows[active];
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  if (isUndo(event)) return keys.onUndo() !== undefined;
  const step = STEPS[key];
  if (altKey && shiftKey && !ctrlKey && !metaKey && step !== undefined) {
    if (isObject(row)) keys.onStep(row, step);
    return true;
  }
  if (altKey || row === undefined) return false;
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'd' && isObject(row)) {
    keys.onCommand('duplicate', row);
    return true;
  }
  if (ctrlKey || metaKey) return false;
  if (isMenuKey(event) && isObject(row)) {
    keys.onMenu(active);
    return true;
  }
  // Enter on a link or a button in the row means that one.
  if (key === 'Enter' && event.target !== event.currentTarget) return false;
  const actions: Record<string, () => void> = {
    ArrowDown: () => goTo(active + 1),
    ArrowUp: () => goTo(active - 1),
    PageDown: () => goTo(active + PAGE),
    PageUp: () => goTo(active - PAGE),
    Home: () => goTo(0),
    End: () => goTo(rows.length - 1),
    ArrowRight: () => isObject(row) && inward(keys, row),
    ArrowLeft: () => outward(keys, row),
    Enter: () => (isObject(row) ? keys.onOpen(row) : keys.onMore(row.of)),
    Delete: () => isObject(row) && keys.onCommand('delete', row),
  };
  const action = actions[key];
  action?.();
  return action !== undefined;
}

export const treeKeys = (keys: Keys) => (event: KeyboardEvent) => {
  if (done(event, keys)) event.preventDefault();
};
