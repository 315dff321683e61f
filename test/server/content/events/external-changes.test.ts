import { rm } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { getObject } from '../../../../server/content/reading/read.js';
import { shownIn } from '../../../helpers/site.js';
import { makeWalks, plain } from '../walks.js';

it('applies changes of other programs to objects, collections and schemas, and reports them', async () => {
  const { site, place, path, events } = await makeWalks({ objects: { notes: [{ id: 'a', title: 'A' }] } });
  const told = (event: object) => vi.waitFor(() => expect(events).toContainEqual(event), { timeout: 10_000 });
  await getObject(site, 'notes', 'a', { writer: false });

  await place('notes/a.json', { id: 'a', title: 'Changed' });
  await told({ type: 'object.updated', collection: 'notes', id: 'a' });
  expect(shownIn(await getObject(site, 'notes', 'a', { writer: false })).title).toBe('Changed');

  await place('found/b.json', { id: 'b', title: 'B' });
  await place('found/.meta.json', { id: 'found', schema: 'plain', name: 'Found' });
  await told({ type: 'collection.created', collection: 'found' });
  expect(site.collections.get('found').settings.name).toBe('Found');
  expect(shownIn(await getObject(site, 'found', 'b', { writer: false })).title).toBe('B');

  const { title: _title, ...properties } = plain.properties;
  await place('.schemas/plain.json', { ...plain, properties });
  await told({ type: 'schema.saved', schema: 'plain' });
  expect(shownIn(await getObject(site, 'notes', 'a', { writer: false }))).not.toHaveProperty('title');

  await rm(path('found'), { recursive: true });
  await told({ type: 'collection.deleted', collection: 'found' });
  expect(site.collections.has('found')).toBe(false);
});
