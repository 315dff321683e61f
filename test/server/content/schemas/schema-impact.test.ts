import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { schemaImpact } from '../../../../server/content/schemas/schema-impact.js';
import { makeSite, refusal, type SiteSeed } from '../../../helpers/site.js';

const text = { field: 'text', type: 'string' };
const person = {
  id: 'person',
  properties: { id: { field: 'id' }, name: text },
  required: ['id'],
  index: ['id'],
};
const walk = {
  id: 'walk',
  properties: {
    id: { field: 'id' },
    title: text,
    km: text,
    note: text,
    lead: { field: 'card', schemaref: 'person' },
  },
  required: ['id'],
  index: ['id', 'title'],
};
const hike = { id: 'hike', properties: { steep: text }, required: [], index: [], inheritFrom: ['walk'] };

const make = (files: SiteSeed['files'] = {}) =>
  makeSite({
    schemas: [person, walk, hike],
    files: {
      'walks/.meta.json': { id: 'walks', schema: 'walk' },
      'hikes/.meta.json': { id: 'hikes', schema: 'hike' },
      'others/.meta.json': { id: 'others', schema: 'person' },
      ...files,
    },
  });

describe('the impact of a schema', () => {
  it('tells what changes and which objects would fail, and writes nothing', async () => {
    const { site, path } = await make({
      'walks/a.json': { id: 'a', title: 'A', km: '5', note: 'n' },
      'walks/b.json': { id: 'b', title: '', km: 'far' },
      'walks/c.json': { id: 'c', note: '', lead: { id: 'lead' } },
      'walks/torn.json': '{"id":',
      'hikes/h.json': { id: 'h', title: 'H', note: 'n' },
    });
    const { note: _note, ...kept } = walk.properties;
    const proposed = {
      ...walk,
      properties: { ...kept, km: { field: 'number', type: 'number' }, level: text },
      required: ['id', 'title'],
    };
    const before = await readFile(path('walks/b.json'));
    expect(await schemaImpact(site, 'walk', proposed)).toEqual({
      schema: 'walk',
      added: ['level'],
      removed: ['note'],
      retyped: [{ name: 'km', from: 'text', to: 'number' }],
      required: ['title'],
      conversions: [
        {
          property: 'km',
          converted: 1,
          left: 1,
          examples: [
            {
              collection: 'walks',
              id: 'b',
              path: 'km',
              value: 'far',
              problems: ['Km must be a number'],
              reasons: [{ key: 'notNumber', values: { label: 'Km' } }],
            },
          ],
        },
      ],
      collections: [
        {
          collection: 'hikes',
          objects: 1,
          failing: 0,
          alreadyFailing: 0,
          examples: [],
          held: { note: 1 },
          damaged: 0,
        },
        {
          collection: 'walks',
          objects: 3,
          failing: 2,
          alreadyFailing: 0,
          examples: [
            {
              id: 'b',
              details: { km: ['Km must be a number'], title: ['Title is required'] },
              problems: {
                km: [{ key: 'notNumber', values: { label: 'Km' } }],
                title: [{ key: 'required', values: { label: 'Title' } }],
              },
            },
            { id: 'c', details: { title: ['Title is required'] }, problems: { title: [expect.anything()] } },
          ],
          held: { note: 1 },
          damaged: 1,
        },
      ],
    });
    expect(await readFile(path('walks/b.json'))).toEqual(before);
    expect((await readdir(path('.schemas'))).sort()).toEqual(['hike.json', 'person.json', 'walk.json']);
    expect(site.library.schema('walk')?.properties.has('note')).toBe(true);
  });

  it('reaches objects that hold the schema in cards', async () => {
    const { site } = await make({
      'walks/a.json': { id: 'a', lead: { id: 'lead', name: 'Ann Lee' } },
      'walks/b.json': { id: 'b' },
      'others/o.json': { id: 'o', name: 'O' },
    });
    const proposed = { ...person, properties: { ...person.properties, name: { ...text, maxLength: 3 } } };
    const { collections } = await schemaImpact(site, 'person', proposed);
    expect(collections.map(({ collection, failing }) => [collection, failing])).toEqual([
      ['hikes', 0],
      ['others', 0],
      ['walks', 1],
    ]);
    expect(collections[2]?.examples).toEqual([
      {
        id: 'a',
        details: { 'lead.name': ['Lead › Name must have at most 3 characters'] },
        problems: { 'lead.name': [{ key: 'maxLength', values: { label: 'Lead › Name', limit: 3 } }] },
      },
    ]);
  });

  it('tells apart what fails already, and counts values that are there twice', async () => {
    const { site } = await make({
      'walks/a.json': { id: 'a', title: 'Same', km: 5 },
      'walks/b.json': { id: 'b', title: 'Same' },
      'walks/c.json': { id: 'c', title: 'Other' },
    });
    const proposed = { ...walk, properties: { ...walk.properties, title: { ...text, unique: true } } };
    const { collections } = await schemaImpact(site, 'walk', proposed);
    expect(collections[1]).toMatchObject({
      failing: 2,
      alreadyFailing: 1,
      examples: [
        { id: 'a', details: { km: ['Km must be text'] } },
        { id: 'b', details: { title: ['must be unique; "a" has the same value'] } },
      ],
    });
  });

  it('knows a renamed property by its former name', async () => {
    const { site } = await make({ 'walks/a.json': { id: 'a', km: '5' } });
    const { km, ...others } = walk.properties;
    const impact = await schemaImpact(site, 'walk', {
      ...walk,
      properties: { ...others, length: { ...km, formerly: ['km'] } },
    });
    expect(impact).toMatchObject({ added: ['length'], collections: [{}, { failing: 0 }] });
  });

  it('rejects what could not be saved', async () => {
    const { site } = await make();
    expect((await refusal(schemaImpact(site, 'walk', { ...walk, index: 5 }))).kind).toBe('validation');
    expect((await refusal(schemaImpact(site, 'walk', []))).kind).toBe('invalid');
    expect((await refusal(schemaImpact(site, 'unheard', walk))).kind).toBe('missing');
    expect((await refusal(schemaImpact(site, 'blog', walk))).kind).toBe('conflict');
  });

  it('of thousands of objects names the first ones and lets others be served meanwhile', async () => {
    const count = 3000;
    const { site } = await make(
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [
          `walks/w${n}.json`,
          { id: `w${n}`, title: `Walk ${n}`, km: `${n} km` },
        ]),
      ),
    );
    await site.store.catalogue.collectionIndex('walks');
    let turns = 0;
    const ticking = setInterval(() => {
      turns += 1;
    }, 1);
    const proposed = { ...walk, properties: { ...walk.properties, km: { field: 'number' } } };
    const { collections } = await schemaImpact(site, 'walk', proposed);
    clearInterval(ticking);
    expect(collections[1]).toMatchObject({ objects: count, failing: count, alreadyFailing: 0 });
    expect(collections[1]?.examples).toHaveLength(20);
    expect(turns).toBeGreaterThan(5);
  }, 60_000);
});
