/** Lines of a grouped list: where headings and objects are. */
import { describe, expect, it } from 'vitest';
import { activeAfter, drawnBeside, groupedLines, plainLines } from '../../renderer/lists/lines.ts';

const groups = (...parts: [number, boolean][]) => parts.map(([count, open]) => ({ count, open }));
const all = (lines: ReturnType<typeof plainLines>) =>
  Array.from({ length: lines.count }, (_, at) => lines.at(at));

describe('lines of a list', () => {
  it('hold as many objects as stand side by side', () => {
    const lines = plainLines(5, 2);
    expect(all(lines)).toEqual([
      { first: 0, count: 2 },
      { first: 2, count: 2 },
      { first: 4, count: 1 },
    ]);
    expect(lines.at(3)).toBeUndefined();
    expect([0, 1, 2, 4].map(lines.of)).toEqual([0, 0, 1, 2]);
    expect(plainLines(0, 3).count).toBe(0);
  });

  it('begin a new one below each heading, and are left out of groups that are closed', () => {
    const lines = groupedLines(groups([3, true], [4, false], [1, true]), 2);
    expect(all(lines)).toEqual([
      { group: 0 },
      { first: 0, count: 2 },
      { first: 2, count: 1 },
      { group: 1 },
      { group: 2 },
      { first: 7, count: 1 },
    ]);
    expect(lines.at(6)).toBeUndefined();
    expect([0, 2, 3, 6, 7].map(lines.of)).toEqual([1, 2, 3, 3, 5]);
    expect([-1, 0, 1, 2, 3, 4, 5, 6].filter(lines.isHeading)).toEqual([0, 3, 4]);
  });

  it('lead over closed groups to the next object that is shown', () => {
    const lines = groupedLines(groups([2, false], [2, true], [3, false], [1, true], [2, false]), 1);
    expect(lines.shown(0, 1)).toBe(2);
    expect(lines.shown(4, 1)).toBe(7);
    expect(lines.shown(6, -1)).toBe(3);
    expect(lines.shown(0, -1)).toBe(2);
    expect(lines.shown(9, 1)).toBe(7);
    expect(lines.shown(99, 1)).toBe(7);
    expect(lines.shown(3, -1)).toBe(3);
    expect(groupedLines(groups([2, false]), 1).shown(1, 1)).toBe(0);
  });

  it('are found at once among a thousand groups of a hundred thousand objects', () => {
    const lines = groupedLines(
      groups(...Array.from({ length: 1000 }, (_, n) => [100, n % 2 === 0] as [number, boolean])),
      1,
    );
    expect(lines.count).toBe(1000 + 50_000);
    for (const place of [0, 99, 200, 99_800])
      expect(lines.at(lines.of(place))).toEqual({ first: place, count: 1 });
  });

  it('leave a place of the list active whose groups are not counted yet', () => {
    const before = groupedLines(groups([2, false], [2, true]), 1);
    // All objects but one are gone, and the groups are those of the former list.
    expect([0, 1, 2, 3, 4].map((total) => activeAfter(before, total, 3))).toEqual([0, 0, 1, 2, 3]);
    expect(activeAfter(before, 4, 0)).toBe(2);
    for (const total of [0, 1, 2, 3, 4]) {
      const once = activeAfter(before, total, 3);
      expect(activeAfter(before, total, once)).toBe(once);
    }
  });
});

describe('the lines of a list that are drawn', () => {
  const lines = (from: number, to: number, ready = true) =>
    Array.from({ length: to - from }, (_, at) => ({ index: from + at, ready }));
  const asDrawn = (drawn: readonly { index: number; ready: boolean }[]) =>
    new Map(drawn.map(({ index, ready }) => [index, ready]));
  const indexes = ({ drawn }: { drawn: readonly { index: number }[] }) => drawn.map(({ index }) => index);
  const range = (from: number, to: number) => lines(from, to).map(({ index }) => index);

  it('are those in view after a jump, and the others some at a time', () => {
    const around = lines(988, 1030);
    const view = { startIndex: 1000, endIndex: 1017 };
    const first = drawnBeside(around, view, asDrawn(lines(0, 30)), 6);
    expect(indexes(first)).toEqual(range(1000, 1018));
    expect(first.left).toBe(24);
    const second = drawnBeside(around, view, asDrawn(first.drawn), 6);
    expect(indexes(second)).toEqual(range(997, 1021));
    expect(second.left).toBe(18);
  });

  it('are all of them while scrolling brings a few new ones, which stay until they are far', () => {
    const moved = drawnBeside(lines(5, 47), { startIndex: 17, endIndex: 34 }, asDrawn(lines(0, 42)), 6);
    expect(indexes(moved)).toEqual(range(5, 47));
    expect(moved.left).toBe(0);
  });

  it('are beside the view those that are loaded', () => {
    const view = { startIndex: 90, endIndex: 99 };
    const around = [...lines(84, 100), ...lines(100, 106, false)];
    const waiting = drawnBeside(around, view, asDrawn(lines(84, 100)), 6);
    expect(indexes(waiting)).toEqual(range(84, 100));
    expect(waiting.left).toBe(0);
    expect(indexes(drawnBeside(lines(84, 106), view, asDrawn(waiting.drawn), 4))).toEqual(range(84, 104));
    // Those in view wait for nothing.
    const seen = drawnBeside(lines(84, 106, false), view, new Map(), 6);
    expect(indexes(seen)).toEqual(range(90, 100));
  });
});
