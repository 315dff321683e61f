import { describe, expect, it } from 'vitest';
import type { MediaCounts } from '../../server/contract/media.js';
import type { JsonObject } from '../../server/contract/values.js';
import { type Files, sharedServer, startTestServer } from '../helpers/server.js';
import { staffSession, WITH_STAFF } from '../helpers/users.js';

const image = { type: 'image', field: 'image' };
const part = {
  id: 'part',
  properties: { id: { field: 'id' }, photo: image },
  required: ['id'],
};
const schema = {
  id: 'page',
  properties: {
    id: { field: 'id' },
    title: { field: 'text' },
    cover: { ...image, label: 'Large image' },
    photos: { type: 'gallery', field: 'gallery' },
    items: { type: 'deck', field: 'deck', schemaref: 'part' },
  },
  required: ['id'],
};

const jpg = (name: string, tags: string[] = [], more: object = {}) => ({
  ...{ name, mime: 'image/jpeg', alt: '', tags, size: 10 },
  ...more,
});

const FILES: Files = {
  '.schemas/part.json': part,
  '.schemas/page.json': schema,
  'shots/.meta.json': { id: 'shots', schema: 'page' },
  'shots/quay.json': {
    id: 'quay',
    title: 'Quay',
    cover: jpg('boat.jpg', ['sea', 'sea', 'harbor']),
    photos: [jpg('gull.jpg', ['sea']), jpg('notes.pdf', ['paper'], { mime: 'application/pdf' })],
    items: { a: { id: 'a', photo: jpg('rope.jpg') }, b: { id: 'b', photo: jpg('mast.jpg') } },
  },
  'trips/.meta.json': { id: 'trips', schema: 'page' },
  'trips/hill.json': { id: 'hill', title: 'Hill', cover: jpg('hill.jpg', ['green']) },
  'trips/hill/photos/left/over.jpg': 'x',
  'trips/hill/loose.jpg': 'x',
  // A collection without files.
  'drafts/.meta.json': { id: 'drafts', schema: 'page' },
  'drafts/one.json': { id: 'one', title: 'One' },
};

/** The counts in an answer, as `shots 5: cover 1, items 2`. */
function placesIn({ counts }: JsonObject): string[] {
  const { places } = counts as unknown as MediaCounts;
  return places.map(({ collection, count, properties }) =>
    [`${collection} ${count}`, properties.map((one) => `${one.property} ${one.count}`).join(', ')].join(': '),
  );
}

function tagsIn({ counts }: JsonObject): string[] {
  return (counts as unknown as MediaCounts).tags.map(({ tag, count }) => `${tag} ${count}`);
}

describe('GET {api}/media with places and tags', () => {
  const shared = sharedServer(() => Promise.resolve(FILES));
  const ask = async (query: string) => (await shared().request(`/api/media?${query}`)).json;

  it('counts the files of collections, properties and tags, and leaves out what has none', async () => {
    const json = await ask('counts=true&limit=1');
    expect(placesIn(json)).toEqual(['shots 5: cover 1, photos 2, items 2', 'trips 1: cover 1']);
    expect(tagsIn(json)).toEqual(['sea 2', 'green 1', 'harbor 1', 'paper 1']);
    expect(json.counts).toMatchObject({
      places: [
        { properties: [{ property: 'cover', label: 'Large image', count: 1 }, { property: 'photos' }, {}] },
        {},
      ],
    });
    expect(await ask('limit=1')).not.toHaveProperty('counts');
  });

  it.each([
    ['collection=shots&property=photos', ['gull.jpg', 'notes.pdf']],
    ['collection=shots&property=items', ['mast.jpg', 'rope.jpg']],
    ['collection=trips&property=photos', []],
    ['collection=none', []],
    ['tag=sea', ['boat.jpg', 'gull.jpg']],
    ['tag=sea&collection=shots&property=photos', ['gull.jpg']],
    ['tag=se', []],
    ['unnamed=true&collection=trips', ['loose.jpg', 'over.jpg']],
    ['unnamed=true&collection=trips&property=photos', ['over.jpg']],
  ])('%s lists %j', async (query, names) => {
    const { files, total } = await ask(`${query}&sort=name`);
    expect((files as JsonObject[]).map(({ name }) => name)).toEqual(names);
    expect(total).toBe(names.length);
  });

  it('counts places as tag and filters leave them, and tags as place and filters do', async () => {
    const tagged = await ask('counts=true&tag=sea&collection=trips');
    expect([placesIn(tagged), tagsIn(tagged)]).toEqual([['shots 2: cover 1, photos 1'], ['green 1']]);
    const images = await ask('counts=true&type=image&collection=shots&property=photos');
    expect(placesIn(images)).toEqual(['shots 4: cover 1, photos 1, items 2', 'trips 1: cover 1']);
    expect(tagsIn(images)).toEqual(['sea 1']);
    const unused = await ask('counts=true&unnamed=true');
    expect([placesIn(unused), tagsIn(unused)]).toEqual([['trips 2: photos 1'], []]);
  });

  it('follows changes of objects', async () => {
    const server = await startTestServer(FILES);
    const counts = async () => (await server.request('/api/media?counts=true')).json;
    expect(tagsIn(await counts())).toContain('green 1');
    await server.request('/api/collections/trips/hill', { method: 'DELETE' });
    expect([placesIn(await counts()), tagsIn(await counts())]).toEqual([
      ['shots 5: cover 1, photos 2, items 2'],
      ['sea 2', 'harbor 1', 'paper 1'],
    ]);
  });

  it('neither lists nor counts files of collections the caller may not read', async () => {
    const server = await startTestServer({
      ...FILES,
      ...WITH_STAFF,
      'automations/echo.json': { id: 'echo', name: 'Echo', trigger: { type: 'webhook' } },
      'automations/echo/handler.mjs': 'export default () => 1;',
      'automations/echo/secret.txt': 'x',
    });
    const editor = await staffSession(server, 'editor');
    const path = '/api/media?counts=true&unnamed=true';
    const owners = (await server.request(path)).json;
    const editors = (await editor.request(path)).json;
    expect([owners.total, editors.total]).toEqual([3, 2]);
    expect(placesIn(owners)).toContain('automations 1: ');
    expect(placesIn(editors)).toEqual(['trips 2: photos 1']);
    expect((await server.request(`${path}&collection=automations`)).json.total).toBe(1);
    expect((await editor.request(`${path}&collection=automations`)).status).toBe(403);
    const secret = { collection: 'automations', id: 'echo', path: 'secret.txt' };
    const trash = { method: 'POST', json: { files: [secret] } };
    const thumbnail = `/api/media/thumbnail?${new URLSearchParams(secret)}`;
    expect((await editor.request('/api/media/trash', trash)).status).toBe(403);
    expect((await editor.request(thumbnail)).status).toBe(403);
    expect((await server.request(thumbnail)).status).toBe(404);
    expect((await server.request('/api/media/trash', trash)).json).toMatchObject({
      trashed: [{ collection: 'automations' }],
      rejected: [],
    });
  });
});
