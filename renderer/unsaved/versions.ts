/** Edits and the versions of the object they are put on. Pure. */

import { mergeDocuments } from '#contract/merge/merge';
import type { JsonObject, JsonValue } from '#contract/values';
import { own, sameJson } from '../json';
import type { FormState, PropertyState } from './form-state';
import { headsOf, onlyOf, problemsOf } from './heads';
import type { JournalEntry } from './journal';
import { stateOf } from './read-form';

/** The value of a property; null where there is none. */
const storedAt = (object: JsonObject, name: string): JsonValue => own(object, name) ?? null;

/** The edits that still change something against a version. */
export function effective(edits: JsonObject, base: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(edits).filter(([name, value]) =>
      value === null ? storedAt(base, name) !== null : !sameJson(value, own(base, name)),
    ),
  );
}

/** Puts the form on another version; edits that the version already holds are no edits any more. */
export function onto(
  state: FormState,
  base: JsonObject,
  etag: string | undefined,
  edits: JsonObject,
): FormState {
  const left = { ...effective(edits, base), ...onlyOf(edits, headsOf(state.problems)) };
  return {
    ...state,
    isNew: false,
    base,
    etag,
    edits: left,
    problems: problemsOf(state.problems, left),
    outside: undefined,
    mustChoose: false,
  };
}

/** The object as it would be with the edits. */
const withEdits = (base: JsonObject, edits: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries({ ...base, ...edits }).filter(([, value]) => value !== null));

/** The edits merged with a newer version; `prefer`: whose values they have where both clash. */
export function mergedEdits(
  { base, edits, fields }: FormState,
  newer: JsonObject,
  prefer: 'mine' | 'theirs',
): { edits: JsonObject; clashing: ReadonlySet<string> } {
  const three = { base, mine: withEdits(base, edits), theirs: newer };
  const { document, clashes } = mergeDocuments(three, fields, prefer);
  return {
    edits: Object.fromEntries(Object.keys(edits).map((name) => [name, storedAt(document, name)])),
    clashing: new Set(clashes.map(({ path }) => path[0] ?? '')),
  };
}

/** What the form showed of properties that others have changed, when it shows other values now. */
function changedStates(before: FormState, after: FormState): Record<string, PropertyState> {
  const names = [...new Set([...Object.keys(before.base), ...Object.keys(after.base)])].filter(
    (name) => before.properties.includes(name) && !TIMES.has(name),
  );
  return Object.fromEntries(
    names
      .map((name) => [name, stateOf(before, name), stateOf(after, name)] as const)
      .filter(([, was, is]) => !sameJson(was.value, is.value))
      .map(([name, was]) => [name, was]),
  );
}

/** Dates that saves set. */
const TIMES: ReadonlySet<string> = new Set(['created', 'modified']);

/**
 * Takes a newer version over and merges it with the edits, by the kinds of the properties; where both changed the same
 * value, the user has to choose.
 */
export function merge(state: FormState, object: JsonObject, etag: string): FormState {
  const { edits, clashing } = mergedEdits(state, object, 'mine');
  if (clashing.size > 0) return { ...state, outside: { kind: 'changed', object, etag } };
  const merged = onto(state, object, etag, edits);
  const states = { ...changedStates(state, merged), ...state.merged };
  const isNews = Object.keys(state.edits).length > 0 && Object.keys(states).length > 0;
  return isNews ? { ...merged, merged: states } : merged;
}

/** The values kept edits were made on. One not known is taken for another than the stored one. */
function baseOf({ base, etag }: JournalEntry, names: readonly string[], state: FormState): JsonObject {
  const unknown = (name: string): JsonValue => {
    if (etag === state.etag) return storedAt(state.base, name);
    return storedAt(state.base, name) === null ? '' : null;
  };
  return Object.fromEntries(
    names.map((name) => [name, Object.hasOwn(base, name) ? storedAt(base, name) : unknown(name)]),
  );
}

/** Takes up what an earlier sitting left. What has been typed since stays above it. */
export function restore(state: FormState, entry: JournalEntry): FormState {
  const edits = { ...entry.edits, ...state.edits };
  const problems = { ...entry.problems, ...state.problems };
  if (state.isNew || state.etag === undefined || state.outside?.kind === 'deleted') {
    const left = { ...effective(edits, state.base), ...onlyOf(edits, headsOf(problems)) };
    return { ...state, edits: left, problems, failure: undefined };
  }
  const names = Object.keys(entry.edits).filter((name) => !Object.hasOwn(state.edits, name));
  const now = state.outside ?? { object: state.base, etag: state.etag };
  const before = Object.entries({ ...state.base, ...baseOf(entry, names, state) });
  const base = Object.fromEntries(before.filter(([, value]) => value !== null));
  const merged = merge({ ...state, base, edits, problems, failure: undefined }, now.object, now.etag);
  if (merged.outside === undefined) return merged;
  // No version has this base as a whole: without a mark of its own, nothing is taken for it.
  return { ...merged, etag: undefined, mustChoose: true };
}
