import { describe, expect, it } from 'vitest';
import { getObject } from '../../../server/content/reading/read.js';
import { removeSchema, saveSchema, schemaFor } from '../../../server/content/schemas/manage-schemas.js';
import { makeSite, refusal, shownIn } from '../../helpers/site.js';

const id = { field: 'id' };
const part = { id: 'part', properties: { id, name: { field: 'text' } }, required: ['id'], index: ['id'] };
const outer = {
  id: 'outer',
  properties: {
    id,
    box: { field: 'card', schemaref: 'part' },
    items: { field: 'deck', schemaref: 'x/part.json' },
  },
  required: ['id'],
  index: ['id', 'box'],
};
const heir = { id: 'heir', properties: { id }, required: [], index: [], inheritFrom: ['outer'] };

const make = () =>
  makeSite({
    schemas: [part, outer, heir],
    files: {
      'things/.meta.json': { id: 'things', schema: 'heir' },
      'things/a.json': { id: 'a', box: { id: 'box', name: 'A', secret: 's' } },
    },
  });
const save = async (site: Awaited<ReturnType<typeof make>>['site'], document: object, create = false) => {
  return saveSchema(site, document, { create });
};

describe('schemas of cards and decks', () => {
  it('are named in definitions, and items are described to other readers of the folder', async () => {
    const { site, read } = await make();
    expect(schemaFor(site, 'heir', false).properties).toMatchObject({
      box: { type: 'object', field: 'card', itemSchema: 'part' },
      items: { type: 'object', field: 'deck', itemSchema: 'part', schemaref: 'x/part.json' },
    });
    await saveSchema(site, schemaFor(site, 'outer', true), { create: false, id: 'outer' });
    expect(Object((await read('.schemas/outer.json')).properties)).toEqual({
      id: expect.anything(),
      box: { $ref: 'card', field: 'card', label: 'Box', schemaref: 'part' },
      items: {
        $ref: 'deck',
        field: 'deck',
        label: 'Items',
        schemaref: 'x/part.json',
        patternProperties: { '^[a-zA-Z]\\w*$': { $ref: 'x/part.json' } },
      },
    });
  });

  it('re-index what holds them when they change, at any remove', async () => {
    const { site } = await make();
    const shown = async () => shownIn(await getObject(site, 'things', 'a', { writer: false })).box;
    const entry = async () => (await site.store.catalogue.collectionIndex('things')).get('a')?.entry.box;
    expect([await shown(), await entry()]).toEqual(Array(2).fill({ id: 'box', name: 'A' }));
    const more = { ...part, properties: { ...part.properties, secret: { field: 'text' } } };
    await saveSchema(site, more, { create: false, id: 'part' });
    expect([await shown(), await entry()]).toEqual(Array(2).fill({ id: 'box', name: 'A', secret: 's' }));
    const hidden = { ...part, properties: { ...part.properties, secret: { field: 'secret' } } };
    await saveSchema(site, hidden, { create: false, id: 'part' });
    expect([await shown(), await entry()]).toEqual(Array(2).fill({ id: 'box', name: 'A', secret: '' }));
    expect(site.collections.get('things').hasPrivate).toBe(true);
  });

  it('cannot be deleted while something holds them', async () => {
    const { site } = await make();
    const { kind, message } = await refusal(removeSchema(site, 'part'));
    expect([kind, message]).toEqual([
      'conflict',
      expect.stringContaining('cards or decks of "outer" use it'),
    ]);
  });

  it.each<[what: string, document: object, path: string]>([
    [
      'a card without a schema',
      { id: 'fresh', properties: { id, box: { field: 'card' } } },
      'properties.box.schemaref',
    ],
    [
      'a card of a schema that has a deck',
      { id: 'fresh', properties: { id, box: { field: 'card', schemaref: 'outer' } } },
      'properties.box.schemaref',
    ],
    [
      'a card of a built-in schema that has a gallery',
      { id: 'fresh', properties: { id, box: { field: 'card', schemaref: 'gallery' } } },
      'properties.box.schemaref',
    ],
    [
      'a deck of itself',
      { id: 'fresh', properties: { id, items: { field: 'deck', schemaref: 'fresh' } } },
      'properties.items.schemaref',
    ],
  ])('are rejected for %s', async (_what, document, path) => {
    const { site } = await make();
    const { kind, details } = await refusal(
      save(site, { required: ['id'], index: ['id'], ...document }, true),
    );
    expect([kind, Object.keys(Object(details))]).toEqual(['validation', [path]]);
  });

  it('may not get a deck or a depot while something holds them', async () => {
    const { site } = await make();
    const full = { ...part, properties: { ...part.properties, files: { field: 'depot' } } };
    const { details } = await refusal(saveSchema(site, full, { create: false, id: 'part' }));
    expect(details).toEqual({
      'properties.files': ['cannot be used in a schema that cards or decks of "outer" use'],
    });
  });

  it('may hold cards of their own kind, and name schemas that are still to come', async () => {
    const { site } = await make();
    const own = {
      id: 'own',
      properties: { id, inner: { field: 'card', schemaref: 'own' } },
      required: ['id'],
      index: ['id'],
    };
    await save(site, own, true);
    await save(
      site,
      { ...own, id: 'early', properties: { id, box: { field: 'card', schemaref: 'late' } } },
      true,
    );
    expect(site.library.schema('own')?.hash).toEqual(expect.any(String));
    expect(site.library.affected('own')).toEqual(['own']);
    expect(site.library.affected('part')).toEqual(['part', 'outer', 'heir']);
  });
});
