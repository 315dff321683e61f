/** The filter while it is being made: its rows may be unfinished; what is ready is in the address at once. */

import { useDebouncedCallback } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import { MAX_CRITERIA } from '#contract/criteria';
import type { SchemaDefinition } from '#contract/schemas';
import { type Condition, criteriaOf, joined } from './condition';
import { isReady } from './limits';
import { conditionFor, type FilterProperty, filterProperties, QUESTIONS } from './questions';

/** Milliseconds without a change until the list is asked for again. */
const PAUSE = 180;

export interface DraftRow {
  /** Tells rows apart while they change. */
  key: number;
  condition: Condition;
}

/** How a change goes into the history: a step of its own to go back over, or part of the step before. */
export type Step = 'new' | 'same';

/** What a filter is put on. */
export interface Filtered {
  conditions: readonly Condition[];
  setConditions(conditions: readonly Condition[], step: Step): void;
}

export interface FilterDraft {
  properties: readonly FilterProperty[];
  property(name: string): FilterProperty | undefined;
  opened: boolean;
  /** Shows the builder; `index`: the condition the focus goes to. */
  open(index?: number): void;
  close(): void;
  rows: readonly DraftRow[];
  /** Index of the row that has the focus to begin with. */
  start: number;
  change(key: number, condition: Condition): void;
  remove(key: number): void;
  /** Adds an empty row, one that must match or one of those of which one must; undefined when there are too many. */
  add: ((any: boolean) => void) | undefined;
  /** Of some rows only one must match. */
  either: boolean;
  /** Whether one of the rows is enough; rows that must not match stay as they are. */
  setEither(either: boolean): void;
  clear(): void;
  /** Takes one of the address's conditions away. */
  drop(index: number): void;
}

const textOf = (conditions: readonly Condition[]): string => JSON.stringify(criteriaOf(conditions));

/** The draft of the conditions of a view, or of whatever else has some. */
export function useFilterDraft(schema: SchemaDefinition, view: Filtered): FilterDraft {
  const properties = useMemo(() => filterProperties(schema), [schema]);
  const byName = useMemo(() => new Map(properties.map((one) => [one.name, one])), [properties]);
  const counter = useRef(0);
  const [opened, setOpened] = useState(false);
  const [rows, setRows] = useState<readonly DraftRow[]>([]);
  const [start, setStart] = useState(0);
  /** The filter as this draft wrote it last; another one came from the address. */
  const [written, setWritten] = useState('');
  const [seen, setSeen] = useState('');
  /** The first change of an opening is a step of its own in the history. */
  const changed = useRef(false);

  const row = (condition: Condition): DraftRow => {
    counter.current += 1;
    return { key: counter.current, condition };
  };
  const emptyRow = (any = false): DraftRow[] => {
    // A flag says it all without a value; a new row is to ask for one.
    const first = properties.find(({ topic }) => topic !== 'flag');
    const question = first && QUESTIONS[first.topic][0];
    return first && question ? [row(joined(conditionFor(first.name, question), any))] : [];
  };
  const ready = (list: readonly DraftRow[]) =>
    list
      .map(({ condition }) => condition)
      .filter((condition) => isReady(condition, byName.get(condition.name)?.topic));

  const current = textOf(view.conditions);
  if (current !== seen) {
    setSeen(current);
    if (current !== written) setRows(view.conditions.map(row));
  }

  const ask = (next: readonly DraftRow[]) => {
    const conditions = ready(next);
    const text = textOf(conditions);
    if (text === current) return;
    setWritten(text);
    view.setConditions(conditions, changed.current ? 'same' : 'new');
    changed.current = true;
  };
  const askSoon = useDebouncedCallback(ask, PAUSE);
  const write = (next: readonly DraftRow[]) => {
    askSoon.cancel();
    setRows(next);
    ask(next);
  };

  return {
    properties,
    property: (name) => byName.get(name),
    opened,
    open: (index) => {
      const present = view.conditions.map(row);
      const added = present.length === 0 ? emptyRow() : [];
      setRows([...present, ...added]);
      setStart(index ?? 0);
      setWritten(current);
      changed.current = false;
      setOpened(true);
    },
    close: () => {
      askSoon.flush();
      setOpened(false);
    },
    rows,
    start,
    change: (key, condition) => {
      const next = rows.map((one) =>
        one.key === key ? { key, condition: joined(condition, one.condition.any === true) } : one,
      );
      setRows(next);
      askSoon(next);
    },
    remove: (key) => write(rows.filter((one) => one.key !== key)),
    add: rows.length < MAX_CRITERIA ? (any) => setRows([...rows, ...emptyRow(any)]) : undefined,
    either: rows.some(({ condition }) => condition.any),
    setEither: (either) =>
      write(rows.map(({ key, condition }) => ({ key, condition: joined(condition, either) }))),
    clear: () => write([]),
    drop: (index) => {
      const left = view.conditions.filter((_, at) => at !== index);
      setRows(left.map(row));
      setWritten(textOf(left));
      view.setConditions(left, 'new');
    },
  };
}
