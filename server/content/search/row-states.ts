/**
 * What states the rows of a collection are in (spec/queries.md#states). They follow from what is live and are stored
 * nowhere: a property would be a second truth beside the toggle and dates that sites read.
 */
import type { ObjectState } from '../../contract/objects.js';
import type { Row } from '../../store/types/catalogue.js';
import type { CollectionQuery } from './collection-query.js';
import type { LiveRule } from './live-rule.js';

export interface RowStates {
  /** How many rows are in each state. */
  readonly counts: Record<ObjectState, number>;
  /** Rows that will be live, the next ones first. */
  readonly scheduled: readonly Row[];
  /** Rows that are live and will not be, the next ones first. */
  readonly ending: readonly Row[];
}

export const rowStates = (query: CollectionQuery, rule: LiveRule, at: number): Promise<RowStates> =>
  query.onLive(rule, (rows, numbers) => {
    const { counts, scheduled, ending } = rows.states(numbers.live, at);
    const named = (some: readonly number[]) => numbers.rows(Uint32Array.from(some));
    return { counts, scheduled: named(scheduled), ending: named(ending) };
  });
