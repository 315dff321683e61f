/** Merges sequences whose entries may repeat: the blocks of a text, lists. */
import type { Three } from './rules.js';

type Entries = readonly string[];

/** What is particular about some sequences. */
export interface Sequences {
  /** Pairs of places that hold the same entry; undefined to have repetitions matched in their order. */
  matches?(a: Entries, b: Entries): [number, number][] | undefined;
  /** Whether changes with these entries between them meet. Without it they have to touch. */
  isGap?(between: Entries): boolean;
  /** Entries that both sides moved may be there twice. */
  mayRepeat?: true;
  /** Decides where both sides changed the same entries in different ways. */
  clashed?(three: Three<Entries>): Entries | undefined;
}

/** Entries of the base from `start` up to `end` replaced by others. */
interface Hunk {
  start: number;
  end: number;
  by: Entries;
}

/** Indexes of a longest rising subsequence. Cost: n log n. */
function risingIndexes(values: readonly number[]): number[] {
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [at, value] of values.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous.push(low > 0 ? (ends[low - 1] ?? -1) : -1);
    ends[low] = at;
  }
  const found: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) found.push(at);
  return found.reverse();
}

/** Pairs of places in both sequences that hold the same entry, rising in both. A repetition matches the same one. */
function matches(a: Entries, b: Entries): [number, number][] {
  const places = new Map<string, number[]>();
  for (const [at, entry] of a.entries()) {
    const known = places.get(entry);
    if (known) known.push(at);
    else places.set(entry, [at]);
  }
  const used = new Map<string, number>();
  const [inA, inB]: [number[], number[]] = [[], []];
  for (const [at, entry] of b.entries()) {
    const count = used.get(entry) ?? 0;
    const place = places.get(entry)?.[count];
    if (place === undefined) continue;
    used.set(entry, count + 1);
    inA.push(place);
    inB.push(at);
  }
  return risingIndexes(inA).map((at) => [inA[at] ?? 0, inB[at] ?? 0]);
}

/** As many entries by as many others: each is taken to be replaced on its own. */
function* singly({ start, end, by }: Hunk): Generator<Hunk> {
  if (by.length !== end - start) yield { start, end, by };
  else for (const [at, entry] of by.entries()) yield { start: start + at, end: start + at + 1, by: [entry] };
}

