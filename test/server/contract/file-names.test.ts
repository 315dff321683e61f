import { describe, expect, it } from 'vitest';
import { fileNameProblem, filePathProblem } from '../../../server/contract/file-names.js';

describe('the name of a file', () => {
  it.each([
    'a.jpg',
    'Ärger über 3.pdf',
    'no extension',
    '日本.png',
    'a..b',
    "it's (1)+2.csv",
    'console.txt',
    'x'.repeat(200),
  ])('can be %.30j', (name) => {
    expect(fileNameProblem(name)).toBeUndefined();
  });

  it.each([
    ['', 'empty'],
    ['.hidden', 'dot'],
    ['..', 'dot'],
    ['a.', 'dot or a space'],
    ['a ', 'dot or a space'],
    ['a/b', '/'],
    ['a\\b', '\\'],
    ['a:b', ':'],
    ['a\0b', 'control'],
    ['a\nb', 'control'],
    ['CON', 'Windows'],
    ['nul.txt', 'Windows'],
    ['com1.tar.gz', 'Windows'],
    ['é'.repeat(101), 'bytes'],
    ['𝄞'.repeat(51), 'bytes'],
  ])('cannot be %.30j', (name, why) => {
    expect(fileNameProblem(name)).toContain(why);
  });

  it('in a path leads nowhere else, and a path has bounds', () => {
    expect(filePathProblem('photo/2026/a.jpg')).toBeUndefined();
    for (const path of [
      'a/../b',
      '/a',
      'a/',
      'a//b',
      './a',
      `${'a/'.repeat(16)}b`,
      `${'xyz'.repeat(50)}/a/`.repeat(4).concat('y'),
    ]) {
      expect(filePathProblem(path), path).toBeTypeOf('string');
    }
  });
});
