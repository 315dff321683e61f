/** Lines of a list: headings of groups, and rows of objects that stand side by side. Pure. */

/** Objects of a list that follow each other, and whether they are shown below their heading. */
export interface GroupPart {
  count: number;
  open: boolean;
}

/** A line is the heading of a group, or `count` objects from the place `first` on. */
export type Line = { group: number } | { first: number; count: number };

export interface Lines {
  count: number;
  at(line: number): Line | undefined;
  isHeading(line: number): boolean;
  /** The line of the object at a place; of a group that is closed its heading. */
  of(place: number): number;
  /** The nearest place that is shown, from this one on in a direction. */
  shown(place: number, side: 1 | -1): number;
}

/** Lines of `total` objects without groups, `across` in each. */
export const plainLines = (total: number, across: number): Lines => ({
  count: Math.ceil(total / across),
  at: (line) => {
    const first = line * across;
    return first < total ? { first, count: Math.min(across, total - first) } : undefined;
  },
  isHeading: () => false,
  of: (place) => Math.floor(place / across),
  shown: (place) => Math.max(0, Math.min(total - 1, place)),
});

interface Placed extends GroupPart {
  /** Its heading's line, and the place of its first object. */
  line: number;
  first: number;
}

/** The last one that begins at or before a number. */
function lastUpTo(placed: readonly Placed[], key: 'line' | 'first', number: number): number {
  let [low, high] = [0, placed.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((placed[middle]?.[key] ?? 0) <= number) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Lines of groups, each below its heading. */
export function groupedLines(groups: readonly GroupPart[], across: number): Lines {
  const placed: Placed[] = [];
  let [line, first] = [0, 0];
  for (const group of groups) {
    placed.push({ ...group, line, first });
    line += 1 + (group.open ? Math.ceil(group.count / across) : 0);
    first += group.count;
  }
  const headings = new Set(placed.map((group) => group.line));
  const shown = (place: number, side: 1 | -1): number => {
    const from = lastUpTo(placed, 'first', Math.max(0, Math.min(first - 1, place)));
    if (placed[from]?.open) return Math.max(0, Math.min(first - 1, place));
    for (let at = from + side; placed[at]; at += side) {
      const group = placed[at];
      if (group?.open) return side > 0 ? group.first : group.first + group.count - 1;
    }
    // Nothing further on this side: the last one that was shown stays.
    const back = side > 0 ? placed.findLast(({ open }) => open) : placed.find(({ open }) => open);
    return back === undefined ? 0 : side > 0 ? back.first + back.count - 1 : back.first;
  };
  return {
    count: line,
    at: (wanted) => {
      if (wanted < 0 || wanted >= line) return undefined;
      const group = lastUpTo(placed, 'line', wanted);
      const found = placed[group];
      if (found === undefined || wanted === found.line) return { group };
      const begin = (wanted - found.line - 1) * across;
      return { first: found.first + begin, count: Math.min(across, found.count - begin) };
    },
    isHeading: (wanted) => headings.has(wanted),
    of: (place) => {
      const found = placed[lastUpTo(placed, 'first', place)];
      if (found === undefined) return 0;
      return found.line + (found.open ? 1 + Math.floor((place - found.first) / across) : 0);
    },
    shown,
  };
}

/**
 * The place of a list that is active after a change: the nearest that is shown. The lines may be those of the list before,
 * whose groups are counted by another request: a place that is no longer there is none.
 */
export function activeAfter({ shown }: Pick<Lines, 'shown'>, total: number, place: number): number {
  const within = Math.max(0, Math.min(total - 1, place));
  const nearest = shown(within, 1);
  return nearest < total ? nearest : within;
}

export interface PlacedLine {
  index: number;
  /** Its objects are loaded. */
  ready: boolean;
}

/** The first and the last line in view. */
export interface LinesInView {
  startIndex: number;
  endIndex: number;
}

/**
 * Of the lines in view and those beside them the ones that are drawn: what is in view, what stays as it was drawn
 * before, and so many others as make `atOnce` new ones, the nearest first. A jump to another place draws no more in one
 * task than is seen, and beside that nothing that would have to be drawn again once it is loaded. `left`: how many of
 * the others are for the next time.
 */
export function drawnBeside<T extends PlacedLine>(
  lines: readonly T[],
  { startIndex, endIndex }: LinesInView,
  before: ReadonlyMap<number, boolean>,
  atOnce: number,
): { drawn: T[]; left: number } {
  const distance = ({ index }: PlacedLine) => Math.max(startIndex - index, index - endIndex, 0);
  const isNew = ({ index, ready }: PlacedLine) => before.get(index) !== ready;
  const seen = lines.filter((line) => distance(line) === 0 && isNew(line)).length;
  const ahead = lines.filter((line) => distance(line) > 0 && isNew(line) && line.ready);
  const nearest = ahead.toSorted((one, other) => distance(one) - distance(other));
  const now = new Set(nearest.slice(0, Math.max(0, atOnce - seen)));
  const drawn = lines.filter((line) => distance(line) === 0 || !isNew(line) || now.has(line));
  return { drawn, left: ahead.length - now.size };
}
