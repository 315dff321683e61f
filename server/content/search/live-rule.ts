/** When an object is live, by its values (spec/queries.md#published). */
import type { ObjectState, PublishedSetting } from '../../contract/objects.js';
import type { JsonValue } from '../../contract/values.js';
import type { Row } from '../../store/types/catalogue.js';
import type { Collection } from '../model/collection.js';
import { ZonedTimes } from '../model/zoned-time.js';
import type { RowValues } from './row-values.js';

/** An object is live at `from` and until just before `until`, in ms since 1970; never where `from` is infinite. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

export interface LiveRule {
  /** Differs where another rule would give other spans. */
  readonly key: string;
  /** Names in the setting that are no properties of the schema. */
  readonly unknown: readonly string[];
  /** Whether anything says what is live. */
  readonly publishes: boolean;
  /** Whether objects become live, or cease to be, as time passes. */
  readonly hasDates: boolean;
  /** Reads the span of a row. */
  reader(values: RowValues): (row: Row) => Span;
}

const NEVER: Span = { from: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY };
const LONG_AGO: Span = { from: Number.NEGATIVE_INFINITY, until: Number.NEGATIVE_INFINITY };

/** The value by which a state that is not live is told from a draft (spec/queries.md#states). */
const ARCHIVED = 'archived';

export const isLiveAt = ({ from, until }: Span, at: number): boolean => from <= at && at < until;

export function stateAt({ from, until }: Span, at: number): ObjectState {
  if (from === Number.POSITIVE_INFINITY) return 'draft';
  if (from > at) return 'scheduled';
  return at < until ? 'published' : 'archived';
}

/** When a state changes by the clock, in ms since 1970; undefined where it does not. */
export function changesAt({ from, until }: Span, at: number): number | undefined {
  const next = from > at ? from : until;
  return next > at && Number.isFinite(next) ? next : undefined;
}

/** A bound: `otherwise` without a date. What cannot be read is no date to publish by, so the object is not live. */
function bound(
  value: JsonValue | undefined,
  read: (text: string) => number | undefined,
  otherwise: number,
): number {
  if (value === undefined || value === null || value === '') return otherwise;
  return (typeof value === 'string' ? read(value.trim()) : undefined) ?? Number.NaN;
}

const holdsAny = (value: JsonValue | undefined, values: ReadonlySet<string>): boolean =>
  (Array.isArray(value) ? value : [value]).some((one) => values.has(String(one ?? '')));

const isArchived = (value: JsonValue | undefined): boolean =>
  (Array.isArray(value) ? value : [value]).some((one) => String(one ?? '').toLowerCase() === ARCHIVED);

/** The rule of a collection. Dates without a time zone are in `zone`. */
export function liveRule({ settings, schema }: Collection, zone: string): LiveRule {
  const setting: PublishedSetting = settings.published ?? {};
  const { draft = schema.properties.get('draft')?.kind.type === 'boolean' ? 'draft' : '' } = setting;
  const { state, from, until } = setting;
  const times = new ZonedTimes(zone);
  const states = new Set<string>(state?.values);
  const names = [draft, state?.property, from, until].flatMap((name) => name || []);
  return {
    key: JSON.stringify([draft, state, from, until, zone]),
    unknown: [...new Set(names)].filter((name) => !schema.properties.has(name)),
    publishes: names.some((name) => schema.properties.has(name)),
    hasDates: from !== undefined || until !== undefined,
    reader(values) {
      const of = (name: string | undefined) => (name ? values.reader(name) : () => undefined);
      const [draftOf, stateOf, fromOf, untilOf] = [of(draft), of(state?.property), of(from), of(until)];
      return (row) => {
        if (draftOf(row) === true) return NEVER;
        const value = state && stateOf(row);
        if (state && !holdsAny(value, states)) return isArchived(value) ? LONG_AGO : NEVER;
        const begins = bound(fromOf(row), (text) => times.start(text), Number.NEGATIVE_INFINITY);
        const ends = bound(untilOf(row), (text) => times.end(text), Number.POSITIVE_INFINITY);
        return Number.isNaN(begins) || Number.isNaN(ends) ? NEVER : { from: begins, until: ends };
      };
    },
  };
}
