/**
 * `created` and `modified`: written by Plinth, derived where a file from elsewhere lacks them
 * (spec/content.md#times). Answers have them in UTC with milliseconds, since they are compared as text; files are not
 * rewritten for it.
 */
import type { ObjectDocument } from '../../contract/objects.js';
import type { JsonValue } from '../../contract/values.js';
import type { StoredObject } from '../../store/types/documents.js';
import type { Stamp } from '../../store/types/stamp.js';

export interface Times {
  /** ISO 8601 UTC with milliseconds, so that times sort as text. */
  created: string;
  modified: string;
}

const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]|$)/;
const ZONE = /(?:[zZ]|[+-]\d{2}:?\d{2})$/;
/** Later times can no longer increase within a four-digit year. */
const LATEST = Date.UTC(9999, 0, 1);

/** Milliseconds of a stored date; one without a zone is UTC on every machine. */
function milliseconds(value: JsonValue | undefined): number | undefined {
  if (typeof value !== 'string' || !DATE.test(value)) return undefined;
  const time = Date.parse(value.length > 10 && !ZONE.test(value) ? `${value}Z` : value);
  return time >= Date.UTC(0, 0, 1) && time < LATEST ? time : undefined;
}

const iso = (time: number): string =>
  new Date(Math.min(Math.max(Number.isFinite(time) ? time : 0, 0), LATEST)).toISOString();

const own = (document: ObjectDocument, key: string): JsonValue | undefined =>
  Object.hasOwn(document, key) ? document[key] : undefined;

/** The format Plinth writes. Days after the 28th are validated: not every month has them. */
const WRITTEN =
  /^(?!9999)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** A stored time as Plinth writes it; undefined where it is none. */
function written(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string' && WRITTEN.test(value)) return value;
  const time = milliseconds(value);
  return time === undefined ? undefined : new Date(time).toISOString();
}

/** The times an object has; from `date`, `updated` and the file's own time where it names none. */
export function timesOf(document: ObjectDocument, stamp: Stamp): Times {
  return {
    created: written(own(document, 'created')) ?? written(own(document, 'date')) ?? iso(stamp.mtimeMs),
    modified: written(own(document, 'modified')) ?? written(own(document, 'updated')) ?? iso(stamp.mtimeMs),
  };
}

/**
 * The times of a save: `created` is set once and stays as a file from elsewhere spells it, `modified` rises even when
 * the clock goes back.
 */
export function timesOfSave(now: Date, current: StoredObject | undefined): Times {
  if (!current) return { created: now.toISOString(), modified: now.toISOString() };
  const before = timesOf(current.document, current.stamp);
  const modified = Math.max(now.getTime(), Date.parse(before.modified) + 1);
  const spelled = own(current.document, 'created');
  const keeps = typeof spelled === 'string' && /[zZ]$/.test(spelled) && milliseconds(spelled) !== undefined;
  return { created: keeps ? spelled : before.created, modified: new Date(modified).toISOString() };
}

/** A document with its times at the end, where every file has them. */
export function withTimes(document: ObjectDocument, times: Times): ObjectDocument {
  const { created: _created, modified: _modified, ...rest } = document;
  return { ...rest, id: document.id, ...times };
}
