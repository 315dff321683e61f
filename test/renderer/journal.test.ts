/** Drafts in the browser's storage. */
import { expect, it } from 'vitest';
import { journalKey, readJournal, removeJournal, writeJournal } from '../../renderer/draft/journal';

function storage(full = false) {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key: string) => void items.delete(key),
  };
}

const entry = { edits: { title: 'Sea' }, problems: { data: 'half' }, etag: 'v1', at: 1000 };

it('gives back what was written', () => {
  const store = storage();
  expect(writeJournal(store, 'k', entry)).toBe(true);
  expect(readJournal(store, 'k')).toEqual(entry);
});

it('gives back nothing after it was removed', () => {
  const store = storage();
  writeJournal(store, 'k', entry);
  removeJournal(store, 'k');
  expect(readJournal(store, 'k')).toBeUndefined();
});

it('says so when the storage is full, and throws nothing', () => {
  expect(writeJournal(storage(true), 'k', entry)).toBe(false);
});

it.each(['{', 'null', '[]', '{"edits":[]}', '{"edits":{}}', '"text"'])('reads %s as no draft', (text) => {
  const store = storage();
  store.items.set('k', text);
  expect(readJournal(store, 'k')).toBeUndefined();
});

it('has a key of its own for each object, new ones and odd names included', () => {
  const addresses = [
    { folder: 'a', collection: 'b', id: 'c' },
    { folder: 'a', collection: 'b', id: undefined },
    { folder: 'a/b', collection: 'c', id: undefined },
    { folder: 'a', collection: 'b/c', id: undefined },
    { folder: 'other', collection: 'b', id: 'c' },
  ];
  expect(new Set(addresses.map(journalKey)).size).toBe(addresses.length);
});
