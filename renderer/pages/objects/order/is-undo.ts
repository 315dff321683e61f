import type { KeyboardEvent } from 'react';

/** The key of undo, also where a keyboard has no Latin letters; texts in inputs have an undo of their own. */
export const isUndo = ({ key, code, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean =>
  (key.toLowerCase() === 'z' || (code === 'KeyZ' && !/^[a-z]$/i.test(key))) &&
  (ctrlKey || metaKey) &&
  !shiftKey &&
  !altKey &&
  !(target instanceof HTMLElement && target.closest('input:not([type=checkbox]), textarea') !== null);
