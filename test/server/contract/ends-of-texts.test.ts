/** What is cut off at the ends of names, paths and texts. */
import { describe, expect, it } from 'vitest';
import { segmentsOf } from '../../../server/access/scopes.js';
import { safeFileName } from '../../../server/contract/files.js';
import { slug } from '../../../server/contract/names.js';
import { plainOf } from '../../../server/properties/markup/plain.js';

const NOW = new Date(0);

describe('the end of a file name', () => {
  it.each([
    ['a. . .', 'a._._'],
    ['a...', 'a'],
    ['a.b..', 'a.b'],
    ['...', 'unnamed_file_0'],
  ])('%j', (name, safe) => expect(safeFileName(name, NOW)).toBe(safe));
});

describe('the ends of a path', () => {
  it.each([
    ['//collections/blog//', ['collections', 'blog']],
    ['/collections//blog', ['collections', '', 'blog']],
    ['////', []],
  ])('%j', (path, segments) => expect(segmentsOf(path)).toEqual(segments));
});

describe('the ends of a slug', () => {
  it.each([
    ['-- A, b --', 'a-b'],
    ['---', ''],
    ['_a_', '_a_'],
  ])('%j', (text, id) => expect(slug(text)).toBe(id));
});

describe('white space around lines of HTML', () => {
  it.each([
    ['<p>a \t\n\n b</p>\n\n<p>c</p>', 'a b\n\nc'],
    ['<p>a  b</p>', 'a  b'],
    ['\n<p>a</p>', 'a'],
  ])('%j', (html, text) => expect(plainOf(html)).toBe(text));
});
