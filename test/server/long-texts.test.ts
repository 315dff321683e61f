/** Texts on which work took time by the square of their length, or more: seconds for a file of 120 kB. */
import { expect, it } from 'vitest';
import { readText, writeText } from '../../server/csv/cell.js';
import { looksLikeHtml } from '../../server/imports/mapping/kinds-of-values.js';
import { mdxNames, templateTags, withoutMdx } from '../../server/imports/markdown/mdx.js';
import { htmlOf, shortcodesIn } from '../../server/imports/wordpress/content.js';
import { parseNumber, parsePrice } from '../../server/properties/number/parse.js';

const PRICE = { kind: 'price' } as never;
const COUNT = 300_000;

const many = (text: string, count = COUNT): string => text.repeat(count);

/** What is done with a text that is long, and what comes of it. */
const WORK: [what: string, work: () => unknown, result: unknown][] = [
  ['tags without an end, as code', () => withoutMdx(`x ${many('<A ')}`, 'code'), `x ${many('<A ')}`],
  ['tags without an end, left out', () => withoutMdx(many('<A '), 'content'), ''],
  ['expressions without an end', () => withoutMdx(`x ${many('<A b={')}`, 'code'), `x ${many('<A b={')}`],
  ['names of tags without an end', () => mdxNames(many('<A b="')).size, 1],
  ['shortcodes of templates without an end', () => templateTags(many('{{< ')).size, 0],
  ['digits that are no number', () => parseNumber(`${many('1')}x`), undefined],
  ['spaces that are no price', () => parsePrice(`${many(' ', 59)}x`, PRICE), undefined],
  ['backslashes in a cell', () => writeText(many('\\')), many('\\')],
  ['backslashes of a cell', () => readText(many('\\')), many('\\')],
  ['marks of the rest without an end', () => shortcodesIn(htmlOf(many('<!--more'))), []],
  ['preformatted texts without an end', () => htmlOf(many('<pre ')).length > COUNT, true],
  ['shortcodes of WordPress without an end', () => shortcodesIn(many('[abc x=')), []],
  ['elements without an end', () => looksLikeHtml(many('<p ')), false],
];

it.each(WORK)('%s take time in proportion to their length', (_what, work, result) => {
  // Compared apart: a difference of long texts takes long to show.
  expect(JSON.stringify(work()) === JSON.stringify(result)).toBe(true);
});
