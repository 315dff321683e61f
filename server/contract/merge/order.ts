/** The merged order of entries that are told apart by keys. */
import type { Side, Three } from './rules.js';

/** More entries that both sides moved are not compared in pairs, which would take too long. */
const MAX_PAIRS = 100;

type Keys = readonly string[];

const equal = (a: Keys, b: Keys) => a.length === b.length && a.every((key, at) => key === b[at]);

const places = (keys: Keys): ReadonlyMap<string, number> => new Map(keys.map((key, at) => [key, at]));

/**
 * The order in which two keys are is a value with two states, so two changes of it never clash. All pairs together
 * are an order unless they form a circle; undefined then.
 */
function orderOfPairs({ base, mine, theirs }: Three<Keys>): string[] | undefined {
  if (base.length > MAX_PAIRS) return undefined;
  const [atMine, atTheirs] = [places(mine), places(theirs)].map((at) => base.map((key) => at.get(key) ?? 0));
  if (!atMine || !atTheirs) return undefined;
  const before = base.map(() => 0);
  const isSwapped = (at: readonly number[], a: number, b: number) => (at[a] ?? 0) > (at[b] ?? 0);
  for (let a = 0; a < base.length; a += 1) {
    for (let b = a + 1; b < base.length; b += 1) {
      const later = isSwapped(atMine, a, b) || isSwapped(atTheirs, a, b) ? a : b;
      before[later] = (before[later] ?? 0) + 1;
    }
  }
  const ordered = new Array<string | undefined>(base.length).fill(undefined);
  for (const [at, key] of base.entries()) ordered[before[at] ?? 0] = key;
  const found = ordered.filter((key) => key !== undefined);
  return found.length === base.length ? found : undefined;
}

function orderOfCommon(three: Three<Keys>): string[] | undefined {
  const { base, mine, theirs } = three;
  if (equal(mine, base)) return [...theirs];
  if (equal(theirs, base) || equal(mine, theirs)) return [...mine];
  return orderOfPairs(three);
}

/** Keys that are not common, by the common key they follow; "before all" has the key undefined. */
function runsOf(keys: Keys, isCommon: (key: string) => boolean, isKept: (key: string) => boolean) {
  const runs = new Map<string | undefined, string[]>();
  let after: string | undefined;
  for (const key of keys) {
    if (isCommon(key)) after = key;
    else if (isKept(key)) {
      const run = runs.get(after);
      if (run) run.push(key);
      else runs.set(after, [key]);
    }
  }
  return runs;
}

const compareRuns = (a: Keys, b: Keys) => (JSON.stringify(a) <= JSON.stringify(b) ? -1 : 1);

export interface MergedOrder {
  keys: string[];
  /** Both sides moved entries in ways that contradict each other; the order is then that of the preferred side. */
  clashes: boolean;
}

export const setsOf = ({ base, mine, theirs }: Three<Keys>): Three<ReadonlySet<string>> => ({
  base: new Set(base),
  mine: new Set(mine),
  theirs: new Set(theirs),
});

/**
 * The kept keys, each once. Entries that both sides added in the same place follow each other in an order that does
 * not depend on which side is which.
 */
export function mergeOrder(
  three: Three<Keys>,
  isKept: (key: string) => boolean,
  prefer: Side,
  { base, mine, theirs } = setsOf(three),
): MergedOrder {
  const isCommon = (key: string) => isKept(key) && base.has(key) && mine.has(key) && theirs.has(key);
  const common = {
    base: three.base.filter(isCommon),
    mine: three.mine.filter(isCommon),
    theirs: three.theirs.filter(isCommon),
  };
  const merged = orderOfCommon(common);
  const runs = [runsOf(three.mine, isCommon, isKept), runsOf(three.theirs, isCommon, isKept)];
  const keys = new Set<string>();
  for (const key of [undefined, ...(merged ?? common[prefer])]) {
    if (key !== undefined) keys.add(key);
    if (!runs.some((some) => some.has(key))) continue;
    const here = runs.flatMap((some) => (some.has(key) ? [some.get(key) ?? []] : []));
    for (const added of here.sort(compareRuns).flat()) keys.add(added);
  }
  return { keys: [...keys], clashes: merged === undefined };
}
