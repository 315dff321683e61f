/** Where the editor of a cell stands: over the cell, also after the order of the list has changed. */
import { lazy, type RefObject, useLayoutEffect, useState } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import { OnceOpened } from '../../../ui/OnceOpened';
import { inCellFor } from './cell-edit';
import type { EditedCell as Edited, Move } from './useCells';

const CellEditor = lazy(async () => ({ default: (await import('./CellEditor')).CellEditor }));

/** Pixels that a control needs. */
const LEAST = 240;

interface Props {
  collection: string;
  schema: SchemaDefinition;
  edited: Edited;
  table: RefObject<HTMLTableElement | null>;
  /** DOM id of the cell, and its row's distance from the top of the list. */
  cell: string;
  top: number;
  height: number;
  onClose: (move: Move | undefined, written: boolean) => void;
}

export function EditedCell({ collection, schema, edited, table, cell, top, height, onClose }: Props) {
  const [across, setAcross] = useState<{ left: number; width: number }>();
  useLayoutEffect(() => {
    const element = document.getElementById(cell);
    if (!element || !table.current) return;
    const width = Math.max(LEAST, element.offsetWidth);
    const left = Math.max(0, Math.min(element.offsetLeft, table.current.offsetWidth - width - 4));
    setAcross((before) => before ?? { left, width });
  }, [cell, table]);
  const Input = inCellFor(edited.column, edited.object);
  if (across === undefined || Input === undefined || Input === 'flip') return null;
  return (
    <OnceOpened opened>
      <CellEditor
        {...{ collection, schema, Input, onClose }}
        {...edited}
        place={{ ...across, top, height }}
      />
    </OnceOpened>
  );
}
