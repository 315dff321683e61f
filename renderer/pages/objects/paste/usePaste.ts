/** Tables that are pasted into the list from a cell on, and values that are copied out of it. */
import { type ClipboardEvent, useState } from 'react';
import type { JsonObject } from '#contract/values';
import { MAX_OPERATIONS } from '../../../api/batch';
import { kindFor } from '../../../fields';
import { own } from '../../../json';
import type { ListColumn } from '../../../lists/columns';
import { useAnnounce } from '../../../ui/Announcer';
import type { Pasted } from './paste-plan';
import { parseTable } from './tsv';

const texts = { viewer: 'Open the object to suggest a change.' };

interface Cells {
  edits: boolean;
  columns: readonly ListColumn[];
  /** The cell the keyboard is on; without a column the row is. */
  active: number;
  at: number;
  total: number;
  row: (index: number) => JsonObject | undefined;
}

export interface PasteState {
  pasted: Pasted;
  left: { rows: number; columns: number };
}

export function usePaste({ edits, columns, active, at, total, row }: Cells) {
  const announce = useAnnounce();
  const [state, setState] = useState<PasteState>();
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (text === '') return;
    event.preventDefault();
    if (!edits) return announce(texts.viewer);
    const table = parseTable(text);
    const kept = table.slice(0, Math.min(MAX_OPERATIONS, total - active));
    const across = Math.max(...table.map((one) => one.length));
    const shown = columns.slice(Math.max(0, at)).slice(0, across);
    setState({
      pasted: { table: kept, first: active, columns: shown },
      left: { rows: table.length - kept.length, columns: across - shown.length },
    });
  };
  const onCopy = (event: ClipboardEvent) => {
    const [column, object] = [columns[at], row(active)];
    if (!column || !object || window.getSelection()?.isCollapsed === false) return;
    const value = own(object, column.id);
    const text = kindFor(column.definition, value).summary(value, column.definition);
    const isPlain = !/[\t\r\n"]/.test(text);
    event.clipboardData.setData('text/plain', isPlain ? text : `"${text.replaceAll('"', '""')}"`);
    event.preventDefault();
  };
  return { state, onPaste, onCopy, close: () => setState(undefined) };
}
