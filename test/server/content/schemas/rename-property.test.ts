import { utimesSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { WriteBase } from '../../../../server/content/core/base.js';
import { patchObject } from '../../../../server/content/objects/write.js';
import { findByParams } from '../../../../server/content/reading/find-rows.js';
import { getObject } from '../../../../server/content/reading/read.js';
import { saveSchema, schemaFor } from '../../../../server/content/schemas/manage-schemas.js';
import { renameProperty } from '../../../../server/content/schemas/rename-property.js';
import { ORIGIN } from '../../../helpers/origin.js';
import { makeSite, refusal, type SiteSeed, shownIn, type TestSite } from '../../../helpers/site.js';

const person = {
  id: 'person',
  properties: { id: { field: 'id' }, name: { field: 'text' }, fee: { field: 'number', type: 'number' } },
  required: ['id', 'name'],
  index: ['id', 'name'],
  formgrid: 'id name\n--- name\nname fee',
};
const walk = {
  id: 'walk',
  properties: {
    id: { field: 'id', settings: { autogen: `\${title}-\${km}` } },
    title: { field: 'text', label: 'Title' },
    km: {
      field: 'number',
      type: 'number',
      settings: { visibility: { watch: 'title', operator: 'not_empty' } },
    },
    far: {
      field: 'number',
      type: 'number',
      settings: { calc: `\${km} * 2 + sum(\${speakers.fee}) + \${kms}` },
    },
    kms: { field: 'number', type: 'number' },
    lead: { field: 'card', schemaref: 'person' },
    speakers: { field: 'deck', schemaref: 'person', deckItemLabel: `\${name}: \${fee}` },
  },
  required: ['id', 'title', 'km'],
  index: ['id', 'title', 'km'],
};
const hike = {
  id: 'hike',
  properties: { steep: { field: 'toggle' } },
  required: ['km'],
  index: ['km'],
  inheritFrom: ['walk'],
};
const swim = { ...hike, id: 'swim', properties: { km: { field: 'text' } } };

const river = {
  id: 'river',
  title: 'River',
  km: 8,
  legacy: 'kept',
  lead: { id: 'lead', name: 'Ann', fee: 5 },
  speakers: { bo: { id: 'bo', name: 'Bo', fee: 7 }, cy: { id: 'cy', name: 'Cy' } },
  created: '2026-01-01T00:00:00.000Z',
  modified: '2026-01-02T00:00:00.000Z',
};

const make = (seed: SiteSeed = {}) =>
  makeSite({
    ...seed,
    schemas: [person, walk, hike, swim],
    files: {
      'walks/.meta.json': {
        id: 'walks',
        schema: 'walk',
        sortBy: 'km',
        url: '/walks/{km}/{{ title }}',
        properties: { km: { label: 'Length' } },
        manualSort: { km: ['8'] },
      },
      'hikes/.meta.json': { id: 'hikes', schema: 'hike' },
      'swims/.meta.json': { id: 'swims', schema: 'swim' },
      'walks/river.json': river,
      'hikes/hill.json': { id: 'hill', title: 'Hill', km: 3, steep: true },
      'swims/lake.json': { id: 'lake', title: 'Lake', km: 'one' },
      ...seed.files,
    },
  });

/** The site whose writes of objects fail once so many have been made. */
const failingAfter = (base: WriteBase, writes: number): WriteBase => {
  let made = 0;
  const { objects } = base.store;
  return {
    ...base,
    store: Object.create(base.store, {
      objects: {
        value: {
          read: objects.read.bind(objects),
          copyFiles: objects.copyFiles.bind(objects),
          write: async (...args: Parameters<typeof objects.write>) => {
            made += 1;
            if (made > writes) throw new Error('the disk is gone');
            return objects.write(...args);
          },
        },
      },
    }),
  };
};

describe('renaming a property', () => {
  it('carries the values along in every collection that follows the schema, and touches nothing else', async () => {
    const { site, read, events } = await make();
    const result = await renameProperty(site, 'walk', { from: 'km', to: 'length' });
    expect(result).toMatchObject({
      from: 'km',
      to: 'length',
      complete: true,
      collections: [
        { collection: 'hikes', renamed: 1, damaged: 0 },
        { collection: 'swims', renamed: 0, damaged: 0 },
        { collection: 'walks', renamed: 1, damaged: 0 },
      ],
    });
    const { km, ...rest } = river;
    const stored = await read('walks/river.json');
    expect(stored).toEqual({ ...rest, length: km });
    expect(Object.keys(stored).slice(0, 3)).toEqual(['id', 'title', 'length']);
    expect(await read('hikes/hill.json')).toMatchObject({ length: 3 });
    expect(await read('swims/lake.json'), 'a property of the heir’s own').toMatchObject({ km: 'one' });
    expect(events.map(({ type }) => type)).not.toContain('object.updated');

    expect(shownIn(await getObject(site, 'walks', 'river', { writer: false }))).toMatchObject({ length: 8 });
    const found = await findByParams(site, 'hikes', { include: 'length:3' });
    expect(found.rows.map(({ id }) => id)).toEqual(['hill']);
  });

  it('renames what speaks of it: lists, grids, placeholders, rules, heirs, settings of collections', async () => {
    const { site, read } = await make();
    await renameProperty(site, 'walk', { from: 'km', to: 'length' });
    const stored = await read('.schemas/walk.json');
    expect(Object.keys(Object(stored.properties))).toEqual([
      'id',
      'title',
      'length',
      'far',
      'kms',
      'lead',
      'speakers',
    ]);
    expect(stored).toMatchObject({
      properties: {
        id: { settings: { autogen: `\${title}-\${length}` } },
        far: { settings: { calc: `\${length} * 2 + sum(\${speakers.fee}) + \${kms}` } },
      },
      required: ['id', 'title', 'length'],
      index: ['id', 'title', 'length'],
    });
    expect(JSON.stringify(stored)).not.toContain('formerly');
    expect(await read('.schemas/hike.json')).toMatchObject({
      required: ['id', 'length'],
      index: ['id', 'length'],
    });
    expect(await read('.schemas/swim.json')).toEqual(swim);
    expect(await read('walks/.meta.json')).toMatchObject({
      sortBy: 'length',
      url: '/walks/{length}/{{ title }}',
      properties: { length: { label: 'Length' } },
      manualSort: { length: ['8'] },
    });
    await renameProperty(site, 'walk', { from: 'title', to: 'heading' });
    const { properties } = schemaFor(site, 'walk', true);
    expect(properties.length?.settings).toMatchObject({ visibility: { watch: 'heading' } });
  });

  it('reaches into cards and decks that hold the schema', async () => {
    const { site, read } = await make();
    await renameProperty(site, 'person', { from: 'fee', to: 'price' });
    expect(await read('walks/river.json')).toMatchObject({
      lead: { id: 'lead', name: 'Ann', price: 5 },
      speakers: { bo: { id: 'bo', name: 'Bo', price: 7 }, cy: { id: 'cy', name: 'Cy' } },
    });
    expect(await read('.schemas/walk.json')).toMatchObject({
      properties: {
        far: { settings: { calc: `\${km} * 2 + sum(\${speakers.price}) + \${kms}` } },
        speakers: { deckItemLabel: `\${name}: \${price}` },
      },
    });
    expect(await read('.schemas/person.json')).toMatchObject({ formgrid: 'id name\n--- name\nname price' });
    expect(shownIn(await patchObject(site, 'walks', 'river', { kms: 1 })).far).toBe(8 * 2 + 7 + 1);
  });

  it('can be taken back', async () => {
    const { site, read } = await make();
    await renameProperty(site, 'person', { from: 'fee', to: 'price' });
    await renameProperty(site, 'person', { from: 'price', to: 'fee' });
    expect(await read('walks/river.json')).toEqual(river);
  });

  it.each<[schema: string, from: string, to: string, kind: string]>([
    ['walk', 'unheard', 'x', 'validation'],
    ['walk', 'id', 'x', 'validation'],
    ['walk', 'created', 'x', 'validation'],
    ['walk', 'toString', 'x', 'validation'],
    ['walk', 'km', 'title', 'validation'],
    ['walk', 'km', 'steep', 'validation'],
    ['walk', 'title', 'steep', 'validation'],
    ['walk', 'km', 'km', 'validation'],
    ['walk', 'km', 'id', 'validation'],
    ['walk', 'km', 'modified', 'validation'],
    ['walk', 'km', 'clone', 'validation'],
    ['walk', 'km', '__proto__', 'validation'],
    ['walk', 'km', 'two words', 'validation'],
    ['walk', 'km', '', 'validation'],
    ['hike', 'km', 'x', 'validation'],
    ['blog', 'title', 'x', 'conflict'],
    ['unheard', 'km', 'x', 'missing'],
  ])('of %s from %j to %j is rejected as %4$s', async (schema, from, to, kind) => {
    const { site, path } = await make();
    const files = ['.schemas/walk.json', 'walks/river.json'];
    const before = await Promise.all(files.map((file) => readFile(path(file))));
    expect((await refusal(renameProperty(site, schema, { from, to }))).kind).toBe(kind);
    expect(await Promise.all(files.map((file) => readFile(path(file))))).toEqual(before);
  });

  it.each([
    ['an object', 'km', { ...river, length: 'older' }],
    ['an item', 'fee', { ...river, speakers: { bo: { id: 'bo', name: 'Bo', length: 1 } } }],
  ])('to a name under which %s holds something else is rejected', async (_what, from, document) => {
    const { site, path } = await make({ files: { 'walks/river.json': document } });
    const schema = from === 'fee' ? 'person' : 'walk';
    const before = await readFile(path('walks/river.json'));
    const { kind, message } = await refusal(renameProperty(site, schema, { from, to: 'length' }));
    expect([kind, message]).toEqual(['conflict', expect.stringContaining('"walks/river"')]);
    expect(await readFile(path('walks/river.json'))).toEqual(before);
  });

  it('is rejected below Pro where a deck is concerned', async () => {
    const { site } = await make({ files: { '.system/settings.json': { edition: 'standard' } } });
    const rename = (schema: string, from: string) => renameProperty(site, schema, { from, to: 'other' });
    expect((await refusal(rename('walk', 'km'))).kind).toBe('forbidden');
    expect((await refusal(rename('person', 'fee'))).kind).toBe('forbidden');
    const plain = {
      id: 'plain',
      properties: { id: { field: 'id' }, a: { field: 'text' } },
      required: [],
      index: [],
    };
    await saveSchema(site, plain, { create: true });
    expect((await rename('plain', 'a')).complete).toBe(true);
  });

  it('keeps the memory of the former name while a damaged file may still hold it', async () => {
    const { site, read, place } = await make({ files: { 'walks/torn.json': '{"id":"torn","title":"To' } });
    const { complete, collections } = await renameProperty(site, 'walk', { from: 'km', to: 'length' });
    expect([complete, collections.find(({ collection }) => collection === 'walks')]).toEqual([
      false,
      { collection: 'walks', renamed: 1, damaged: 1 },
    ]);
    expect(await read('.schemas/walk.json')).toMatchObject({ properties: { length: { formerly: ['km'] } } });
    await place('walks/torn.json', { id: 'torn', title: 'Torn', km: 4 });
    site.store.catalogue.forget('walks');
    expect(shownIn(await getObject(site, 'walks', 'torn', { writer: false })).length).toBe(4);
    expect((await renameProperty(site, 'walk', { from: 'km', to: 'length' })).complete).toBe(true);
    expect(await read('walks/torn.json')).toMatchObject({ length: 4 });
  });
});

describe('a file that is damaged for a part of the renaming only', () => {
  /** The site where another program does something before an object's file is written. */
  const disturbed = (base: WriteBase, disturb: (id: string) => Promise<void>): WriteBase => {
    const { objects } = base.store;
    const write: typeof objects.write = async (collection, document, expected) => {
      await disturb(document.id);
      return objects.write(collection, document, expected, ORIGIN);
    };
    const value = { write, read: objects.read.bind(objects), copyFiles: objects.copyFiles.bind(objects) };
    return { ...base, store: Object.create(base.store, { objects: { value } }) };
  };

  const expectKept = async ({ site, read, place }: TestSite, base: WriteBase) => {
    expect(await renameProperty(base, 'walk', { from: 'km', to: 'length' })).toMatchObject({
      complete: false,
      collections: [{ collection: 'hikes' }, { collection: 'swims' }, { renamed: 1, damaged: 1 }],
    });
    await place('walks/river.json', river);
    await site.store.catalogue.recheck('walks', 'river');
    expect(shownIn(await getObject(site, 'walks', 'river', { writer: false })).length).toBe(8);
    expect((await renameProperty(site, 'walk', { from: 'km', to: 'length' })).complete).toBe(true);
    expect(await read('walks/river.json')).toMatchObject({ length: 8 });
  };

  const alp = { id: 'alp', title: 'Alp', km: 2 };

  it('because it was written after its collection was read, is not taken for renamed', async () => {
    const made = await make({ files: { 'walks/alp.json': alp } });
    await made.site.store.catalogue.collectionIndex('walks');
    const base = disturbed(made.site, async (id) => {
      if (id !== 'alp') return;
      writeFileSync(made.path('walks/river.json'), '{"id":"river","title":"Ri');
      utimesSync(made.path('walks/river.json'), 1, 1);
    });
    await expectKept(made, base);
  });

  it('because it was repaired before the last object was renamed, is not considered renamed', async () => {
    const made = await make({
      files: { 'walks/alp.json': alp, 'walks/river.json': '{"id":"river","title":' },
    });
    await made.site.store.catalogue.collectionIndex('walks');
    const base = disturbed(made.site, async (id) => {
      if (id !== 'alp') return;
      await made.place('walks/river.json', river);
      await made.site.store.catalogue.recheck('walks', 'river');
    });
    await expectKept(made, base);
  });
});

describe('renaming in hundreds of objects', () => {
  const COUNT = 600;
  const many = () =>
    Object.fromEntries(
      Array.from({ length: COUNT }, (_, n) => [
        `walks/w${n}.json`,
        { id: `w${n}`, title: `Walk ${n}`, km: n },
      ]),
    );

  it('that breaks off half-way leaves every value readable, also in the next process, and goes on when asked again', async () => {
    const { site, read, openAgain } = await make({ files: many() });
    const broken = failingAfter(site, 200);
    await expect(renameProperty(broken, 'walk', { from: 'km', to: 'length' })).rejects.toThrow(
      'the disk is gone',
    );

    const again = await openAgain();
    const { rows } = await findByParams(again, 'walks', { include: 'title:walk *', sort: 'length' });
    expect(rows.map(({ entry }) => entry.length)).toEqual(Array.from({ length: COUNT }, (_, n) => n));
    const names = await Promise.all(Array.from({ length: COUNT }, (_, n) => read(`walks/w${n}.json`)));
    const moved = names.filter((document) => 'length' in document).length;
    expect(moved).toBeGreaterThan(150);
    expect(moved).toBeLessThan(COUNT);
    await patchObject(again, 'walks', `w${COUNT - 1}`, { title: 'Last' });
    expect(await read(`walks/w${COUNT - 1}.json`)).toMatchObject({ title: 'Last', length: COUNT - 1 });

    const { complete } = await renameProperty(again, 'walk', { from: 'km', to: 'length' });
    expect(complete).toBe(true);
    for (let n = 0; n < COUNT; n += 1) {
      const document = await read(`walks/w${n}.json`);
      expect([document.length, 'km' in document]).toEqual([n, false]);
    }
    expect(JSON.stringify(await read('.schemas/walk.json'))).not.toContain('formerly');
  }, 60_000);

  it('loses no change made meanwhile', async () => {
    const { site, read } = await make({ files: many() });
    await site.store.catalogue.collectionIndex('walks');
    const renaming = renameProperty(site, 'walk', { from: 'km', to: 'length' });
    const ids = Array.from({ length: 100 }, (_, n) => `w${n * 6}`);
    await Promise.all(ids.map((id) => patchObject(site, 'walks', id, { kms: 1 })));
    expect((await renaming).complete).toBe(true);
    for (const id of ids) {
      expect(await read(`walks/${id}.json`)).toMatchObject({ kms: 1, length: Number(id.slice(1)) });
    }
  }, 60_000);

  it('lets others be served meanwhile', async () => {
    const { site } = await make({ files: many() });
    await site.store.catalogue.collectionIndex('walks');
    const renaming = renameProperty(site, 'walk', { from: 'km', to: 'length' });
    let done = false;
    void renaming.finally(() => {
      done = true;
    });
    let served = 0;
    while (!done) {
      const { id } = shownIn(await getObject(site, 'hikes', 'hill', { writer: false }));
      expect(id).toBe('hill');
      served += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(served).toBeGreaterThan(50);
    expect((await renaming).complete).toBe(true);
  }, 60_000);
});
