import { describe, expect, it } from 'vitest';
import { type ListAnswer, ListCache } from '../../../../server/content/search/list-cache.js';
import type { CollectionIndex } from '../../../../server/store/types/catalogue.js';

/** An index as far as pages ask: something with a version. */
function indexOf(version: number): CollectionIndex {
  const nothing = () => {
    throw new Error('pages ask an index for its version only');
  };
  return {
    version,
    size: 0,
    get: nothing,
    rows: nothing,
    changesSince: nothing,
    bytes: nothing,
    isPartial: nothing,
    etag: nothing,
    rowsById: nothing,
    grouped: nothing,
    ids: nothing,
    damaged: nothing,
    problem: nothing,
    kept: nothing,
    snapshot: undefined,
    onSnapshot: () => {},
    saved: nothing,
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

/** Asks for an answer so often, and offers it each time it is not kept. */
function ask(
  pages: ListCache,
  collection: string,
  collectionIndex: CollectionIndex,
  query: string,
  times: number,
  size = 200,
): void {
  for (let n = 0; n < times; n += 1) {
    if (!pages.get(collection, collectionIndex, query))
      pages.set(collection, collectionIndex, query, answer(size));
  }
}

it('keeps answers of a collection until its index has another version', () => {
  const pages = new ListCache(1000);
  const [before, after] = [indexOf(1), indexOf(2)];
  ask(pages, 'notes', before, 'q', 2, 10);
  expect(pages.get('notes', before, 'q')?.bytes).toHaveLength(10);
  expect(pages.get('notes', before, 'other')).toBeUndefined();
  expect(pages.get('walks', before, 'q')).toBeUndefined();
  expect(pages.get('notes', after, 'q')).toBeUndefined();
  expect(pages.size).toBe(0);
});

it('keeps no answer that was asked for once, so that a pull of all pages keeps none', () => {
  const pages = new ListCache(1000);
  const collectionIndex = indexOf(1);
  for (const query of ['1', '2', '3']) ask(pages, 'notes', collectionIndex, query, 1);
  expect(pages.size).toBe(0);
  ask(pages, 'notes', collectionIndex, '2', 1);
  expect(pages.get('notes', collectionIndex, '2')).toBeDefined();
  expect(pages.size).toBe(200);
});

it('stays within its budget, letting one go that was asked for half as often', () => {
  const pages = new ListCache(1000);
  const [notes, walks] = [indexOf(1), indexOf(2)];
  for (const n of [0, 1, 2, 3, 4]) ask(pages, 'notes', notes, `${n}`, 2);
  pages.get('notes', notes, '0');
  ask(pages, 'walks', walks, 'q', 3);
  expect(pages.get('walks', walks, 'q')).toBeUndefined();
  ask(pages, 'walks', walks, 'q', 1);
  expect(pages.size).toBe(1000);
  const kept = [0, 1, 2, 3, 4].filter((n) => pages.get('notes', notes, `${n}`));
  expect(kept).toHaveLength(4);
  expect(kept).toContain(0);
  expect(pages.get('walks', walks, 'q')).toBeDefined();
});

it('lets nothing go for what is asked for about as often', () => {
  const pages = new ListCache(1000);
  const collectionIndex = indexOf(1);
  // The same eight pages again and again, five of which there is room for.
  for (let round = 0; round < 4; round += 1) {
    for (let n = 0; n < 8; n += 1) ask(pages, 'notes', collectionIndex, `${n}`, 1);
  }
  const kept = [0, 1, 2, 3, 4, 5, 6, 7].filter((n) => pages.get('notes', collectionIndex, `${n}`));
  expect(kept).toEqual([0, 1, 2, 3, 4]);
});

it('counts an answer that is kept again once', () => {
  const pages = new ListCache(1000);
  const collectionIndex = indexOf(1);
  for (let n = 0; n < 5; n += 1) {
    pages.get('notes', collectionIndex, 'q');
    pages.set('notes', collectionIndex, 'q', answer(100));
  }
  expect(pages.size).toBe(100);
});

it('does not keep an answer that would push out everything else', () => {
  const pages = new ListCache(1000);
  ask(pages, 'notes', indexOf(1), 'q', 5, 251);
  expect(pages.size).toBe(0);
});

describe('an address', () => {
  /** A list that is kept, and known by an address. */
  function kept(address = '/notes?limit=1') {
    const pages = new ListCache(1000);
    const collectionIndex = indexOf(1);
    ask(pages, 'notes', collectionIndex, 'q', 2);
    const known = pages.get('notes', collectionIndex, 'q');
    if (!known) throw new Error('The answer was not kept');
    pages.address('notes', collectionIndex, address, { answer: known, links: 'links', warnings: [] });
    return { pages, collectionIndex, known, address };
  }

  it('leads to its list until the index has another version', () => {
    const { pages, collectionIndex, known, address } = kept();
    expect(pages.at('notes', collectionIndex, address)).toMatchObject({
      answer: known,
      links: 'links',
      warnings: [],
    });
    expect(pages.at('notes', collectionIndex, '/notes?limit=2')).toBeUndefined();
    expect(pages.at('walks', collectionIndex, address)).toBeUndefined();
    expect(pages.at('notes', indexOf(2), address)).toBeUndefined();
    expect(pages.at('notes', collectionIndex, address)).toBeUndefined();
  });

  it('leads nowhere once its answer had to give way', () => {
    const { pages, collectionIndex, address } = kept();
    for (const n of [0, 1, 2, 3, 4]) ask(pages, 'notes', collectionIndex, `${n}`, 7);
    expect(pages.at('notes', collectionIndex, address)).toBeUndefined();
  });

  it('counts as asking, so that its answer stays', () => {
    const { pages, collectionIndex, address } = kept();
    for (let n = 0; n < 5; n += 1) pages.at('notes', collectionIndex, address);
    for (const n of [0, 1, 2, 3, 4]) ask(pages, 'notes', collectionIndex, `${n}`, 7);
    expect(pages.at('notes', collectionIndex, address)).toBeDefined();
  });

  it('is not remembered without a kept answer, nor when it is endless', () => {
    const { pages, collectionIndex } = kept();
    pages.address('notes', collectionIndex, '/a', { answer: answer(10), links: '', warnings: [] });
    expect(pages.at('notes', collectionIndex, '/a')).toBeUndefined();
    const endless = kept(`/notes?x=${'x'.repeat(300)}`);
    expect(endless.pages.at('notes', endless.collectionIndex, endless.address)).toBeUndefined();
  });
});

it('makes room among the less asked for, though what is asked for most was kept first', () => {
  const pages = new ListCache(1000);
  const collectionIndex = indexOf(1);
  ask(pages, 'notes', collectionIndex, 'hot', 50);
  for (const query of ['1', '2', '3', '4']) ask(pages, 'notes', collectionIndex, query, 2);
  ask(pages, 'notes', collectionIndex, 'new', 5);
  expect(pages.get('notes', collectionIndex, 'new')).toBeDefined();
  expect(pages.get('notes', collectionIndex, 'hot')).toBeDefined();
});
