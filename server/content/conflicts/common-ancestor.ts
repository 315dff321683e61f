/**
 * The version that two conflicting versions of a file have both changed, found in the history of this machine. Pure.
 * A wrong one would make an edit look like the old value, so a later version is only taken where the other side shows
 * its changes; in doubt an earlier one is taken, or none. The version closest to the other side is not taken: where
 * the history lacks the one at which the machines parted, it can hold edits of this machine. A list of ancestors in
 * each document would be dropped by other programs.
 */
import { isSame } from '../../contract/merge/equality.js';
import type { JsonObject, JsonValue } from '../../contract/values.js';

/** A version of the file in use, in the order of the history. */
export interface LineVersion {
  revision: string;
  at: number;
  /** Written by Plinth on this machine, on the version before it. */
  saved: boolean;
  document: JsonObject;
}

export interface Versioned {
  revision: string;
  document: JsonObject;
}

export interface Ancestor {
  base: LineVersion;
  /** Versions between the base and each side, as far as they are known. */
  minePath: readonly JsonObject[];
  theirsPath: readonly JsonObject[];
  /** The other version is an earlier one of the file: all that was written since was written on it. */
  superseded: boolean;
}

/** Properties that say nothing about what was edited: times that saves set. */
export type IsStamp = (property: string) => boolean;

const own = (document: JsonObject, key: string): JsonValue | undefined =>
  Object.hasOwn(document, key) ? document[key] : undefined;

const sameAt = (a: JsonObject, b: JsonObject, key: string): boolean =>
  isSame(own(a, key), own(b, key), false);

/** Shorter values, such as switches, may be the same in two versions by chance. */
const TELLING = 10;

/** Whether a version has all changes between two others, and not by chance. */
function shows(version: JsonObject, before: JsonObject, after: JsonObject, isStamp: IsStamp): boolean {
  let telling = false;
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (isStamp(key) || sameAt(before, after, key)) continue;
    if (!sameAt(version, after, key)) return false;
    telling ||= (JSON.stringify(own(after, key)) ?? '').length >= TELLING;
  }
  return telling;
}

/** Whether a version has a value that a line of versions had and no longer has at its end. */
function isBehind(version: JsonObject, line: readonly LineVersion[], isStamp: IsStamp): boolean {
  const last = line.at(-1)?.document ?? {};
  return Object.keys({ ...version, ...last }).some(
    (key) =>
      !isStamp(key) &&
      !sameAt(version, last, key) &&
      line.some(({ document }) => sameAt(version, document, key)),
  );
}

/** Whether a version can come before another, by the times in them. Saves set `created` once, and `modified` rises. */
function canPrecede(earlier: JsonObject, later: JsonObject): boolean {
  if (!isSame(own(earlier, 'created'), own(later, 'created'))) return false;
  const [a, b] = [earlier, later].map((document) => Date.parse(String(own(document, 'modified'))));
  return a === undefined || b === undefined || !(a > b);
}

/** The latest version of a line that another version was made from. */
function latestShown(line: readonly LineVersion[], other: JsonObject, isStamp: IsStamp): number | undefined {
  const early = line.findIndex(({ document }) => !canPrecede(document, other));
  const earlier = early < 0 ? line : line.slice(0, early);
  for (let at = earlier.length - 1; at > 0; at -= 1) {
    const [before, after] = [earlier[at - 1], earlier[at]];
    if (!before || !after || !shows(other, before.document, after.document, isStamp)) continue;
    if (!isBehind(other, earlier.slice(0, at + 1), isStamp)) return at;
  }
  return earlier.length > 0 ? 0 : undefined;
}

/** `line`: the versions of the file in use, the earliest first. Undefined where no common version is known. */
export function commonAncestor(
  line: readonly LineVersion[],
  mine: Versioned,
  theirs: Versioned,
  isStamp: IsStamp,
): Ancestor | undefined {
  const documents = (from: number, to?: number) => line.slice(from, to).map(({ document }) => document);
  const copy = line.findLastIndex(({ revision }) => revision === theirs.revision);
  if (copy < 0) {
    const others = line.filter(({ revision }) => revision !== mine.revision);
    const at = latestShown(others, theirs.document, isStamp);
    const base = at === undefined ? undefined : others[at];
    if (at === undefined || !base) return undefined;
    const minePath = others.slice(at + 1).map(({ document }) => document);
    return { base, minePath, theirsPath: [], superseded: false };
  }
  const since = line.slice(copy + 1);
  const base = line[copy];
  if (base && since.length > 0 && since.every(({ saved }) => saved)) {
    return { base, minePath: documents(copy + 1), theirsPath: [], superseded: true };
  }
  // The copy was written here, and another version has come from elsewhere in its place.
  const foreign = since.find(({ saved }) => !saved)?.document ?? mine.document;
  const at = latestShown(line.slice(0, copy), foreign, isStamp);
  const common = at === undefined ? undefined : line[at];
  if (at === undefined || !common) return undefined;
  return {
    base: common,
    minePath: documents(copy + 1),
    theirsPath: documents(at + 1, copy),
    superseded: false,
  };
}

/** Whether a path of versions has changed a property, even if its end has the value of the base again. */
export const touches = (base: JsonObject, path: readonly JsonObject[], key: string): boolean =>
  path.some((document) => !sameAt(document, base, key));
