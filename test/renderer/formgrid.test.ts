/** The formgrid grammar (spec/schemas.md#form-layout). */
import { expect, it } from 'vitest';
import { type FormBlock, type GridBlock, namesInOrder, parseFormgrid } from '../../renderer/form/formgrid';

/** A layout as text: `name@row,column` with the span where it is not 1; blocks one per line. */
function draw(blocks: readonly FormBlock[], indent = ''): string {
  const place = (block: GridBlock) =>
    block.places
      .map(({ name, row, column, rowEnd, columnEnd }) => {
        const span =
          columnEnd - column === 1 && rowEnd - row === 1 ? '' : `+${rowEnd - row}x${columnEnd - column}`;
        return `${name}@${row},${column}${span}`;
      })
      .join(' ');
  return blocks
    .map((block) => {
      if (block.kind === 'divider') return `${indent}--- ${block.title}`.trimEnd();
      if (block.kind === 'grid') return `${indent}${block.columns}: ${place(block)}`;
      return `${indent}[[ ${block.legend}\n${draw(block.blocks, `${indent}  `)}`;
    })
    .join('\n');
}

const NAMES = ['a', 'b', 'c', 'd'];

const cases: [outcome: string, grid: string | undefined, layout: string, names?: string[]][] = [
  ['gives every property a row when there is no grid', undefined, '1: a@1,1 b@2,1 c@3,1 d@4,1'],
  ['gives every property a row when the grid is empty', '  \n\n', '1: a@1,1 b@2,1 c@3,1 d@4,1'],
  ['places one row per line', 'a b\nc d', '2: a@1,1 b@1,2 c@2,1 d@2,2'],
  ['spans by repetition', 'a a b\nc d d', '3: a@1,1+1x2 b@1,3 c@2,1 d@2,2+1x2'],
  ['spans rows when a name stands below itself', 'a b\na c\nd d', '2: a@1,1+2x1 b@1,2 c@2,2 d@3,1+1x2'],
  ['leaves a cell empty for a dot', 'a . b\n. c d', '3: a@1,1 b@1,3 c@2,2 d@2,3'],
  ['takes as many columns as the widest row', 'a\nb c d', '3: a@1,1 b@2,1 c@2,2 d@2,3'],
  ['reads a bare rule', 'a b\n---\nc d', '2: a@1,1 b@1,2\n---\n2: c@1,1 d@1,2'],
  ['reads a titled rule', 'a b\n--- More of it\nc d', '2: a@1,1 b@1,2\n--- More of it\n2: c@1,1 d@1,2'],
  ['reads a title between rules', 'a\n---More---\nb\nc\nd', '1: a@1,1\n--- More\n1: b@1,1 c@2,1 d@3,1'],
  [
    'gives a fieldset columns of its own',
    'a\n[[ Where\nb c\n]]\nd',
    '1: a@1,1\n[[ Where\n  2: b@1,1 c@1,2\n1: d@1,1',
  ],
  ['reads a fieldset without a legend', 'a\n[[\nb\n]]\nc d', '2: a@1,1\n[[ \n  1: b@1,1\n2: c@1,1 d@1,2'],
  [
    'closes a fieldset at the end of the text',
    'a b c\n[[ Last\nd',
    '3: a@1,1 b@1,2 c@1,3\n[[ Last\n  1: d@1,1',
  ],
  [
    'keeps a rule inside its fieldset',
    '[[ Both\na\n--- Rest\nb\n]]\nc d',
    '[[ Both\n  1: a@1,1\n  --- Rest\n  1: b@1,1\n2: c@1,1 d@1,2',
  ],
  [
    'nests one level only: an inner fieldset joins the outer one',
    '[[ Outer\na\n[[ Inner\nb\n]]\nc d',
    '[[ Outer\n  1: a@1,1 b@2,1\n2: c@1,1 d@1,2',
  ],
  ['drops a row with an invalid name whole', 'a b\nc 1d\nd', '2: a@1,1 b@1,2 d@2,1\n1: c@1,1'],
  ['appends properties the grid does not name', 'b a', '2: b@1,1 a@1,2\n1: c@1,1 d@2,1'],
  ['leaves the place of an unknown property empty', 'a nobody b\nc d d', '3: a@1,1 b@1,3 c@2,1 d@2,2+1x2'],
  ['drops a row of unknown properties', 'a b\nnobody noone\nc d', '2: a@1,1 b@1,2 c@2,1 d@2,2'],
  ['drops a fieldset with nothing in it', 'a b\n[[ Gone\nnobody\n]]\nc d', '2: a@1,1 b@1,2\n2: c@1,1 d@1,2'],
  ['keeps the first place of a name that comes again', 'a b a\nc d b', '3: a@1,1 b@1,2 c@2,1 d@2,2'],
  ['draws no rule after the last field', 'a b\nc d\n---\n---', '2: a@1,1 b@1,2 c@2,1 d@2,2'],
  ['draws two bare rules as one', 'a b\n---\n---\nc d', '2: a@1,1 b@1,2\n---\n2: c@1,1 d@1,2'],
  ['reads Windows line ends and stray blanks', '  a   b \r\n\r\n c\td\r\n', '2: a@1,1 b@1,2 c@2,1 d@2,2'],
  ['takes names with dashes and underscores', '_x  y-z', '2: _x@1,1 y-z@1,2', ['_x', 'y-z']],
  ['is not fooled by names of the language', '__proto__ a', '2: __proto__@1,1 a@1,2', ['a', '__proto__']],
];

it.each(cases)('%s', (_outcome, grid, layout, names = NAMES) => {
  expect(draw(parseFormgrid(grid, names))).toBe(layout);
});

it('shows every property exactly once, whatever the grid says', () => {
  const grid = 'a a b\nb c\n[[ x\na d\n]]\n--- \n. . .\nd c b a';
  const blocks = parseFormgrid(grid, [...NAMES, 'e']);
  expect(namesInOrder(blocks).sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('names properties in the order in which a form is read, also inside of fieldsets', () => {
  const blocks = parseFormgrid('d\n[[ x\nb c\n]]\n---\na', [...NAMES, 'e']);
  expect(namesInOrder(blocks)).toEqual(['d', 'b', 'c', 'a', 'e']);
});
