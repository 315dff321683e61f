/** Edits and the versions of the object they are put on. Pure. */
import type { JsonObject, JsonValue } from '#contract/values';
import { own, sameJson } from '../json';
import type { Draft } from './draft-state';
import { headsOf, onlyOf, problemsOf } from './heads';
import type { JournalEntry } from './journal';

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

/** Puts the draft on another version; edits that the version already holds are no edits any more. */
export function onto(draft: Draft, base: JsonObject, etag: string | undefined, edits: JsonObject): Draft {
  const left = { ...effective(edits, base), ...onlyOf(edits, headsOf(draft.problems)) };
  return {
    ...draft,
    isNew: false,
    base,
    etag,
    edits: left,
    problems: problemsOf(draft.problems, left),
    outside: undefined,
    mustChoose: false,
  };
}

/** Whether a property was edited here, and was given a third value in the newer version. */
const isContested = ({ base, edits }: Draft, newer: JsonObject, name: string): boolean =>
  !sameJson(storedAt(base, name), storedAt(newer, name)) &&
  !sameJson(storedAt(edits, name), storedAt(newer, name));

/**
 * Takes a newer version over where it changed other properties than the edits; where both changed the same one, the
 * user has to choose.
 */
export function merge(draft: Draft, object: JsonObject, etag: string): Draft {
  const contested = Object.keys(draft.edits).some((name) => isContested(draft, object, name));
  if (!contested) return onto(draft, object, etag, draft.edits);
  return { ...draft, outside: { kind: 'changed', object, etag } };
}

/** The values a kept draft's edits were made on. One not known is taken for another than the stored one. */
function baseOf({ base, etag }: JournalEntry, names: readonly string[], draft: Draft): JsonObject {
  const unknown = (name: string): JsonValue => {
    if (etag === draft.etag) return storedAt(draft.base, name);
    return storedAt(draft.base, name) === null ? '' : null;
  };
  return Object.fromEntries(
    names.map((name) => [name, Object.hasOwn(base, name) ? storedAt(base, name) : unknown(name)]),
  );
}

/** Takes up what an earlier sitting left. What has been typed since stays above it. */
export function restore(draft: Draft, entry: JournalEntry): Draft {
  const edits = { ...entry.edits, ...draft.edits };
  const problems = { ...entry.problems, ...draft.problems };
  if (draft.isNew || draft.etag === undefined || draft.outside?.kind === 'deleted') {
    const left = { ...effective(edits, draft.base), ...onlyOf(edits, headsOf(problems)) };
    return { ...draft, edits: left, problems, failure: undefined };
  }
  const names = Object.keys(entry.edits).filter((name) => !Object.hasOwn(draft.edits, name));
  const now = draft.outside ?? { object: draft.base, etag: draft.etag };
  const before = Object.entries({ ...draft.base, ...baseOf(entry, names, draft) });
  const base = Object.fromEntries(before.filter(([, value]) => value !== null));
  const merged = merge({ ...draft, base, edits, problems, failure: undefined }, now.object, now.etag);
  if (merged.outside === undefined) return merged;
  // No version has this base as a whole: without a mark of its own, nothing is taken for it.
  return { ...merged, etag: undefined, mustChoose: true };
}