/** What turns a sequence into another, from its start to its end. */
export function changesBetween(base: Entries, other: Entries, sequences: Sequences = {}): Hunk[] {
  let head = 0;
  while (head < base.length && head < other.length && base[head] === other[head]) head += 1;
  let tail = 0;
  const most = Math.min(base.length, other.length) - head;
  while (tail < most && base.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  const [a, b] = [base.slice(head, base.length - tail), other.slice(head, other.length - tail)];
  const hunks: Hunk[] = [];
  let [atA, atB] = [0, 0];
  const pairs = sequences.matches?.(a, b) ?? matches(a, b);
  for (const [nextA, nextB] of [...pairs, [a.length, b.length] as const]) {
    if (nextA > atA || nextB > atB) {
      const hunk = { start: head + atA, end: head + nextA, by: b.slice(atB, nextB) };
      for (const one of singly(hunk)) hunks.push(one);
    }
    [atA, atB] = [nextA + 1, nextB + 1];
  }
  return hunks;
}

/** Whether a hunk replaces one entry by another, so that what is added beside it is in no doubtful place. */
const isSingle = ({ start, end, by }: Hunk) => end - start === 1 && by.length <= 1;

/** Whether two hunks of different sides cannot both be applied. */
function interfere(a: Hunk, b: Hunk): boolean {
  if (a.start < b.end && b.start < a.end) return true;
  if (a.start === a.end && b.start === b.end) return a.start === b.start;
  const touch = a.end === b.start || b.end === a.start;
  const adds = a.start === a.end || b.start === b.end;
  return touch && adds && !(isSingle(a) || isSingle(b));
}

function applied(base: Entries, hunks: readonly Hunk[], start: number, end: number): string[] {
  const result: string[] = [];
  let at = start;
  for (const hunk of hunks) {
    for (; at < hunk.start; at += 1) result.push(base[at] ?? '');
    for (const entry of hunk.by) result.push(entry);
    at = hunk.end;
  }
  for (; at < end; at += 1) result.push(base[at] ?? '');
  return result;
}

const equal = (a: Entries, b: Entries) => a.length === b.length && a.every((entry, at) => entry === b[at]);

/** Hunks of both sides that interfere, directly or through others. */
interface Region {
  start: number;
  end: number;
  mine: Hunk[];
  theirs: Hunk[];
}

function regionsOf(
  mine: readonly Hunk[],
  theirs: readonly Hunk[],
  meet: (a: Hunk, b: Hunk) => boolean,
): Region[] {
  const all = [
    ...mine.map((hunk) => ({ hunk, side: 'mine' as const })),
    ...theirs.map((hunk) => ({ hunk, side: 'theirs' as const })),
  ].sort((a, b) => a.hunk.start - b.hunk.start || a.hunk.end - b.hunk.end);
  const regions: Region[] = [];
  for (const { hunk, side } of all) {
    const region = regions.at(-1);
    const others = region?.[side === 'mine' ? 'theirs' : 'mine'].at(-1);
    if (region && (hunk.start < region.end || (others && meet(others, hunk)))) {
      region[side].push(hunk);
      region.end = Math.max(region.end, hunk.end);
    } else {
      const made: Region = { start: hunk.start, end: hunk.end, mine: [], theirs: [] };
      made[side].push(hunk);
      regions.push(made);
    }
  }
  return regions;
}

const placeOf = ({ start, end }: Hunk): string => `${start}:${end}`;

/**
 * Regions of what one side changed, and of what both changed in the same way. A change that both made meets none of
 * either side: which of the two is looked at first must not matter.
 */
function agreedAndOther(
  mine: readonly Hunk[],
  theirs: readonly Hunk[],
  meet: (a: Hunk, b: Hunk) => boolean,
): Region[] {
  const byPlace = new Map(theirs.map((hunk) => [placeOf(hunk), hunk]));
  const both = mine.filter((hunk) => {
    const other = byPlace.get(placeOf(hunk));
    return other !== undefined && equal(hunk.by, other.by);
  });
  const places = new Set(both.map(placeOf));
  const alone = (hunks: readonly Hunk[]) => hunks.filter((hunk) => !places.has(placeOf(hunk)));
  const regions = regionsOf(alone(mine), alone(theirs), meet);
  const agreed: Region[] = [];
  let at = 0;
  for (const hunk of both) {
    while ((regions[at]?.end ?? Number.POSITIVE_INFINITY) <= hunk.start) at += 1;
    const around = regions[at];
    if (!around || hunk.end <= around.start) {
      agreed.push({ start: hunk.start, end: hunk.end, mine: [hunk], theirs: [hunk] });
      continue;
    }
    for (const side of ['mine', 'theirs'] as const) {
      around[side].push(hunk);
      around[side].sort((a, b) => a.start - b.start);
    }
  }
  return [...regions, ...agreed].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Entries that hunks take away in one place and add in another. */
function moved(base: Entries, hunks: readonly Hunk[]): Set<string> {
  const added = new Set(hunks.flatMap(({ by }) => by));
  return new Set(
    hunks.flatMap(({ start, end }) => base.slice(start, end)).filter((entry) => added.has(entry)),
  );
}

/** How often each entry is there. */
function counted(entries: Entries): Map<string, number> {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(entry, (counts.get(entry) ?? 0) + 1);
  return counts;
}

/** Whether both sides moved an entry to different places, so that it is there once too often. */
function isRepeated(
  { base, mine }: Three<Entries>,
  changes: Record<'mine' | 'theirs', Hunk[]>,
  result: Entries,
) {
  const [byMine, byTheirs] = [moved(base, changes.mine), moved(base, changes.theirs)];
  const both = [...byMine].filter((entry) => byTheirs.has(entry));
  if (both.length === 0) return false;
  const [before, after] = [counted(mine), counted(result)];
  return both.some((entry) => (after.get(entry) ?? 0) > (before.get(entry) ?? 0));
}

/** The merged sequence; undefined where both sides changed the same entries in different ways. */
export function mergeSequence(three: Three<Entries>, sequences: Sequences = {}): string[] | undefined {
  const { base, mine, theirs } = three;
  const { isGap } = sequences;
  const changes = {
    mine: changesBetween(base, mine, sequences),
    theirs: changesBetween(base, theirs, sequences),
  };
  const meet = (a: Hunk, b: Hunk) =>
    isGap ? b.start <= a.end || isGap(base.slice(a.end, b.start)) : interfere(a, b);
  const entries: string[] = [];
  let at = 0;
  for (const region of agreedAndOther(changes.mine, changes.theirs, meet)) {
    const { start, end } = region;
    for (; at < start; at += 1) entries.push(base[at] ?? '');
    at = end;
    const byMine = applied(base, region.mine, start, end);
    const byTheirs = applied(base, region.theirs, start, end);
    const isAgreed = region.mine.length === 0 || region.theirs.length === 0 || equal(byMine, byTheirs);
    const result = isAgreed
      ? region.mine.length > 0
        ? byMine
        : byTheirs
      : sequences.clashed?.({ base: base.slice(start, end), mine: byMine, theirs: byTheirs });
    if (!result) return undefined;
    for (const entry of result) entries.push(entry);
  }
  for (; at < base.length; at += 1) entries.push(base[at] ?? '');
  return !sequences.mayRepeat && isRepeated(three, changes, entries) ? undefined : entries;
}
