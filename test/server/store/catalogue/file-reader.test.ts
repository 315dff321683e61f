import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { filesFound } from '../../../../server/store/catalogue/file-reader.js';
import { stampAt } from '../../../../server/store/disk/stamp.js';
import { age, filesIn, freshPlaces, openHere, put } from '../folder.js';

const KB = 1024;

/** A folder with ordinary files and with everything that is none. */
function hostileFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-reader-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const at = (id: string) => join(folder, `${id}.json`);
  writeFileSync(at('zebra'), '{"id":"zebra"}');
  writeFileSync(at('ape'), '{"id":"ape","name":"Äffchen"}');
  writeFileSync(at('empty'), '');
  writeFileSync(at('vast'), Buffer.alloc(2 * KB * KB, 32));
  for (const id of ['one', 'three', 'two']) writeFileSync(at(id), Buffer.alloc(500 * KB, id));
  mkdirSync(at('folder'));
  symlinkSync(at('ape'), at('link'));
  if (process.platform !== 'win32') execFileSync('mkfifo', [at('pipe')]);
  return folder;
}

const IDS = ['zebra', 'ape', 'empty', 'vast', 'three', 'one', 'two', 'folder', 'link', 'pipe', 'gone'];

async function found(folder: string, asked: { ids?: string[]; contents: boolean }) {
  const all: { id: string; stamp: unknown; text: string | undefined }[] = [];
  for await (const { files } of filesFound(folder + sep, asked)) {
    for (const { id, stamp, file } of files) all.push({ id, stamp, text: file?.bytes.toString() });
  }
  return all;
}

describe('files looked at in a thread of their own', () => {
  test('come in the order of their ids with the stamps they have, and none that is no file', async () => {
    const folder = hostileFolder();
    const files = await found(folder, { ids: IDS, contents: false });
    expect(files.map(({ id }) => id)).toEqual(IDS.toSorted());
    for (const { id, stamp } of files) expect([id, stamp]).toEqual([id, stampAt(join(folder, `${id}.json`))]);
  });

  test('are all those of the folder but the settings, whatever they are called, where no ids are named', async () => {
    const folder = hostileFolder();
    for (const name of ['Zürich (1).json', 'notes.txt', '.meta.json'])
      writeFileSync(join(folder, name), '{}');
    const files = await found(folder, { contents: false });
    const standing = [...IDS.filter((id) => id !== 'gone'), 'Zürich (1)'];
    expect(files.map(({ id }) => id)).toEqual(standing.sort());
    for (const { id, stamp } of files) expect([id, stamp]).toEqual([id, stampAt(join(folder, `${id}.json`))]);
  });

  test('come with their contents, but for those that have to be looked at closely', async () => {
    const folder = hostileFolder();
    const files = await found(folder, { ids: IDS, contents: true });
    expect(files.map(({ id }) => id)).toEqual(IDS.toSorted());
    const read = files.filter(({ stamp }) => stamp !== undefined);
    expect(read.map(({ id }) => id)).toEqual(['ape', 'empty', 'one', 'three', 'two', 'zebra']);
    for (const { id, stamp } of read) expect(stamp).toEqual(stampAt(join(folder, `${id}.json`)));
    const textOf = (id: string) => files.find((file) => file.id === id)?.text;
    expect(textOf('ape')).toBe('{"id":"ape","name":"Äffchen"}');
    expect(textOf('empty')).toBe('');
    for (const id of ['one', 'three', 'two']) {
      expect(textOf(id) === Buffer.alloc(500 * KB, id).toString()).toBe(true);
    }
  });

  test('are none where there is no folder', async () => {
    expect(await found(join(hostileFolder(), 'gone'), { contents: true })).toEqual([]);
  });

  test('are released when the reader stops', async () => {
    const folder = hostileFolder();
    for await (const { files } of filesFound(folder + sep, { ids: IDS, contents: true })) {
      expect([...files].length).toBeGreaterThan(0);
      break;
    }
  });
});

test('a collection of thousands is the same from its files and from its snapshot', async () => {
  const places = freshPlaces();
  const ids = Array.from({ length: 3100 }, (_, number) => `n${String((number * 7919) % 3100)}`);
  for (const id of ids) {
    put(places.folder, { [`blog/${id}.json`]: { id, title: `The ${id} ${'of many '.repeat(9)}` } });
    age(join(places.folder, `blog/${id}.json`));
  }
  writeFileSync(join(places.folder, 'blog/torn.json'), '{"id":"to');
  symlinkSync(join(places.folder, 'blog/n1.json'), join(places.folder, 'blog/linked.json'));
  const listed = async () => {
    const store = await openHere(places);
    const collectionIndex = await store.catalogue.collectionIndex('blog');
    const rows = [...collectionIndex.rows()].map(({ entry }) => `${entry.id} ${entry.title}`).sort();
    const damaged = collectionIndex.damaged().map(({ id }) => id);
    await store.close();
    return { rows, damaged };
  };
  const fromFiles = await listed();
  expect(fromFiles.rows).toEqual(ids.map((id) => `${id} The ${id} ${'of many '.repeat(9)}`).sort());
  expect(fromFiles.damaged).toEqual(['torn']);
  const [snapshot = ''] = filesIn(places.cache);
  // Large enough for a thread to look at the files.
  expect(statSync(join(places.cache, snapshot)).size).toBeGreaterThan(256 * KB);
  expect(await listed()).toEqual(fromFiles);

  // What changed while nobody looked is read again.
  put(places.folder, { 'blog/n5.json': { id: 'n5', title: 'Changed' } });
  rmSync(join(places.folder, 'blog/n6.json'));
  const { rows } = await listed();
  expect(rows).toContain('n5 Changed');
  expect(rows).toHaveLength(3099);
});
