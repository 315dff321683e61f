/** What is live now, or at the time that is read (spec/queries.md#published). */
import type { Row } from '../../store/types/catalogue.js';
import { isLiveAt, type LiveRule, liveRule } from '../search/live-rule.js';
import { RowValues } from '../search/row-values.js';
import type { Base } from './base.js';
import type { BoundCollection } from './bound-collection.js';

/** The time whose content is read, in ms since 1970. */
const timeOf = ({ at, now }: Base): number => at ?? now().getTime();

/** For `FindRequest`: the rule of a collection, and since when the same rows are live. */
export async function liveNow(
  base: Base,
  { collection, collectionIndex }: BoundCollection,
): Promise<{ rule: LiveRule; at: number }> {
  const rule = liveRule(collection, base.timezone());
  const query = base.queries.of(collection, collectionIndex);
  return { rule, at: await query.changedAt(rule, timeOf(base)) };
}

/** Tells which rows of a collection are live. */
export function liveTest(
  base: Base,
  { collection, collectionIndex }: BoundCollection,
): (row: Row) => boolean {
  const values = new RowValues(collectionIndex, collection.schema);
  const spanOf = liveRule(collection, base.timezone()).reader(values);
  const at = timeOf(base);
  return (row) => isLiveAt(spanOf(row), at);
}
