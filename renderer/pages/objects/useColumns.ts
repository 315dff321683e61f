/** The columns a list shows: chosen ones are remembered per collection, else those that fit. */
import { useLocalStorage } from '@mantine/hooks';
import { type ColumnDef, columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import type { JsonObject } from '#contract/values';
import { columnsOf, columnsThatFit, type ListColumn } from './columns';

const features = tableFeatures({ columnVisibilityFeature });
/** Rows come from the virtual window, page by page; the table model only keeps the columns. */
const NO_ROWS: JsonObject[] = [];

export interface Columns {
  all: ListColumn[];
  shown: ListColumn[];
  isShown(id: string): boolean;
  toggle(id: string): void;
  /** Back to those that fit; undefined while nothing was chosen. */
  reset: (() => void) | undefined;
}

/** Columns of `schema` in a list `width` pixels wide. */
export function useColumns(collection: string, schema: SchemaDefinition, width: number): Columns {
  const [chosen, setChosen, forget] = useLocalStorage<string[] | null>({
    key: `plinth:columns:${collection}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const all = useMemo(() => columnsOf(schema), [schema]);
  const visible = useMemo(
    () => (chosen === null ? columnsThatFit(all, width) : new Set(chosen)),
    [all, chosen, width],
  );
  const definitions = useMemo<ColumnDef<typeof features, JsonObject>[]>(
    () =>
      all.map((column) => ({
        id: column.id,
        header: column.label,
        enableHiding: column.show !== 'title',
        meta: column,
      })),
    [all],
  );
  const columnVisibility = useMemo(
    () => Object.fromEntries(all.map(({ id, show }) => [id, show === 'title' || visible.has(id)])),
    [all, visible],
  );
  const table = useTable({ features, data: NO_ROWS, columns: definitions, state: { columnVisibility } });
  const shownIds = table
    .getVisibleLeafColumns()
    .map((column) => column.id)
    .join('\n');
  const shown = useMemo(() => {
    const ids = new Set(shownIds.split('\n'));
    return all.filter((column) => ids.has(column.id));
  }, [all, shownIds]);

  return {
    all,
    shown,
    isShown: (id) => columnVisibility[id] === true,
    toggle: (id) => {
      const next = new Set(shown.map((column) => column.id));
      if (!next.delete(id)) next.add(id);
      setChosen([...next]);
    },
    reset: chosen === null ? undefined : forget,
  };
}
