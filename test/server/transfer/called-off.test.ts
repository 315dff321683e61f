/** Imports that are called off half-way, and imports that end in a fault: nothing of them stays. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allOrNothing } from '../../../server/content/imports/undo.js';
import { patchObject } from '../../../server/content/objects/write.js';
import { runFactory } from '../../../server/templates/factory-run.js';
import { importTemplate } from '../../../server/templates/import.js';
import { importCsv } from '../../../server/transfer/import-csv.js';
import { importJson } from '../../../server/transfer/import-json.js';
import { importZip } from '../../../server/transfer/import-zip.js';
import { zipped } from '../../api/transfer-files.js';
import { makeSite, type TestSite } from '../../helpers/site.js';

const WALK = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: '/schemas/walk',
  type: 'object',
  id: 'walk',
  description: '',
  properties: {
    id: { $ref: 'slug', field: 'id' },
    title: { type: 'string', field: 'text' },
    photo: { $ref: 'image', field: 'image' },
  },
  required: ['id', 'title'],
  index: ['id', 'title'],
};

const COUNT = 60;
const numbers = Array.from({ length: COUNT }, (_, n) => n);
const sound = () => undefined;

/** A folder with a schema, two collections and ten walks, one of them with a file. */
async function walks(): Promise<TestSite> {
  const test = await makeSite({
    schemas: [WALK],
    collections: [
      { id: 'walks', schema: 'walk', name: 'Walks' },
      { id: 'text', schema: 'text' },
    ],
    objects: {
      walks: numbers.slice(0, 10).map((n) => ({
        id: `walk-${n}`,
        title: `Walk ${n}`,
        ...(n === 1 && { photo: { name: 'bank.jpg', size: 4 } }),
      })),
    },
  });
  await test.place('walks/walk-1/photo/bank.jpg', 'jpeg');
  return test;
}

/** Every file of the folder but the moment a collection's settings were written. */
async function contentOf(test: TestSite): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const entry of await readdir(test.folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = await readFile(path, 'utf8');
    const json = entry.name.endsWith('.json') ? JSON.parse(text) : text;
    found[path.slice(test.folder.length)] = json;
  }
  return found;
}

const rows = (title: (n: number) => string) =>
  Buffer.from(JSON.stringify(numbers.map((n) => ({ id: `walk-${n}`, title: title(n) }))));

type Run = (test: TestSite, signal: AbortSignal) => Promise<unknown>;

const IMPORTS: [what: string, run: Run][] = [
  [
    'CSV rows',
    ({ site }, signal) => {
      const csv = ['title', ...numbers.map((n) => `New ${n}`)].join('\n');
      return importCsv(site, 'walks', Buffer.from(csv), { update: false, dryRun: false, signal });
    },
  ],
  [
    'JSON objects',
    ({ site }, signal) =>
      importJson(
        site,
        'walks',
        rows((n) => `New ${n}`),
        { update: false, dryRun: false, signal, sound },
      ),
  ],
  [
    'changes of objects, some of them more than once, that drop a file',
    ({ site }, signal) => {
      const changes = numbers.map((n) => ({ id: `walk-${n % 7}`, title: `Changed ${n}`, photo: null }));
      const bytes = Buffer.from(JSON.stringify(changes));
      return importJson(site, 'walks', bytes, { update: true, dryRun: false, signal, sound });
    },
  ],
  [
    'an archive whose objects take the place of others',
    async (test, signal) => {
      const files = numbers.map((n): [string, unknown] => [
        `walk-${n}.json`,
        { id: `walk-${n}`, title: 'Z' },
      ]);
      const path = join(test.cache, '..', 'walks.zip');
      await writeFile(path, await zipped(Object.fromEntries(files)));
      return importZip(test.site, 'walks', path, { update: true, dryRun: false, signal, sound });
    },
  ],
  [
    'a template with schemas, collections and objects',
    ({ site }, signal) => {
      const schema = {
        ...WALK,
        description: 'Another',
        properties: { ...WALK.properties, km: { field: 'number' } },
      };
      const template = {
        version: '1.0.0',
        name: 'Club',
        schemas: [schema, { ...WALK, id: 'tour', inheritFrom: ['walk'] }],
        collections: {
          custom: [{ id: 'tours', schema: 'tour' }],
          reserved: [{ id: 'text', name: 'Words' }, 'blog'],
        },
        objects: numbers.map((n) => ({ collection: 'tours', id: `tour-${n}`, data: { title: 'T' } })),
        factory: [{ collection: 'walks', count: COUNT, data: { title: 'word' } }],
      };
      return importTemplate(site, template, { signal });
    },
  ],
  [
    'generated objects',
    ({ site }, signal) => runFactory(site, 'walks', { fqty: COUNT, title: 'sentence' }, { signal }),
  ],
];

