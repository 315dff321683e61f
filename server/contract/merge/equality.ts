/** When two JSON values are the same, and which of two is kept where that makes no difference. */
import { isJsonObject } from '../values.js';
import type { Clash, Maybe, Merger, Merging, Steps, Three } from './rules.js';

function sameKeys(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, at) => key === b[at]);
}

/** Whether two values are equal. `inOrder`: keys in another order make a difference. */
export function isSame(a: Maybe, b: Maybe, inOrder = true): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((one, at) => isSame(one, b[at], inOrder));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  if (inOrder ? !sameKeys(keys, others) : keys.length !== others.length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key], inOrder));
}

/** One of two values, whichever way round they are given. */
export function either(a: Maybe, b: Maybe): Maybe {
  return JSON.stringify(a) <= JSON.stringify(b) ? a : b;
}

/** Records a clash; the result is the value of the preferred side. */
export function clash({ base, mine, theirs }: Three, path: Clash['path'], merging: Merging): Maybe {
  merging.clashes.push({ path, base, mine, theirs });
  return { base, mine, theirs }[merging.prefer];
}

/** By equality, without regard to the order of keys. */
export const mergeValue: Merger = function* (three, path, merging) {
  const { base, mine, theirs } = three;
  if (isSame(mine, theirs, false)) return either(mine, theirs);
  yield;
  if (isSame(mine, base, false)) return theirs;
  return isSame(theirs, base, false) ? mine : clash(three, path, merging);
};

/** What only one side changed, and what both changed alike; `deeper` merges all else. */
export function* settle(three: Three, path: Clash['path'], merging: Merging, deeper: Merger): Steps<Maybe> {
  const { base, mine, theirs } = three;
  if (isSame(mine, base)) return theirs;
  if (isSame(theirs, base) || isSame(mine, theirs)) return mine;
  return yield* deeper(three, path, merging);
}
