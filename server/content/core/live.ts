/** What is live now, or at the time that is read (spec/queries.md#published). */
import { message } from '../../contract/messages/message.js';
import type { DatedState, ObjectState } from '../../contract/objects.js';
import { invalid } from '../../errors.js';
import type { Row } from '../../store/types/catalogue.js';
import { changesAt, isLiveAt, type LiveRule, liveRule, stateAt } from '../search/live-rule.js';
import { stateFrom } from '../search/query-params.js';
import { RowValues } from '../search/row-values.js';
import type { Clock, Content } from './base.js';
import type { BoundCollection } from './bound-collection.js';

/** The time whose content is read, in ms since 1970. */
const timeOf = ({ perspective, now }: Clock): number => perspective?.at ?? now().getTime();

/** For `FindRequest`: the rule of a collection, and since when the same rows are in the same states. */
export async function liveNow(
  base: Content & Clock,
  { collection, collectionIndex }: BoundCollection,
  state: ObjectState = 'published',
): Promise<{ rule: LiveRule; at: number; state: ObjectState }> {
  const rule = liveRule(collection, base.timezone());
  const query = base.queries.of(collection, collectionIndex);
  return { rule, at: await query.changedAt(rule, timeOf(base)), state };
}

/** As `liveNow`, for what a caller asks for; undefined where that is everything. Throws `invalid`. */
export async function stateAsked(
  base: Content & Clock,
  bound: BoundCollection,
  { published, state }: { published: boolean; state?: unknown },
): Promise<Awaited<ReturnType<typeof liveNow>> | undefined> {
  const word = stateFrom(state);
  if (word === undefined) return published ? liveNow(base, bound) : undefined;
  if (!published || word === 'published') return liveNow(base, bound, word);
  throw invalid(message('parameterInvalid', { name: 'state' }), {
    state: [message('notCombinedWithPublished')],
  });
}

/** Tells the state of rows; undefined where nothing says what is live. */
export function stateReader(
  base: Clock,
  { collection, collectionIndex }: BoundCollection,
): ((row: Row) => DatedState) | undefined {
  const rule = liveRule(collection, base.timezone());
  if (!rule.publishes) return undefined;
  const spanOf = rule.reader(new RowValues(collectionIndex, collection.schema));
  const at = timeOf(base);
  return (row) => {
    const span = spanOf(row);
    const next = changesAt(span, at);
    return { state: stateAt(span, at), ...(next !== undefined && { until: new Date(next).toISOString() }) };
  };
}

/** Tells which rows of a collection are live. */
export function liveTest(
  base: Clock,
  { collection, collectionIndex }: BoundCollection,
): (row: Row) => boolean {
  const values = new RowValues(collectionIndex, collection.schema);
  const spanOf = liveRule(collection, base.timezone()).reader(values);
  const at = timeOf(base);
  return (row) => isLiveAt(spanOf(row), at);
}
