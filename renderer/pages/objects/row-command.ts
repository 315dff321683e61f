import type { KeyboardEvent } from 'react';

/** What a key does in a list. Numbers move the row the keyboard is on. */
export type RowCommand =
  | { move: number; extend: boolean }
  | { to: 'first' | 'last' }
  | { do: 'open' | 'tick' | 'duplicate' | 'delete' | 'menu' | 'all' | 'clear' };

/** Rows a page key moves. */
const PAGE = 15;

/**
 * The command of a key press in a list; undefined when the list has nothing to do with it.
 * `singleKeys`: letters without a modifier count too. `across`: objects in a line, in which the keys left and right move.
 */
export function rowCommand(event: KeyboardEvent, singleKeys: boolean, across = 1): RowCommand | undefined {
  const mod = event.metaKey || event.ctrlKey;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (mod) {
    if (key === 'd') return { do: 'duplicate' };
    if (key === 'a') return { do: 'all' };
    return undefined;
  }
  switch (key) {
    case 'ArrowDown':
      return { move: across, extend: event.shiftKey };
    case 'ArrowUp':
      return { move: -across, extend: event.shiftKey };
    case 'ArrowRight':
    case 'ArrowLeft':
      if (across === 1) return undefined;
      return { move: key === 'ArrowRight' ? 1 : -1, extend: event.shiftKey };
    case 'PageDown':
      return { move: PAGE, extend: false };
    case 'PageUp':
      return { move: -PAGE, extend: false };
    case 'Home':
      return { to: 'first' };
    case 'End':
      return { to: 'last' };
    case 'Enter':
      return { do: 'open' };
    case ' ':
      return { do: 'tick' };
    case 'Delete':
      return { do: 'delete' };
    case 'ContextMenu':
      return { do: 'menu' };
    case 'F10':
      return event.shiftKey ? { do: 'menu' } : undefined;
    case 'Escape':
      return { do: 'clear' };
  }
  if (singleKeys && key === 'x') return { do: 'tick' };
  return undefined;
}
