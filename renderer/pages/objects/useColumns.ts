/** The columns a list shows and their order: those of the saved view, else chosen ones of this browser, else those that fit. */
import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import type { CollectionSettings } from '#contract/objects';
import type { SchemaDefinition } from '#contract/schemas';
import { chosenColumns, columnsOf, columnsThatFit, type ListColumn, movedColumn } from '../../lists/columns';

export interface Columns {
  all: ListColumn[];
  shown: ListColumn[];
  isShown(id: string): boolean;
  toggle(id: string): void;
  /** Moves a shown column by so many places. */
  move(id: string, by: number): void;
  /** Back to those that fit; undefined while nothing was chosen. */
  reset: (() => void) | undefined;
  /** The names of chosen columns in their order; undefined while nothing was chosen. */
  chosen: readonly string[] | undefined;
}

/** Columns as a saved view has them, and where a change of them goes. */
interface ViewColumns {
  saved: object | undefined;
  columns: readonly string[] | undefined;
  setColumns(columns: readonly string[] | undefined): void;
}

/** Columns of `schema` in a list `width` pixels wide. */
export function useColumns(
  { id: collection }: CollectionSettings,
  schema: SchemaDefinition,
  width: number,
  view: ViewColumns,
): Columns {
  const [remembered, setRemembered, forget] = useLocalStorage<string[] | null>({
    key: `plinth:columns:${collection}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const inView = view.saved !== undefined;
  const chosen = view.columns ?? (inView ? undefined : (remembered ?? undefined));
  const all = useMemo(() => columnsOf(schema), [schema]);
  const shown = useMemo(() => {
    if (chosen !== undefined) return chosenColumns(all, chosen);
    const fitting = columnsThatFit(all, width);
    return all.filter((column) => column.show === 'title' || fitting.has(column.id));
  }, [all, chosen, width]);

  return useMemo(() => {
    const ids = shown.map((column) => column.id);
    const choose = (next: string[]) => (inView ? view.setColumns(next) : setRemembered(next));
    const reset = () => {
      if (inView || view.columns !== undefined) view.setColumns(undefined);
      else forget();
    };
    return {
      all,
      shown,
      isShown: (id) => ids.includes(id),
      toggle: (id) => choose(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]),
      move: (id, by) => choose(movedColumn(ids, id, by)),
      reset: chosen === undefined ? undefined : reset,
      chosen,
    };
  }, [all, shown, inView, view, setRemembered, forget, chosen]);
}
