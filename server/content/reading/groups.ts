/**
 * Runs of objects of a list that have the same value of a property (spec/queries.md#groups). A grouped list is the
 * same list in another order: a request for each group would give an object a place in its group only, and selecting
 * and stepping through the list need one in the list.
 */
import { Yielder } from '../../async/yielder.js';
import { message } from '../../contract/messages/message.js';
import type { CollectionGroups, ObjectGroup } from '../../contract/objects.js';
import { invalid } from '../../errors.js';
import { sortable } from '../../query/sort.js';
import type { Clock, Content } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
import type { QueryParams } from '../search/query-params.js';
import { isShown, RowValues } from '../search/row-values.js';
import { findRows, requestOf } from './find-rows.js';

export const MAX_GROUPS = 1000;

/** Rows between two checks of the clock. */
const ROWS_PER_SLICE = 256;

/** Characters of a date up to its month. */
const MONTH = 7;

export interface GroupsAsked {
  by: string;
  /** Dates count by their month. */
  month: boolean;
}

/** Throws `missing` for an unknown collection, `invalid` for what cannot be read and for too many groups. */
export async function collectionGroups(
  base: Content & Clock,
  name: string,
  words: QueryParams,
  { by, month }: GroupsAsked,
): Promise<CollectionGroups> {
  const bound = await boundCollection(base, name);
  if (!isShown(bound.collection.schema, by)) {
    throw invalid(message('parameterInvalid', { name: 'by' }), { by: [message('notSchemaProperty')] });
  }
  const request = await requestOf(base, bound, words);
  if (request.sort.shuffle) {
    throw invalid(message('groupsOfRandomOrder'), { sort: [message('shuffled')] });
  }
  const { rows, total } = await findRows(base, bound, request);
  const read = new RowValues(bound.collectionIndex, bound.collection.schema).reader(by);
  const groups: ObjectGroup[] = [];
  const yielder = new Yielder();
  for (const [at, row] of rows.entries()) {
    const whole = sortable(read(row)) ?? null;
    const value = month && typeof whole === 'string' ? whole.slice(0, MONTH) : whole;
    const last = groups.at(-1);
    if (last?.value === value) last.count += 1;
    else groups.push({ value, count: 1 });
    if (groups.length > MAX_GROUPS) {
      throw invalid(message('groupLimit'), { by: [message('groupsOver', { limit: MAX_GROUPS })] });
    }
    if (at % ROWS_PER_SLICE === 0 && yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return { total, groups };
}
