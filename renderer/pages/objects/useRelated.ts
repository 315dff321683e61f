/** What the objects are called that the cells of relations name, for the rows in view. */
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { RelatedLabel, RelatedLabels } from '#contract/relations';
import type { JsonObject } from '#contract/values';
import { relatedLabelsQuery } from '../../api/relations';
import { valueParts } from '../../api/value-parts';
import { relatedCollection } from '../../fields/select/choice';
import type { ListColumn } from '../../lists/columns';
import { shownTexts } from './Cell';
import { useDraftsOfList } from './list-drafts';

/** Rows are asked about in blocks, so that scrolling by one row asks nothing new. */
const BLOCK = 50;

interface Asked {
  column: string;
  target: string;
  values: string[];
}

/** What cells show in blocks of rows around those in view, each value once, in parts that one request can ask for. */
function valuesIn(
  row: (index: number) => JsonObject | undefined,
  column: string,
  first: number,
  last: number,
) {
  const blocks: string[][] = [];
  for (let block = Math.floor(first / BLOCK); block <= Math.floor(last / BLOCK); block += 1) {
    const values = new Set<string>();
    for (let n = 0; n < BLOCK; n += 1) {
      for (const text of shownTexts(row(block * BLOCK + n)?.[column]).texts) values.add(text);
    }
    blocks.push(...valueParts([...values].sort()));
  }
  return blocks;
}

/** The columns with the labels of their relations. */
export function useRelated(
  collection: string,
  columns: readonly ListColumn[],
  { row, first, last }: { row(index: number): JsonObject | undefined; first: number; last: number },
): readonly ListColumn[] {
  const { set } = useDraftsOfList();
  const asked = columns.flatMap(({ id, definition }): Asked[] => {
    const target = relatedCollection(definition);
    if (target === undefined) return [];
    return valuesIn(row, id, first, last).map((values) => ({ column: id, target, values }));
  });
  const combine = useCallback(
    (results: { data: RelatedLabels | undefined; isPending: boolean }[]) =>
      results.map(({ data, isPending }) => ({ data, isPending })),
    [],
  );
  const answers = useQueries({
    queries: asked.map(({ column, ...question }) =>
      relatedLabelsQuery(collection, column, { ...question, set }),
    ),
    combine,
  });
  const names = asked.map(({ column }) => column).join();
  return useMemo(() => {
    const related = new Map<string, Map<string, RelatedLabel | undefined>>();
    const asking = new Set<string>();
    const order = names.split(',');
    for (const [at, { data: answer, isPending }] of answers.entries()) {
      const column = order[at] ?? '';
      const known = related.get(column) ?? new Map();
      for (const one of answer?.labels ?? []) known.set(String(one.value), one);
      for (const value of answer?.missing ?? []) known.set(String(value), undefined);
      related.set(column, known);
      if (isPending) asking.add(column);
    }
    if (related.size === 0) return columns;
    return columns.map((column) => {
      const found = related.get(column.id);
      return found ? { ...column, related: found, isAsking: asking.has(column.id) } : column;
    });
  }, [columns, answers, names]);
}
