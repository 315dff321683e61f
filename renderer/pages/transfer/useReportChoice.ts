/** Which objects a report is about: those of a filter, which begins as the list's, or the ticked ones. */
import { useState } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import type { Choice } from '../../api/transfer';
import { type Condition, criteriaOf, parseConditions } from '../../lists/filter/condition';
import { type FilterDraft, useFilterDraft } from '../../lists/filter/useFilterDraft';
import { sortsNaturally } from '../../lists/natural';
import { extentsOf, type Subject } from './subject';

export interface ReportChoice {
  choice: Choice;
  draft: FilterDraft;
  conditions: readonly Condition[];
  search: string;
  setSearch(search: string): void;
  /** Only the ticked ones; undefined when nothing (or too much) is ticked. */
  onlySelected: boolean | undefined;
  setOnlySelected(only: boolean): void;
  sort: string;
  setSort(sort: string): void;
  order: 'asc' | 'desc';
  setOrder(order: 'asc' | 'desc'): void;
  /** The change set that is read; undefined for what is live. */
  set: string | undefined;
  setSet(set: string | undefined): void;
}

export function useReportChoice(subject: Subject, schema: SchemaDefinition): ReportChoice {
  const { view, selected } = subject;
  const selectable = extentsOf(subject).some((one) => one.value === 'selected' && one.reason === undefined);
  const [only, setOnly] = useState(selectable);
  const [search, setSearch] = useState(view.search ?? '');
  const [conditions, setConditions] = useState<readonly Condition[]>(() =>
    parseConditions(view.include ?? '', view.exclude ?? '', view.any ?? ''),
  );
  const [sort, setSort] = useState(view.sort ?? 'id');
  const [order, setOrder] = useState(view.order ?? 'asc');
  const [set, setSet] = useState(view.set);
  const draft = useFilterDraft(schema, { conditions, setConditions: (next) => setConditions(next) });
  const onlySelected = selectable ? only : undefined;
  const filter = { search: search.trim() || undefined, ...criteriaOf(conditions) };
  const sorting = { sort, order, natural: sortsNaturally(schema, sort), set };
  return {
    choice: onlySelected ? { view: sorting, ids: [...selected] } : { view: { ...sorting, ...filter } },
    draft,
    conditions,
    search,
    setSearch,
    onlySelected,
    sort,
    setSort,
    order,
    setOrder,
    setOnlySelected: setOnly,
    set,
    setSet,
  };
}
