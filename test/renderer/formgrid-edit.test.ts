/** Moving fields about in a `formgrid` text. Rows are written with `/` between them. */
import { describe, expect, it } from 'vitest';
import {
  type Direction,
  withAll,
  withBeside,
  withDivider,
  withFieldset,
  withMove,
  withoutField,
  withRenamed,
  withRowAt,
  withWidth,
} from '../../renderer/pages/schemas/builder/formgrid-edit.js';

const grid = (short: string) =>
  short
    .split('/')
    .map((line) => line.trim())
    .join('\n');
const short = (text: string) => text.split('\n').join('/');

describe('a move', () => {
  it.each<[from: string, name: string, direction: Direction, to: string]>([
    ['a/b/c', 'b', 'up', 'b/a/c'],
    ['a/b/c', 'b', 'down', 'a/c/b'],
    ['a/b/c', 'a', 'up', 'a/b/c'],
    ['a/b/c', 'c', 'down', 'a/b/c'],
    ['a b/c c', 'b', 'left', 'b a/c c'],
    ['a b/c c', 'b', 'right', 'a b/c c'],
    ['a a b', 'a', 'right', 'b a a'],
    ['a b/c c', 'b', 'down', 'a/b/c'],
    ['a b/c c', 'b', 'up', 'b/a/c'],
    ['a/--- Where/b', 'b', 'up', 'a/b/--- Where'],
    ['a/[[ Frame/b/]]', 'a', 'down', '[[ Frame/a/b/]]'],
    ['[[ Frame/a/b/]]', 'b', 'down', '[[ Frame/a/]]/b'],
    ['[[ Frame/a/]]', 'a', 'down', 'a'],
    ['a', 'unheard', 'up', 'a'],
  ])('in %s of %s %s gives %s', (from, name, direction, to) => {
    expect(short(withMove(grid(from), name, direction))).toBe(to);
  });
});

describe('a field put somewhere', () => {
  it.each([
    ['a/b', 'a', 'left', 'c', 'c a/b b'],
    ['a/b', 'a', 'right', 'c', 'a c/b b'],
    ['a b/d d', 'b', 'right', 'c', 'a b c/d d d'],
    ['a a b/d d d', 'a', 'right', 'c', 'a a c b/d d d d'],
    ['a/b', 'a', 'right', 'b', 'a b'],
    ['a/b', 'unheard', 'right', 'b', 'a/b'],
  ] as const)('in %s beside %s at its %s: %s gives %s', (from, beside, side, name, to) => {
    expect(short(withBeside(grid(from), name, { beside, side }))).toBe(to);
  });

  it.each([
    ['a/b', 'a', 'before', 'c', 'c/a/b'],
    ['a/b', 'a', 'behind', 'c', 'a/c/b'],
    ['a b', 'b', 'behind', 'a', 'b/a'],
    ['a', undefined, 'behind', 'c', 'a/c'],
    ['', undefined, 'behind', 'c', 'c'],
    ['a b/d d', 'd', 'before', 'c', 'a b/c c/d d'],
  ] as const)('in %s at %s %s: %s gives %s', (from, beside, side, name, to) => {
    expect(short(withRowAt(grid(from), name, { beside, side }))).toBe(to);
  });
});

describe('a width', () => {
  it.each([
    ['a b', 'a', 1, 'a a b'],
    ['a b b', 'a', 1, 'a a b'],
    ['a . b', 'a', 1, 'a a b'],
    ['a b/c c', 'a', 1, 'a a b/c c c'],
    ['a a b', 'a', -1, 'a b b'],
    ['a b', 'a', -1, 'a b'],
    ['a', 'a', 1, 'a'],
    ['a a', 'a', -1, 'a'],
  ] as const)('of %s: %s by %i gives %s', (from, name, by, to) => {
    expect(short(withWidth(grid(from), name, by))).toBe(to);
  });
});

describe('the rest of the text', () => {
  it('places every field that stands nowhere, and empties what is no field', () => {
    expect(short(withAll('a gone\n--- T', ['a', 'b']))).toBe('a/--- T/b');
    expect(withAll(undefined, [])).toBe('');
  });

  it('loses a field and takes another name for one', () => {
    expect(short(withoutField(grid('a b/[[ F/c/]]'), 'c'))).toBe('a b');
    expect(short(withoutField(grid('a a b/c c c'), 'b'))).toBe('a/c');
    expect(short(withRenamed(grid('a b/a a/--- a'), 'a', 'z'))).toBe('z b/z z/--- a');
  });

  it('gets headings and frames, and loses them again', () => {
    expect(short(withDivider(grid('a/b'), 'Where\nnow', 'b'))).toBe('a/--- Where now/b');
    expect(short(withDivider(grid('a'), ' ', undefined))).toBe('a/---');
    expect(short(withFieldset(grid('a/b'), 'Frame', 'b'))).toBe('a/[[ Frame/b/]]');
    expect(short(withFieldset(grid('[[ F/a/]]'), 'G', 'a'))).toBe('[[ F/a/]]');
  });

  it('keeps lines that are no rows, such as one with a name that is none', () => {
    expect(short(withMove(grid('9 x/a/b'), 'b', 'up'))).toBe('9 x/b/a');
  });
});
