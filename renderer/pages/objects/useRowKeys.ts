/** The keys of the list: moving, selecting, and what is done with the active row. */
import { useHotkeys } from '@mantine/hooks';
import type { KeyboardEvent, RefObject } from 'react';
import type { JsonObject } from '#contract/values';
import { useSingleKeys } from '../../ui/useSingleKeys';
import { rowCommand } from './row-command';
import type { Selection } from './useSelection';

interface Keys {
  element: RefObject<HTMLElement | null>;
  /** Objects in a line: up and down move by so many, left and right by one. */
  across?: number;
  active: number;
  total: number;
  selection: Selection;
  row: (index: number) => JsonObject | undefined;
  goTo: (index: number) => number;
  onOpen: (id: string, index: number) => void;
  onMenu: (id: string, index: number) => void;
  onCommand: (command: 'duplicate' | 'delete', object: JsonObject) => void;
}

/** The handler of the table's keys; `j` and `k` move from anywhere in the page. */
export function useRowKeys(keys: Keys): (event: KeyboardEvent) => void {
  const { element, active, total, selection, row, goTo, onOpen, onMenu, onCommand, across = 1 } = keys;
  const [singleKeys] = useSingleKeys();
  const step = (by: number) => () => {
    goTo(active + by);
    element.current?.focus({ preventScroll: true });
  };
  useHotkeys(
    singleKeys
      ? [
          ['j', step(1)],
          ['k', step(-1)],
        ]
      : [],
  );

  return (event) => {
    const command = rowCommand(event, singleKeys, across);
    if (command === undefined) return;
    // Enter and Space on a link or box in the row mean that one.
    const inside = event.target !== element.current;
    if (inside && 'do' in command && (command.do === 'open' || (command.do === 'tick' && event.key === ' ')))
      return;
    const object = row(active);
    event.preventDefault();
    if ('move' in command) {
      const next = goTo(active + command.move);
      if (command.extend) void selection.extendTo(next);
      return;
    }
    if ('to' in command) return void goTo(command.to === 'first' ? 0 : total - 1);
    if (command.do === 'all') return void selection.selectAll(total);
    if (command.do === 'clear') return selection.clear();
    if (object === undefined || typeof object.id !== 'string') return;
    if (command.do === 'open') onOpen(object.id, active);
    else if (command.do === 'tick') selection.toggle(object.id, active);
    else if (command.do === 'menu') onMenu(object.id, active);
    else onCommand(command.do, object);
  };
}