describe.each(IMPORTS)('an import of %s', (_what, run) => {
  it.each([1, 20])('that is canceled after %i changes leaves everything as it was', async (changes) => {
    const test = await walks();
    const before = await contentOf(test);
    const controller = new AbortController();
    const reason = new Error('called off');
    test.site.events.on(({ type }) => {
      if (!/^object\.(?:created|updated)$/.test(type) || controller.signal.aborted) return;
      if (test.events.filter((event) => event.type.startsWith('object.')).length >= changes)
        controller.abort(reason);
    });
    await expect(run(test, controller.signal)).rejects.toBe(reason);
    const after = await contentOf(test);
    const stamps = (files: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(files).map(([path, file]) => [
          path,
          path.endsWith('.meta.json') ? { ...Object(file), updated: '' } : file,
        ]),
      );
    expect(stamps(after)).toEqual(stamps(before));
    expect(test.site.collections.all().map(({ settings }) => settings.id)).toEqual(['text', 'walks']);
    expect((await test.site.store.catalogue.collectionIndex('walks')).size).toBe(10);
    expect(test.log).toEqual([]);
  });

  it('that was canceled before it began does nothing', async () => {
    const test = await walks();
    const before = await contentOf(test);
    await expect(run(test, AbortSignal.abort(new Error('called off')))).rejects.toThrow('called off');
    expect(await contentOf(test)).toEqual(before);
    expect(test.events).toEqual([]);
  });

  it('that is not canceled is done', async () => {
    const test = await walks();
    await run(test, new AbortController().signal);
    expect(test.events.length).toBeGreaterThan(COUNT / 2);
    expect(test.events.filter(({ type }) => type === 'object.deleted')).toEqual([]);
  });
});

it('what another user has changed since is kept', async () => {
  const { site, events } = await walks();
  const controller = new AbortController();
  let edited: Promise<unknown> | undefined;
  site.events.on(({ type }) => {
    if (type !== 'object.created' || edited) return;
    const [first] = events.filter((event) => event.type === 'object.created');
    if (!first || !('id' in first)) return;
    edited = patchObject(site, 'walks', first.id, { title: 'Mine' }).then(() =>
      controller.abort(new Error('off')),
    );
  });
  const bytes = Buffer.from(JSON.stringify(Array.from({ length: 500 }, (_, n) => ({ title: `New ${n}` }))));
  const options = { update: false, dryRun: false, signal: controller.signal, sound };
  await expect(importJson(site, 'walks', bytes, options)).rejects.toThrow('off');
  const collectionIndex = await site.store.catalogue.collectionIndex('walks');
  expect(collectionIndex.size).toBe(11);
  expect(collectionIndex.rowsById().filter(({ entry }) => entry.title === 'Mine')).toHaveLength(1);
});

it('a step that cannot be undone keeps no other from being undone, and is told', async () => {
  const { site } = await walks();
  const undone: number[] = [];
  const work = allOrNothing(site, 'import', async (undo) => {
    for (const n of [1, 2, 3]) undo.add(async () => undone.push(n));
    undo.nextPart();
    undo.add(async () => {
      throw new Error('the disk is gone');
    });
    undo.add(async () => undone.push(4));
    throw new Error('called off');
  });
  await expect(work).rejects.toThrow('the disk is gone');
  expect(undone).toEqual([4, 3, 2, 1]);
});
