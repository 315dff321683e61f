import { expect, it } from 'vitest';
import { type ListAnswer, Pages } from '../../../server/content/pages.js';
import type { Shelf } from '../../../server/store/store.js';

/** A shelf as far as pages ask: something with a version. */
function shelfOf(version: number): Shelf {
  const nothing = () => {
    throw new Error('pages ask a shelf for its version only');
  };
  return {
    version,
    size: 0,
    get: nothing,
    rows: nothing,
    bytes: nothing,
    etag: nothing,
    ordered: nothing,
    damaged: nothing,
    put: nothing,
    drop: nothing,
  };
}

const answer = (size: number): ListAnswer => ({
  bytes: Buffer.alloc(size),
  etag: '""',
  total: 0,
  count: 0,
  limit: 1,
  offset: 0,
});

it('keeps answers of a collection until its shelf has another version', () => {
  const pages = new Pages(1000);
  const [before, after] = [shelfOf(1), shelfOf(2)];
  const kept = answer(10);
  pages.set('notes', before, 'q', kept);
  expect(pages.get('notes', before, 'q')).toBe(kept);
  expect(pages.get('notes', before, 'other')).toBeUndefined();
  expect(pages.get('walks', before, 'q')).toBeUndefined();
  expect(pages.get('notes', after, 'q')).toBeUndefined();
  expect(pages.size).toBe(0);
});

it('stays within its budget, letting go of what was used longest ago', () => {
  const pages = new Pages(1000);
  const [notes, walks] = [shelfOf(1), shelfOf(2)];
  for (const n of [0, 1, 2, 3]) pages.set('notes', notes, `${n}`, answer(200));
  pages.get('notes', notes, '0');
  pages.set('walks', walks, 'q', answer(200));
  pages.set('walks', walks, 'r', answer(200));
  expect(pages.size).toBeLessThanOrEqual(1000);
  expect(pages.get('notes', notes, '1')).toBeUndefined();
  expect(pages.get('notes', notes, '0')).toBeDefined();
  expect(pages.get('walks', walks, 'q')).toBeDefined();
});

it('counts an answer that is kept again once', () => {
  const pages = new Pages(1000);
  const shelf = shelfOf(1);
  for (let n = 0; n < 5; n += 1) pages.set('notes', shelf, 'q', answer(100));
  expect(pages.size).toBe(100);
});

it('does not keep an answer that would push out everything else', () => {
  const pages = new Pages(1000);
  pages.set('notes', shelfOf(1), 'q', answer(251));
  expect(pages.size).toBe(0);
});
