/**
 * The cells of a table: the one the keyboard is on, and the one whose value is being changed. A click only chooses a
 * cell, since a first click that opened the object would leave the list before a second one could come.
 */
import { type KeyboardEvent, type RefObject, useCallback, useMemo, useState } from 'react';
import type { JsonObject, JsonValue } from '#contract/values';
import { isEmptyValue } from '#contract/visibility';
import { declaredKind } from '../../../fields';
import { isRequired } from '../../../fields/field-rules';
import { own } from '../../../json';
import type { ListColumn } from '../../../lists/columns';
import { useAnnounce } from '../../../ui/Announcer';
import { titleOf } from '../../../ui/title-of';
import type { RowEvents } from '../row-events';
import { useValueChange } from '../useValueChange';
import { editableIn, inCellFor, isForForm } from './cell-edit';

const texts = {
  viewer: 'Open the object to suggest a change.',
  fixed: (label: string) => `${label} cannot be changed here.`,
  required: (label: string) => `${label} is required.`,
  changed: (label: string, title: string) => `${label} of “${title}” changed.`,
};

/** Where the keyboard goes when an editor closes. */
export type Move = 'stay' | 'down' | 'up' | 'right' | 'left';

export interface EditedCell {
  object: JsonObject;
  column: ListColumn;
}

/** Whether a value that can be turned round is on, in whatever spelling it is stored. */
const isOn = ({ id, definition }: ListColumn, object: JsonObject): boolean =>
  declaredKind(definition)?.shown?.(own(object, id), definition) === true;

interface Cells {
  collection: string;
  columns: readonly ListColumn[];
  element: RefObject<HTMLElement | null>;
  edits: boolean;
  active: number;
  row: (index: number) => JsonObject | undefined;
  goTo: (index: number) => number;
  /** Keeps the keyboard on an object whose place a change may alter. */
  follow: (object: JsonObject) => void;
  setActive: (index: number) => void;
  /** What rows do by themselves. */
  events: RowEvents;
}

export function useCells(cells: Cells) {
  const { collection, columns, element, edits, active, row, goTo, follow, setActive, events } = cells;
  const announce = useAnnounce();
  const { set } = useValueChange(collection);
  const [name, setName] = useState<string>();
  const [edited, setEdited] = useState<EditedCell>();
  const editable = useMemo(() => (edits ? editableIn(columns) : new Set<string>()), [edits, columns]);
  const at = columns.findIndex(({ id }) => id === name);

  const put = useCallback(
    async (object: JsonObject, { id, label }: ListColumn, value: JsonValue) => {
      const done = texts.changed(label, titleOf(object));
      if (await set({ object, name: id, label, value, done })) follow(object);
    },
    [set, follow],
  );
  const edit = useCallback(
    (object: JsonObject | undefined, column: ListColumn, index: number) => {
      if (object === undefined) return;
      if (edits && isForForm(column, object)) return events.open(String(object.id), index, column.id);
      const way = edits ? inCellFor(column, object) : undefined;
      if (way === undefined) announce(edits ? texts.fixed(column.label) : texts.viewer);
      else if (way === 'flip') void put(object, column, !isOn(column, object));
      else setEdited({ object, column });
    },
    [edits, announce, put, events],
  );

  const rowEvents = useMemo<RowEvents>(
    () => ({
      ...events,
      cell(object, index, id, times) {
        const column = columns.find((one) => one.id === id);
        setActive(index);
        setName(id);
        if (times === 2 && column) edit(object, column, index);
      },
    }),
    [events, columns, setActive, edit],
  );

  const clear = (object: JsonObject | undefined, column: ListColumn) => {
    const { id, label, definition } = column;
    const kind = declaredKind(definition);
    // Texts in languages that are not shown would go with it.
    const can = edits && object !== undefined && inCellFor(column, object) !== undefined && !kind?.byLanguage;
    if (!can) return announce(edits ? texts.fixed(label) : texts.viewer);
    if (isRequired(definition)) return announce(texts.required(label));
    if (!isEmptyValue(own(object, id))) void put(object, column, kind?.empty ?? null);
  };

  /** Whether the key was for a cell. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const { key } = event;
    if (event.target !== element.current || event.altKey || event.ctrlKey || event.metaKey) return false;
    // The input is on its way: its keys are not meant for the list.
    if (edited !== undefined) return true;
    const column = columns[at];
    const side = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (side !== 0) {
      if (at < 0 && side < 0) return false;
      setName(columns[Math.min(columns.length - 1, at + side)]?.id);
      goTo(active);
    } else if (key === 'F2') {
      const wanted = column ?? columns.find(({ id }) => editable.has(id)) ?? columns[0];
      if (wanted) setName(wanted.id);
      if (wanted) edit(row(active), wanted, active);
    } else if (column === undefined) return false;
    else if (key === 'Enter') edit(row(active), column, active);
    else if (key === 'Delete' || key === 'Backspace') clear(row(active), column);
    else if (key === 'Escape') setName(undefined);
    else return false;
    event.preventDefault();
    return true;
  };

  /** The cell beside the edited one whose value can be changed, in the next row where this one has no more. */
  const beside = (column: ListColumn, by: 1 | -1, index: number) => {
    const names = columns.map(({ id }) => id).filter((id) => editable.has(id));
    const next = names[names.indexOf(column.id) + by];
    setName(next ?? names.at(by > 0 ? 0 : -1));
    return next === undefined ? goTo(index + by) : index;
  };
  /** `move`: undefined where the focus has gone elsewhere. */
  const close = (move: Move | undefined, written: boolean) => {
    if (edited === undefined) return;
    setEdited((now) => (now === edited ? undefined : now));
    if (move === undefined) return;
    const side = move === 'right' ? 1 : move === 'left' ? -1 : undefined;
    const index = side === undefined ? active : beside(edited.column, side, active);
    if (move === 'down' || move === 'up') goTo(active + (move === 'down' ? 1 : -1));
    else if (written && index === active) follow(edited.object);
    element.current?.focus({ preventScroll: true });
  };

  return { at, editable, edited, rowEvents, close, onKeyDown };
}
