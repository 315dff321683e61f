import { describe, expect, it } from 'vitest';
import { getObject, listObjects } from '../../../../server/content/reading/read.js';
import {
  collectionSchema,
  listSchemas,
  removeSchema,
  saveSchema,
  schemaFor,
} from '../../../../server/content/schemas/manage-schemas.js';
import { listTrash, restoreFromTrash } from '../../../../server/content/trash.js';
import { refusal, shownIn } from '../../../helpers/site.js';
import { makeWalks, plain } from '../walks.js';

const child = {
  id: 'child',
  inheritFrom: ['plain'],
  properties: { extra: { type: 'string', field: 'text' } },
  required: ['id'],
  index: ['id'],
};

describe('schemas', () => {
  it('are listed with who uses them, the built-in ones apart', async () => {
    const { site } = await makeWalks();
    const custom = listSchemas(site, 'custom');
    expect(custom.map(({ name, usedBy, reserved, url }) => [name, usedBy, reserved, url])).toEqual([
      ['plain', ['notes'], false, '/schemas/plain'],
      ['walk', ['walks'], false, '/schemas/walk'],
    ]);
    const reserved = listSchemas(site, 'reserved').map((one) => one.name);
    expect(reserved).toContain('blog');
    expect(reserved).not.toContain('walk');
    expect(listSchemas(site)).toHaveLength(custom.length + reserved.length);
  });

  it('are found by their id first, else by a collection', async () => {
    const { site } = await makeWalks({ collections: [{ id: 'walk', schema: 'plain' }] });
    expect(schemaFor(site, 'walk', false)).toMatchObject({ id: 'walk', reserved: false });
    expect(schemaFor(site, 'notes', false)).toMatchObject({ id: 'plain', title: 'Notes' });
    for (const name of ['nope', '../walk', '__proto__']) {
      expect(() => schemaFor(site, name, false)).toThrow(`There is no schema or collection "${name}"`);
    }
  });

  it('are flattened, or as stored when raw', async () => {
    const { site } = await makeWalks({ schemas: [child], collections: [{ id: 'kids', schema: 'child' }] });
    expect(Object.keys(collectionSchema(site, 'kids', false).properties)).toContain('title');
    expect(Object.keys(collectionSchema(site, 'kids', true).properties)).toEqual(['extra']);
  });

  it("carry a collection's own labels for its objects only", async () => {
    const { site } = await makeWalks({
      collections: [{ id: 'extra', schema: 'plain', properties: { title: { label: 'Headline' } } }],
    });
    expect(collectionSchema(site, 'extra', false).properties.title?.label).toBe('Headline');
    expect(schemaFor(site, 'plain', false).properties.title?.label).not.toBe('Headline');
  });
});

describe('saving a schema', () => {
  it('changes the answers of every collection that follows it, directly or by inheritance', async () => {
    const { site, events } = await makeWalks({
      schemas: [child],
      collections: [{ id: 'kids', schema: 'child' }],
      objects: { notes: [{ id: 'a', note: 'x', count: 1 }], kids: [{ id: 'k', note: 'y', count: 2 }] },
    });
    const list = async (name: string) => shownIn(await listObjects(site, name, {}));
    expect(await list('kids')).toMatchObject({ objects: [{ note: 'y' }] });
    const { note: _note, ...properties } = plain.properties;
    await saveSchema(site, { ...plain, properties }, { create: false, id: 'plain' });
    for (const name of ['notes', 'kids']) {
      const answer = await list(name);
      expect(answer).toMatchObject({ objects: [{ count: expect.any(Number) }] });
      expect(JSON.stringify(answer)).not.toContain('note"');
    }
    expect(shownIn(await getObject(site, 'notes', 'a', { writer: false }))).not.toHaveProperty('note');
    expect(events).toEqual([{ type: 'schema.saved', schema: 'plain' }]);
  });

  it('binds only the collections again whose objects it concerns', async () => {
    const { site } = await makeWalks();
    const before = ['walks', 'notes'].map((id) => site.collections.get(id));
    await saveSchema(
      site,
      { ...site.library.document('plain'), label: 'Other' },
      { create: false, id: 'plain' },
    );
    const after = ['walks', 'notes'].map((id) => site.collections.get(id));
    expect(after.map((one, at) => one === before[at])).toEqual([true, false]);
  });

  it('rejects reserved and taken ids, and wrong bodies', async () => {
    const { site, events } = await makeWalks();
    for (const body of [{ ...plain, id: 'blog' }, plain]) {
      expect(['conflict', 'taken', 'validation']).toContain(
        (await refusal(saveSchema(site, body, { create: true }))).kind,
      );
    }
    for (const body of [[], null, 'x']) {
      expect(['invalid', 'validation']).toContain(
        (await refusal(saveSchema(site, body, { create: true }))).kind,
      );
    }
    expect(events).toEqual([]);
  });
});

describe('removing a schema', () => {
  it('is rejected while it is used, inherited or built in', async () => {
    const { site } = await makeWalks({
      schemas: [
        { ...plain, id: 'parent' },
        { ...child, inheritFrom: ['parent'] },
      ],
    });
    for (const id of ['plain', 'parent', 'blog']) {
      expect((await refusal(removeSchema(site, id))).kind).toBe('conflict');
    }
    expect((await refusal(removeSchema(site, 'nope'))).kind).toBe('missing');
    await removeSchema(site, 'child');
    await removeSchema(site, 'parent');
    expect(listSchemas(site, 'custom').map((one) => one.name)).toEqual(['plain', 'walk']);
  });

  it('can be undone, and what follows the schema follows it again', async () => {
    const { site, events } = await makeWalks({ schemas: [{ ...plain, id: 'parent' }] });
    await removeSchema(site, 'parent');
    expect(() => schemaFor(site, 'parent', false)).toThrow('There is no schema');
    const [entry] = await listTrash(site);
    if (!entry) throw new Error('nothing in the trash');
    await restoreFromTrash(site, entry.id);
    expect(schemaFor(site, 'parent', false).id).toBe('parent');
    expect(events.map((event) => event.type)).toEqual(['schema.deleted', 'schema.saved']);
  });
});
