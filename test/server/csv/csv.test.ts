import { describe, expect, it } from 'vitest';
import { readText, writeText, writeValue } from '../../../server/csv/cell.js';
import { readCsv } from '../../../server/csv/read.js';
import { csvLines } from '../../../server/csv/write.js';
import { refusal } from '../../helpers/site.js';

describe('a text as a cell', () => {
  it.each([
    ['plain', 'plain'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1+1|cmd', "'-1+1|cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\\r=1"],
    ['\n=1', "'\\n=1"],
    ['  =1', "'  =1"],
    ['＝1+1', "'＝1+1"],
    ["'=1", "''=1"],
    ["don't", "don't"],
    ["'quoted'", "'quoted'"],
    ['two\nlines', 'two\\nlines'],
    ['a\r\nb', 'a\\r\\nb'],
    ['C:\\new', 'C:\\\\new'],
    ['C:\\temp', 'C:\\temp'],
    ['ends in \\\n', 'ends in \\\\\\n'],
    ['', ''],
  ])('%j is written as %j and read back', (text, cell) => {
    expect(writeText(text)).toBe(cell);
    expect(readText(cell)).toBe(text);
  });

  it('of a number, a switch or a list is bare or JSON, and nothing is empty', () => {
    expect([-5, true, ['a', 'b'], { a: 1 }, null, undefined].map(writeValue)).toEqual([
      '-5',
      'true',
      '["a","b"]',
      '{"a":1}',
      '',
      '',
    ]);
  });
});

describe('CSV text', () => {
  it('quotes separators, quotes and guarded cells, and keeps rows of one empty cell', () => {
    expect(csvLines([['a,b', 'say "x"', "'=1", '']])).toBe('"a,b","say ""x""","\'=1",\n');
    expect(csvLines([[''], ['x']])).toBe('""\nx\n');
  });

  it.each([
    ['commas', 'id,title\na,"x, y"\n'],
    ['semicolons', 'id;title\r\na;x, y\r\n'],
    ['tabs', 'id\ttitle\na\tx, y'],
    ['a byte order mark', '\uFEFFid,title\n\na,"x, y"\n'],
    ['separators inside quoted names', '"id";"title"\na;x, y\n'],
  ])('is read with %s', async (_what, text) => {
    const { header, rows } = await readCsv(Buffer.from(text));
    expect(header).toEqual(['id', 'title']);
    expect(rows.map(({ cells }) => cells)).toEqual([['a', 'x, y']]);
  });

  it('is read back as it was written, whatever the cells hold', async () => {
    const cells = ['a,b', '"', "'=1", '', null, 'é\u2028ü', ' blanks ', ';'];
    const { header, rows } = await readCsv(
      Buffer.from(csvLines([['1', '2', '3', '4', '5', '6', '7', '8'], cells], { quoteEmpty: true })),
    );
    expect([header.length, rows[0]?.cells]).toEqual([8, cells]);
  });

  it.each([
    ['an open quote', 'id,title\na,"x', 'invalid'],
    ['nothing', '', 'invalid'],
    ['bytes that are no text', Buffer.from([0x69, 0x64, 0x0a, 0xff, 0x90]), 'invalid'],
    ['the same column twice', 'id,id\n1,2', 'invalid'],
    [
      'more columns than a schema can have',
      Array.from({ length: 1001 }, (_, n) => `c${n}`).join(),
      'tooLarge',
    ],
    ['more rows than an import takes', `id\n${'x\n'.repeat(100_001)}`, 'tooLarge'],
  ])('with %s is rejected', async (_what, text, kind) => {
    expect((await refusal(readCsv(Buffer.from(text)))).kind).toBe(kind);
  });
});
