/** Unsaved changes in the browser's storage. */
import { expect, it } from 'vitest';
import {
  formIn,
  journalKey,
  journalKeys,
  newForm,
  readJournal,
  removeJournal,
  writeJournal,
} from '../../renderer/unsaved/journal';

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
    key: (at: number) => [...items.keys()][at] ?? null,
    get length() {
      return items.size;
    },
  };
}

const entry = {
  edits: { title: 'Sea' },
  base: { title: 'River' },
  problems: { data: 'half' },
  etag: 'v1',
  at: 1000,
  version: 3,
};

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

it.each(['{', 'null', '[]', '{"edits":[]}', '{"edits":{}}', '"text"'])('reads %s as no entry', (text) => {
  const store = storage();
  store.items.set('k', text);
  expect(readJournal(store, 'k')).toBeUndefined();
});

const at = (folder: string, collection: string, id?: string) => ({
  folder,
  user: 'owner',
  collection,
  id,
});

it('finds what a version left that called it a draft', () => {
  const store = storage();
  const key = 'plinth%3Adraft/folder/blog/first-post/b12-3-4-5';
  store.items.set(
    key,
    JSON.stringify({ edits: { title: 'Left' }, base: { title: 'Was' }, at: 5, version: 2 }),
  );
  expect(journalKeys(store, at('folder', 'blog', 'first-post'))).toEqual([key]);
  expect(formIn(key)).toBe('b12-3-4-5');
  expect(readJournal(store, key)).toMatchObject({
    edits: { title: 'Left' },
    base: { title: 'Was' },
    version: 2,
  });
});

it('has keys of its own for each object, new ones and odd names included', () => {
  const addresses = [at('a', 'b', 'c'), at('a', 'b'), at('a/b', 'c'), at('a', 'b/c'), at('other', 'b', 'c')];
  const store = storage();
  for (const address of addresses) writeJournal(store, journalKey(address, newForm(store)), entry);
  expect([...store.items.keys()].filter((key) => key.includes('draft'))).toHaveLength(addresses.length);
  for (const address of addresses) expect(journalKeys(store, address)).toHaveLength(1);
});

it('keeps two entries of two forms on the same new object', () => {
  const store = storage();
  const forms = [newForm(store), newForm(store)].map((form) => journalKey(at('a', 'posts'), form));
  for (const key of forms) writeJournal(store, key, entry);
  expect(journalKeys(store, at('a', 'posts'))).toEqual(forms);
});
