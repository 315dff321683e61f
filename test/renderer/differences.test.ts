/** How two texts and two lists differ. */
import { describe, expect, it } from 'vitest';
import { compare, type Run } from '../../renderer/fields/differences/compare';
import { currentIn } from '../../renderer/fields/differences/files-now';
import { shortened } from '../../renderer/fields/differences/shortened';
import { compareTexts, type Token } from '../../renderer/fields/differences/words';
import { versionUrl } from '../../renderer/fields/image/image-value';

const SIGNS = { same: ['', ''], added: ['{+', '+}'], removed: ['[-', '-]'], gap: ['…', ''] } as const;

const written = (runs: readonly Run<Token>[]): string =>
  runs
    .map(
      ({ change, entries }) => SIGNS[change][0] + entries.map(({ text }) => text).join('') + SIGNS[change][1],
    )
    .join('');

describe('two texts are compared', () => {
  it.each([
    ['a b c', 'a b c', 'a b c'],
    ['', '', ''],
    ['', 'new', '{+new+}'],
    ['old', '', '[-old-]'],
    ['The quick fox jumps.', 'The slow fox jumps.', 'The [-quick-]{+slow+} fox jumps.'],
    ['one two three', 'eins zwei three', '[-one two-]{+eins zwei+} three'],
    ['Line one\nLine two\n', 'Line one\nInserted\nLine two\n', 'Line one\n{+Inserted\n+}Line two\n'],
    ['東京に行きます', '東京へ行きます', '東京[-に-]{+へ+}行きます'],
    ['Ada, Grace', 'Ada; Grace', 'Ada[-,-]{+;+} Grace'],
  ])('%j with %j', (before, after, expected) => {
    expect(written(compareTexts(before, after))).toBe(expected);
  });

  it('so that the unchanged and removed words are the first, the unchanged and added the second', () => {
    const word = (seed: number) => ['a', 'b', 'c', ' ', '\n', 'd,'][seed % 6] ?? '';
    for (let seed = 1; seed < 300; seed += 1) {
      const text = (step: number) =>
        Array.from({ length: 40 }, (_, at) => word((seed * step * (at + 3) * 7919) >> 3)).join('');
      const [before, after] = [text(13), text(17)];
      const runs = compareTexts(before, after);
      const of = (...changes: string[]) =>
        runs
          .filter(({ change }) => changes.includes(change))
          .flatMap(({ entries }) => entries.map((entry) => entry.text))
          .join('');
      expect(of('same', 'removed')).toBe(before);
      expect(of('same', 'added')).toBe(after);
    }
  });

  it('in bounded time, however long and different they are', () => {
    const text = (sound: string) => Array.from({ length: 60_000 }, (_, at) => `${sound}${at}`).join(' ');
    const runs = compareTexts(text('a'), text('b'));
    expect(runs.map(({ change }) => change)).toEqual(['removed', 'added']);
  });
});

it('long unchanged stretches are not shown, and what has changed is', () => {
  const line = 'Nothing has changed in this line of the text.\n';
  const runs = compareTexts(`${line.repeat(200)}old end`, `${line.repeat(200)}new end`);
  const short = shortened(runs);
  expect(short.map(({ change }) => change)).toEqual(['gap', 'same', 'removed', 'added', 'same']);
});

it('entries of a list are removed, added and moved one by one', () => {
  const runs = compare(['a', 'b', 'c', 'd'], ['b', 'c', 'x', 'd', 'a'], (entry) => entry);
  expect(runs.map(({ change, entries }) => `${change} ${entries.join('')}`)).toEqual([
    'removed a',
    'same bc',
    'added x',
    'same d',
    'added a',
  ]);
});

describe('an image of an earlier version', () => {
  const url = '/imageworks/blog/quay/cover.jpg';
  const before = { name: 'a.jpg', size: 9, uploadDate: '2026-11-01T10:00:00+00:00', hash: 'a', url };
  const edit = { flip: false, rotate: 90 };

  it('is shown as that version had it, where only its crop or its description has changed since', () => {
    const isCurrent = currentIn({ cover: { ...before, hash: 'b', alt: 'Boats', edit } });
    expect(isCurrent(before)).toBe(true);
    expect(versionUrl(before, 'w=9')).toBe(`${url}?w=9&edit=none&hash=a`);
    expect(versionUrl({ ...before, edit }, 'w=9')).toBe(`${url}?w=9&edit=90,0,0,0,100,100&hash=a`);
  });

  it('is not shown where another file has come, also one without a date', () => {
    expect(currentIn({ cover: { ...before, uploadDate: '2026-11-02T10:00:00+00:00' } })(before)).toBe(false);
    const { uploadDate: _date, ...undated } = before;
    expect(currentIn({ cover: { ...undated, hash: 'b' } })(undated)).toBe(false);
  });
});
