import { expect, it } from 'vitest';
import { joined } from '../../../../server/content/answers/answer.js';

it.each([
  ['nothing', 0, 0],
  ['one text', 1, 10],
  ['a few small texts', 3, 5],
  ['a page', 50, 2600],
])('joins %s', (_what, count, size) => {
  const texts = Array.from({ length: count }, () => Buffer.from(JSON.stringify('ü'.repeat(size))));
  const bytes = joined('{"é":[', texts, ']}');
  expect(JSON.parse(bytes.toString())).toEqual({ é: Array(count).fill('ü'.repeat(size)) });
});
