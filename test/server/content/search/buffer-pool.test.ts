import { expect, it } from 'vitest';
import { BufferPool } from '../../../../server/content/search/buffer-pool.js';

const texts = (letter: string, count: number, size: number) =>
  Array.from({ length: count }, () => Buffer.from(JSON.stringify(letter.repeat(size))));

it.each([
  ['nothing', 0, 0],
  ['one text', 1, 10],
  ['a few small texts', 3, 5],
  ['a page', 50, 2600],
  ['a page larger than a buffer', 100, 8000],
])('joins %s', (_what, count, size) => {
  const { bytes } = new BufferPool().join('{"é":[', texts('ü', count, size), ']}');
  expect(JSON.parse(bytes.toString())).toEqual({ é: Array(count).fill('ü'.repeat(size)) });
});

it('reuses the memory of a list once it is no longer read, and only then', () => {
  const buffers = new BufferPool();
  const first = buffers.join('[', texts('a', 50, 2600), ']');
  const second = buffers.join('[', texts('b', 50, 2600), ']');
  expect(second.bytes.buffer).not.toBe(first.bytes.buffer);
  first.release();
  const third = buffers.join('[', texts('c', 50, 2600), ']');
  expect(third.bytes.buffer).toBe(first.bytes.buffer);
  expect(second.bytes.toString()).toBe(`[${texts('b', 50, 2600).join()}]`);
});

it('gives memory to one list only, however often it is given back', () => {
  const buffers = new BufferPool();
  const first = buffers.join('[', texts('a', 50, 2600), ']');
  first.release();
  first.release();
  const [second, third] = [texts('b', 50, 2600), texts('c', 50, 2600)].map((all) =>
    buffers.join('[', all, ']'),
  );
  expect(second?.bytes.buffer).not.toBe(third?.bytes.buffer);
});
